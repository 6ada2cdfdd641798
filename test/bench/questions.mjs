// The questions, in the order in which they are asked.
import { measureBindings } from './bindings.mjs'
import { measureCalls } from './calls.mjs'
import { measureCommands } from './commands.mjs'
import { measureDashboard } from './dashboard.mjs'
import { measurePasses } from './passes.mjs'
import { measureRecallQuality } from './recall-quality.mjs'
import { measureRecallSpeed } from './recall-speed.mjs'
import { measureReflection } from './reflection.mjs'
import { measureRoutingYear } from './routing-year.mjs'
import { measureSaves } from './saves.mjs'
import { measureScale } from './scale.mjs'
import { measureScanQuality } from './scan-quality.mjs'
import { measureStanding } from './standing.mjs'
import { measureStartup } from './startup.mjs'

/** @typedef {import('./table.mjs').Answer} Answer */
/** @type {Record<string, (setting: import('./run.mjs').Setting) => Promise<Answer | Answer[]>>} */
export const QUESTIONS = {
  calls: measureCalls,
  saves: measureSaves,
  scale: measureScale,
  startup: measureStartup,
  commands: measureCommands,
  standing: measureStanding,
  passes: measurePasses,
  bindings: measureBindings,
  reflection: measureReflection,
  dashboard: measureDashboard,
  'routing-year': measureRoutingYear,
  scan: measureScanQuality,
  'recall-quality': measureRecallQuality,
  'recall-speed': measureRecallSpeed,
}
