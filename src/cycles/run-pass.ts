// One pass answered by a provider: asked once, and once more where the answer could not be read. Nothing is waited for by
// anybody else meanwhile; what was edited while the model thought is refused by the digests.
import type { CycleReport } from '../domain/cycle.ts'
import type { PassName, Verdict } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { ModelRequest, Provider } from '../llm/provider.ts'
import type { Engine, Order, Question, Skipped } from './engine.ts'

export const OUTPUT_TOKENS_MAX = 16_000
const ECHO_CHARS_MAX = 8 * OUTPUT_TOKENS_MAX

export type PassRun =
  | { pass: PassName; kind: 'applied'; cycleId: string; report: CycleReport }
  /** `answer` as the model gave it. */
  | { pass: PassName; kind: 'judged'; verdicts: Verdict[]; answer: string }
  | { pass: PassName; kind: 'skipped'; reason: string }
  | { pass: PassName; kind: 'failed'; cycleId: string | null; reason: string }

export type RunOptions = {
  /** Asks and judges, applies nothing. */
  isDryRun?: boolean
  /** Also where nothing has changed since the last time. */
  force?: boolean
  signal?: AbortSignal | undefined
  author: string
}

type RunParts = { engine: Engine; provider: Provider }

/** Never rejects for what the model or the provider does wrong: that is its outcome. */
export async function runPass(pass: PassName, options: RunOptions, parts: RunParts): Promise<PassRun> {
  const { engine, provider } = parts
  if (options.isDryRun === true) return preview(pass, options, parts)
  const begun = await beginOrSkip(pass, engine, options)
  if ('reason' in begun) return { pass, kind: 'skipped', reason: begun.reason }
  const { cycleId } = begun
  try {
    const late = lateSignal(engine.leaseMs(pass, 'provider'), options.signal)
    const submit = (text: string) => engine.submit(cycleId, text)
    const report = await answered(begun, provider, late.signal, submit).finally(late.clear)
    return { pass, kind: 'applied', cycleId, report }
  } catch (error) {
    // Also of a run that was ended: nobody will answer this one, and it must not keep others from the pass.
    await engine.abandon(cycleId, error instanceof Error ? error.message : 'the run was ended')
    if (!(error instanceof SkillError)) throw error
    return { pass, kind: 'failed', cycleId, reason: error.message }
  }
}

async function preview(pass: PassName, options: RunOptions, { engine, provider }: RunParts): Promise<PassRun> {
  const asked = await engine.preview(pass, { force: options.force === true })
  if ('reason' in asked) return { pass, kind: 'skipped', reason: asked.reason }
  try {
    const judge = async (answer: string) => ({ verdicts: await asked.judge(answer), answer })
    return { pass, kind: 'judged', ...(await answered(asked, provider, options.signal, judge)) }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { pass, kind: 'failed', cycleId: null, reason: error.message }
  }
}

async function beginOrSkip(
  pass: PassName,
  engine: Engine,
  { author, force = false }: RunOptions,
): Promise<Order | Skipped> {
  try {
    const { order, skipped } = await engine.begin(pass, { kind: 'provider', author }, { force })
    return order ?? skipped[0]!
  } catch (error) {
    if (error instanceof SkillError && error.code === 'busy') return { pass, reason: error.message }
    throw error
  }
}

// An answer that comes later would be refused; nobody pays for more of it.
function lateSignal(leaseMs: number, outer: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const message = `the model took longer than ${Math.round(leaseMs / 1_000)} s`
  const reason = new SkillError('busy', message, 'Try again, or take a faster model.')
  const timer = setTimeout(() => controller.abort(reason), leaseMs).unref()
  const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer])
  return { signal, clear: () => clearTimeout(timer) }
}

async function answered<T>(
  { instructions, context, schema }: Question,
  provider: Provider,
  signal: AbortSignal | undefined,
  take: (text: string) => Promise<T>,
): Promise<T> {
  const asked = { system: instructions, schema, maxOutputTokens: OUTPUT_TOKENS_MAX, signal }
  const messages: ModelRequest['messages'] = [{ role: 'user', text: context }]
  const { text } = await provider.ask({ ...asked, messages })
  try {
    return await take(text)
  } catch (error) {
    const isUnread = error instanceof SkillError && error.code === 'bad-input'
    // What no answer of this length limit can be is not paid for once more.
    if (!isUnread || text.length > ECHO_CHARS_MAX) throw error
    const repair = { role: 'user' as const, text: `${error.message}. ${error.fix}` }
    const again = await provider.ask({ ...asked, messages: [...messages, { role: 'assistant', text }, repair] })
    return take(again.text)
  }
}
