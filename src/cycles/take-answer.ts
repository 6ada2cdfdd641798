// Takes the answer to a cycle: whether it may still come, whether it can be read, what is let through of it. From there on
// it is carried out, also by another process if this one is killed.
import { type Cycle, type CycleReport, isOpen } from '../domain/cycle.ts'
import { sha256Of } from '../domain/digest.ts'
import { type JudgedLibrary, type PassChange, type Verdict, withinLimit } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { type FinishParts, finishCycle } from './finish-cycle.ts'
import type { Gathered, Pass } from './pass.ts'
import { outputText, readOutput } from './read-output.ts'

/** A second answer may come after one that could not be read; a third may not. */
const UNREAD_MAX = 1

export type JudgeParts = { judged: () => Promise<JudgedLibrary>; now: () => Date }
type TakeParts = FinishParts & JudgeParts & { isChosen?: ((change: PassChange) => boolean) | undefined }

/** @param pass of the cycle. @throws `conflict` when it takes no answer any more, `bad-input` for what cannot be read. */
export async function takeAnswer(cycle: Cycle, output: unknown, pass: Pass, parts: TakeParts): Promise<CycleReport> {
  const { log, now, isChosen } = parts
  const text = outputText(output)
  const digest = sha256Of(text)
  if (cycle.status === 'applied' && cycle.output === digest) return cycle.report!
  if (!isOpen(cycle, now())) throw await closed(cycle, parts)
  const judged = await judgedSafely(cycle, await readOnce(cycle, pass, text, parts), pass, parts)
  const verdicts = isChosen === undefined ? judged : onlyChosen(judged, isChosen)
  await log.plan.keep(cycle.id, verdicts)
  await log.append({ event: 'submitted', id: cycle.id, output: digest })
  return finishCycle(cycle, verdicts, parts)
}

/** @param answer as `readOutput` gives it. */
export async function verdictsOn(
  was: Pick<Gathered, 'seen' | 'state'>,
  answer: unknown,
  pass: Pass,
  { judged, now }: JudgeParts,
): Promise<Verdict[]> {
  const library = await judged()
  return withinLimit(pass.judge(answer, was, library, now()), library.names.length)
}

async function judgedSafely(cycle: Cycle, answer: unknown, pass: Pass, parts: FinishParts & JudgeParts) {
  try {
    return await verdictsOn(cycle, answer, pass, parts)
  } catch (error) {
    // A fault of ours, which the same answer would bring up again.
    if (!(error instanceof SkillError)) {
      await parts.log.append({ event: 'failed', id: cycle.id, reason: 'the server failed to judge the answer' })
    }
    throw error
  }
}

// What the judge let through and nobody chose is refused for that reason.
function onlyChosen(verdicts: readonly Verdict[], isChosen: (change: PassChange) => boolean): Verdict[] {
  return verdicts.map((verdict) => {
    if (verdict.kind === 'refuse' || isChosen(verdict.change)) return verdict
    const { kind, name } = verdict.change
    return { kind: 'refuse', what: kind, name, reason: 'it was not chosen' }
  })
}

async function readOnce(cycle: Cycle, pass: Pass, text: string, { log }: Pick<FinishParts, 'log'>): Promise<unknown> {
  try {
    return readOutput(pass, text)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { id } = cycle
    const isLast = cycle.unread >= UNREAD_MAX
    const { message } = error
    await log.append(isLast ? { event: 'failed', id, reason: message } : { event: 'unread', id, fault: message })
    throw isLast ? new SkillError('bad-input', message, 'This cycle has failed; begin a new one.') : error
  }
}

async function closed({ id, status, leaseUntil }: Cycle, { log }: Pick<FinishParts, 'log'>): Promise<SkillError> {
  if (status !== 'begun') {
    return new SkillError('conflict', `cycle ${id} is ${status}: it takes no other answer`, 'Begin a new one.')
  }
  await log.append({ event: 'failed', id, reason: 'nobody answered in time' })
  return new SkillError(
    'conflict',
    `cycle ${id}: its lease ended at ${leaseUntil}`,
    'Nothing was applied; begin a new one.',
  )
}
