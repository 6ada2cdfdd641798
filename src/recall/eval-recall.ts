// Runs the regression cases of recall, once by the text alone and once with what was learned, and compares with the last
// time. No model and no session; the clock is read once, by whoever asks, for the age of what was learned.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type EvalHistory, withRun } from '../domain/eval-history.ts'
import { casesFromUse, everydayCases, isPassed, type RecallCase } from '../domain/recall-case.ts'
import { CASE_FILE, CASE_FILE_BYTES_MAX, readCaseFile } from '../domain/recall-case-file.ts'
import { CONFIDENCE_MIN } from '../domain/recall-confidence.ts'
import {
  type CaseTrial,
  type Changes,
  changesSince,
  type EvalResults,
  type Measures,
  measuresOf,
  resultsOf,
} from '../domain/recall-measures.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { SmallDocument } from '../store/small-document.ts'
import type { Lessons } from './lessons.ts'
import type { SkillIndex } from './skill-index.ts'
import { createTrials } from './try-case.ts'

export type EvalParts = {
  index: SkillIndex
  /** What was learned, also when it does not vote. */
  learner: Pick<Lessons, 'levelSoon' | 'all' | 'isLearning'>
  /** The setting. Off: what was learned does not vote. */
  isLearning: boolean
  /** The text of the file of cases; undefined when there is none. @throws SkillError when it cannot be read. */
  caseFile: () => Promise<string | undefined>
  lastTime: SmallDocument<EvalResults>
  /** What each run came to. */
  history: SmallDocument<EvalHistory>
}
export type EvalRequest = {
  now: Date
  /** Does not remember this run as the last time. */
  isDryRun: boolean
}

/** A trial that a person should look at, and why. */
export type Noted = CaseTrial & { reason: string }
export type Evaluation = {
  counts: { used: number; wrong: number; kept: number; keptSilent: number; everyday: number }
  /** Skills with cases from use that are not in the library any more; these cases are not run. */
  gone: string[]
  learning: 'on' | 'paused' | 'off'
  static: Measures
  withLearning: Measures
  /** Undefined: there was no last time. */
  changes: Changes | undefined
  /** With learning: not found; found, and yet recall would be silent; recalled though it should not be. */
  missed: Noted[]
  silent: Noted[]
  falseRecalls: Noted[]
  faults: Diagnostic[]
}

export async function evalRecall({ now, isDryRun }: EvalRequest, parts: EvalParts): Promise<Evaluation> {
  const { index, learner, isLearning, lastTime, history } = parts
  await learner.levelSoon()
  const { cases: kept, faults } = await keptCases(parts.caseFile)
  const used = casesFromUse(learner.all())
  const gone = used.filter((each) => index.explain([], each.skill) === undefined)
  const own = [...used.filter((each) => !gone.includes(each)), ...kept]
  const { tryCase, reasonOf } = createTrials(index, isLearning ? learner.all() : [], now)
  const trials = [...own, ...everydayCases()].map(tryCase)
  const noted = (wanted: (trial: CaseTrial) => boolean) =>
    trials.filter(wanted).map((trial) => ({ ...trial, reason: reasonOf(trial) }))
  const last = await lastTime.read()
  const results = resultsOf(trials)
  const isWorthKeeping = own.length > 0 || Object.keys(last).length > 0
  if (!isDryRun && isWorthKeeping) {
    await lastTime.write(results)
    await history.write(withRun(await history.read(), trials, now))
  }
  return {
    counts: countsOf(own, trials.length - own.length),
    gone: [...new Set(gone.map(({ skill }) => skill))].sort(),
    learning: isLearning ? (learner.isLearning() ? 'on' : 'paused') : 'off',
    static: measuresOf(trials, 'static'),
    withLearning: measuresOf(trials, 'withLearning'),
    changes: changesSince(last, trials),
    missed: noted((trial) => trial.case.kind === 'find' && !passes(trial)),
    silent: noted(
      ({ case: { kind }, runs }) => kind === 'find' && runs.withLearning.confidence < CONFIDENCE_MIN,
    ).filter(passes),
    falseRecalls: noted((trial) => trial.case.kind !== 'find' && !passes(trial)),
    faults,
  }
}

function passes({ case: { kind }, runs }: CaseTrial): boolean {
  return isPassed(kind, runs.withLearning.place)
}

function countsOf(own: readonly RecallCase[], everyday: number): Evaluation['counts'] {
  const count = (source: RecallCase['source'], kind: RecallCase['kind']) =>
    own.filter((each) => each.source === source && each.kind === kind).length
  return {
    used: count('use', 'find'),
    wrong: count('use', 'not-first'),
    kept: count('file', 'find'),
    keptSilent: count('file', 'silence'),
    everyday,
  }
}

/** A file that cannot be read at all is a fault like one in a line: the cases from use are run all the same. */
export async function keptCases(caseFile: EvalParts['caseFile']): Promise<ReturnType<typeof readCaseFile>> {
  try {
    return readCaseFile((await caseFile()) ?? '')
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const expected = `a readable file of at most ${CASE_FILE_BYTES_MAX} bytes`
    const received = error.message.split(', got ').at(-1)!
    const place = { severity: 'error', code: error.code, file: CASE_FILE } as const
    return { cases: [], faults: [{ ...place, expected, received, fix: error.fix }] }
  }
}
