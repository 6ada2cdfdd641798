// The parts of the built server that a bench calls without a process between, with the types of their sources.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @typedef {Awaited<ReturnType<typeof builtRecall>>} BuiltRecall */

/** @param {string} dist the built server */
export async function builtRecall(dist) {
  /** @type {(path: string) => Promise<any>} */
  const at = (path) => import(pathToFileURL(join(dist, path)).href)
  /** @type {typeof import('../../src/recall/index-engine.ts')} */
  const { createSkillIndex } = await at('recall/index-engine.js')
  /** @type {typeof import('../../src/recall/lesson-book.ts')} */
  const { createLessonBook } = await at('recall/lesson-book.js')
  /** @type {typeof import('../../src/recall/candidates.ts')} */
  const { findCandidates } = await at('recall/candidates.js')
  /** @type {typeof import('../../src/recall/calibration.ts')} */
  const { createCalibration } = await at('recall/calibration.js')
  /** @type {typeof import('../../src/recall/recall-skills.ts')} */
  const { recallSkills } = await at('recall/recall-skills.js')
  /** @type {typeof import('../../src/recall/lessons.ts')} */
  const { NO_LESSONS } = await at('recall/lessons.js')
  /** @type {typeof import('../../src/domain/seen-skills.ts')} */
  const { NOTHING_SEEN } = await at('domain/seen-skills.js')
  /** @type {typeof import('../../src/domain/turn-stems.ts')} */
  const { turnStems } = await at('domain/turn-stems.js')
  /** @type {typeof import('../../src/domain/stop-words.ts')} */
  const { STOP_WORDS } = await at('domain/stop-words.js')
  return {
    createSkillIndex,
    createLessonBook,
    findCandidates,
    createCalibration,
    recallSkills,
    NO_LESSONS,
    NOTHING_SEEN,
    turnStems,
    STOP_WORDS,
  }
}
