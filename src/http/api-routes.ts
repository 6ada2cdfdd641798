// The endpoints, in the order in which they are told. Adding one is a file in api/ (or a few lines in one there) and a
// line here; the router, the 404 and 405 answers and /openapi.json follow. `/mcp` is routes.ts's own.
import { approval, approvals, approve, keep, pin, reject } from './api/approvals.ts'
import { archive } from './api/archive-skills.ts'
import { beliefs, changeBelief, doneSuggestion, reflections, suggestions } from './api/beliefs.ts'
import { bind, bindings, rebind, testBindings, unbind } from './api/bindings.ts'
import { applyChosen, beginCycle, cycle, cycles, runCycles, submitCycle, undoCycle } from './api/cycles.ts'
import { directives, resetDirective, writeDirective } from './api/directives.ts'
import { clients, doctor, fix } from './api/doctor.ts'
import { sendEvents } from './api/events.ts'
import { findings } from './api/findings.ts'
import { install } from './api/installs.ts'
import { exportSkill, loadHuman } from './api/library-files.ts'
import { archivedSkills, libraryRows } from './api/library-rows.ts'
import { mounts } from './api/mounts.ts'
import { near } from './api/near-skills.ts'
import { cyclesCost, passes } from './api/passes.ts'
import { assessPeer, peer, peers } from './api/peers.ts'
import { accept, decline, proposals } from './api/proposals.ts'
import { addRecallCase, clientSees, evalCases, recallCases, removeRecallCase } from './api/recall-lab.ts'
import { changeLesson, forgetUse, routing, routingExport, setBlacklist, setLearning, setReflex } from './api/routing.ts'
import { dependencies, detail } from './api/skill-detail.ts'
import { facts } from './api/skill-facts.ts'
import { file } from './api/skill-file.ts'
import { graph } from './api/skill-graph.ts'
import { health, runHealth } from './api/skill-health.ts'
import { diff, history, restore } from './api/skill-history.ts'
import { list, stats } from './api/skill-lists.ts'
import { policy } from './api/skill-policy.ts'
import { deprecate, merge, promote } from './api/skill-steps.ts'
import { edit, save } from './api/skill-writes.ts'
import { uiSession } from './api/ui-session.ts'
import { liveness, recall, usage } from './api/usage.ts'
import { usageDays } from './api/usage-days.ts'
import type { ApiRoute } from './api-route.ts'

export const API_ROUTES: readonly ApiRoute[] = [
  liveness,
  recall,
  clientSees,
  recallCases,
  addRecallCase,
  removeRecallCase,
  evalCases,
  sendEvents,
  libraryRows,
  archivedSkills,
  list,
  save,
  edit,
  near,
  archive,
  stats,
  detail,
  file,
  facts,
  dependencies,
  graph,
  health,
  runHealth,
  history,
  diff,
  restore,
  merge,
  promote,
  deprecate,
  pin,
  keep,
  policy,
  loadHuman,
  install,
  exportSkill,
  mounts,
  clients,
  doctor,
  fix,
  approvals,
  approval,
  approve,
  reject,
  findings,
  proposals,
  accept,
  decline,
  bindings,
  bind,
  rebind,
  unbind,
  testBindings,
  cycles,
  cycle,
  beginCycle,
  submitCycle,
  runCycles,
  applyChosen,
  undoCycle,
  beliefs,
  changeBelief,
  reflections,
  suggestions,
  doneSuggestion,
  cyclesCost,
  passes,
  directives,
  writeDirective,
  resetDirective,
  usage,
  usageDays,
  routing,
  routingExport,
  setLearning,
  forgetUse,
  setBlacklist,
  setReflex,
  changeLesson,
  peers,
  peer,
  assessPeer,
  uiSession,
]
