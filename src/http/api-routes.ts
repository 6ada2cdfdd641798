// The endpoints, in the order in which they are told. Adding one is a file in api/ (or a few lines in one there) and a
// line here; the router, the 404 and 405 answers and /openapi.json follow. `/mcp` is routes.ts's own.
import { approval, approvals, approve, pin, reject } from './api/approvals.ts'
import { archive } from './api/archive-skills.ts'
import { beginCycle, cycle, cycles, runCycles, submitCycle, undoCycle } from './api/cycles.ts'
import { sendEvents } from './api/events.ts'
import { exportSkill, loadHuman } from './api/library-files.ts'
import { mounts } from './api/mounts.ts'
import { accept, decline, proposals } from './api/proposals.ts'
import { routing } from './api/routing.ts'
import { dependencies, detail } from './api/skill-detail.ts'
import { file } from './api/skill-file.ts'
import { health, runHealth } from './api/skill-health.ts'
import { diff, history, restore } from './api/skill-history.ts'
import { list, stats } from './api/skill-lists.ts'
import { policy } from './api/skill-policy.ts'
import { deprecate, merge, promote } from './api/skill-steps.ts'
import { edit, save } from './api/skill-writes.ts'
import { liveness, recall, usage } from './api/usage.ts'
import type { ApiRoute } from './api-route.ts'

export const API_ROUTES: readonly ApiRoute[] = [
  liveness,
  recall,
  sendEvents,
  list,
  save,
  edit,
  archive,
  stats,
  detail,
  file,
  dependencies,
  health,
  runHealth,
  history,
  diff,
  restore,
  merge,
  promote,
  deprecate,
  pin,
  policy,
  loadHuman,
  exportSkill,
  mounts,
  approvals,
  approval,
  approve,
  reject,
  proposals,
  accept,
  decline,
  cycles,
  cycle,
  beginCycle,
  submitCycle,
  runCycles,
  undoCycle,
  usage,
  routing,
]
