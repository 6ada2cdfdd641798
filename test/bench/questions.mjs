// The questions, in the order in which they are asked.
import { measureCalls } from './calls.mjs'
import { measureSaves } from './saves.mjs'
import { measureScale } from './scale.mjs'
import { measureStartup } from './startup.mjs'

/** @type {Record<string, (setting: import('./run.mjs').Setting) => Promise<import('./table.mjs').Answer>>} */
export const QUESTIONS = { calls: measureCalls, saves: measureSaves, scale: measureScale, startup: measureStartup }
