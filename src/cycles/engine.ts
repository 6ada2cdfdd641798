// Runs passes without caring what they are about: who may answer and until when, what was answered, what became of it. The
// answer comes from an attached agent (a work order) or from a provider; both go through `submit`.
import { z } from 'zod'
import { type Cycle, type CycleBook, type CycleReport, isOpen, reportOf } from '../domain/cycle.ts'
import { sha256Of } from '../domain/digest.ts'
import { parseAnswer } from '../domain/model-answer.ts'
import { type JudgedLibrary, type PassName, type Verdict, withinLimit } from '../domain/pass-change.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { type ApplyParts, applyChanges } from './apply-changes.ts'
import { unchangedSince } from './change-gate.ts'
import type { CycleLog } from './cycle-log.ts'
import type { Gathered, Pass } from './pass.ts'

/** An agent may take that long over a work order. */
export const ORDER_LEASE_MS = 10 * 60_000
/** A second answer may come after one that could not be read; a third may not. */
const UNREAD_MAX = 1

/** What a model is asked. */
export type Question = { pass: PassName; instructions: string; context: string; schema: Record<string, unknown> }
export type Order = Question & { cycleId: string; leaseUntil: string }
export type Preview = Question & { judge(output: unknown): Promise<Verdict[]> }
export type Skipped = { pass: PassName; reason: string }
export type Begun = { order: Order; skipped: Skipped[] } | { order: undefined; skipped: Skipped[] }
export type Executor = { kind: 'order' | 'provider'; author: string | null }

export type Engine = {
  /**
   * The named pass, or the first that has something to do.
   * @param force also where nothing has changed since the last time.
   * @throws `busy` when the named one is being answered by somebody else.
   */
  begin(pass: PassName | undefined, by: Executor, options?: { force?: boolean; leaseMs?: number }): Promise<Begun>
  /**
   * @param output an object, or text that holds one. The same once more is the same report.
   * @throws `not-found`, `conflict` for a lease that is over, `bad-input` for what cannot be read: it may be sent once more.
   */
  submit(cycleId: string, output: unknown): Promise<CycleReport>
  /** An order and what would become of its answers; writes nothing, and nobody else is kept from the pass. */
  preview(pass: PassName, options?: { force?: boolean }): Promise<Preview | Skipped>
  /** Passes with something to do that nobody is at. Gathers, so it costs what that costs. */
  due(): Promise<{ due: PassName[]; skipped: Skipped[] }>
  /** Newest first. */
  cycles(): Promise<Cycle[]>
  /** Gives up on a cycle that nobody will answer. */
  abandon(cycleId: string, reason: string): Promise<void>
}

export type EngineParts = Omit<ApplyParts, 'append'> & {
  passes: readonly Pass[]
  isEnabled: (pass: PassName) => boolean
  /** The text of a directive as it stands now. */
  directive: (pass: Pass) => Promise<string>
  judged: () => Promise<JudgedLibrary>
  log: CycleLog
  newId: () => string
  now: () => Date
}

export function createEngine(parts: EngineParts): Engine {
  const { passes, log, now } = parts
  const passOf = (name: PassName) => passes.find((pass) => pass.name === name)!
  const find = async (id: string): Promise<Cycle> => {
    const cycle = (await log.book()).get(id)
    if (cycle === undefined) throw noCycle(id)
    return cycle
  }
  return {
    begin: (name, by, { force = false, leaseMs = ORDER_LEASE_MS } = {}) =>
      log.exclusively(async () => {
        const book = await log.book()
        const skipped: Skipped[] = []
        for (const pass of name === undefined ? passes : [passOf(name)]) {
          const found = await gather(pass, book, parts, force)
          if (found.kind === 'skip') {
            if (name !== undefined && found.isTaken) throw taken(pass.name, found.reason)
            skipped.push({ pass: pass.name, reason: found.reason })
            continue
          }
          const order = await begun(pass, found.gathered, by, leaseMs, parts)
          return { order, skipped }
        }
        return { order: undefined, skipped }
      }),
    submit: (id, output) => log.exclusively(async () => submitted(await find(id), output, passOf, parts)),
    async preview(name, { force = false } = {}) {
      const pass = passOf(name)
      const found = await gather(pass, await log.book(), parts, force)
      if (found.kind === 'skip') return { pass: name, reason: found.reason }
      const { gathered } = found
      const judge = async (output: unknown) => verdictsOn(gathered, readOutput(pass, output), pass, parts)
      return { ...(await asked(pass, gathered, parts)), judge }
    },
    async due() {
      const book = await log.book()
      const due: PassName[] = []
      const skipped: Skipped[] = []
      for (const pass of passes) {
        const found = await gather(pass, book, parts, false)
        if (found.kind === 'work') due.push(pass.name)
        else skipped.push({ pass: pass.name, reason: found.reason })
      }
      return { due, skipped }
    },
    cycles: async () => [...(await log.book()).values()].reverse(),
    abandon: (id, reason) =>
      log.exclusively(async () => {
        const { status } = await find(id)
        if (status === 'begun') await log.append({ event: 'failed', id, reason })
      }),
  }

  async function begun(pass: Pass, gathered: Gathered, by: Executor, leaseMs: number, { newId }: EngineParts) {
    const { context: _context, ...kept } = gathered
    const id = newId()
    const leaseUntil = new Date(now().getTime() + leaseMs).toISOString()
    const line = { event: 'begun' as const, id, pass: pass.name, executor: by.kind, author: by.author, leaseUntil }
    await log.append({ ...line, ...kept })
    return { cycleId: id, leaseUntil, ...(await asked(pass, gathered, parts)) }
  }
}

type Found = { kind: 'work'; gathered: Gathered } | { kind: 'skip'; reason: string; isTaken?: boolean }

async function gather(pass: Pass, book: CycleBook, { isEnabled, now }: EngineParts, force: boolean): Promise<Found> {
  if (!isEnabled(pass.name)) return { kind: 'skip', reason: `it is turned off (passes.${pass.name}.enabled)` }
  const cycles = [...book.values()].filter((cycle) => cycle.pass === pass.name)
  const open = cycles.find((cycle) => isOpen(cycle, now()))
  if (open !== undefined) {
    const who = open.author ?? (open.executor === 'order' ? 'an agent' : 'the provider')
    return { kind: 'skip', reason: `${who} is at it until ${open.leaseUntil}`, isTaken: true }
  }
  const found = await gatherSafely(pass, now())
  if (found.kind === 'skip' || force) return found
  const before = unchangedSince(found.gathered.fingerprint, cycles, now())
  return before === undefined ? found : { kind: 'skip', reason: before }
}

// What one pass cannot read must not keep the others from their work.
async function gatherSafely(pass: Pass, now: Date): Promise<Found> {
  try {
    return await pass.gather(now)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { kind: 'skip', reason: `it could not look: ${error.message}` }
  }
}

async function submitted(
  cycle: Cycle,
  output: unknown,
  passOf: (name: PassName) => Pass,
  parts: EngineParts,
): Promise<CycleReport> {
  const { log, now } = parts
  const { id } = cycle
  const text = sha256Of(typeof output === 'string' ? output : (JSON.stringify(output) ?? ''))
  if (cycle.status === 'applied' && cycle.output === text) return cycle.report!
  const isResumed = cycle.status === 'applying' && cycle.output === text
  if (!isResumed && !isOpen(cycle, now())) throw await closed(cycle, parts)
  const pass = passOf(cycle.pass)
  const answer = await readOnce(cycle, pass, output, parts)
  if (!isResumed) await log.append({ event: 'submitted', id, output: text })
  const verdicts = await verdictsOn(cycle, answer, pass, parts)
  const caller = { actor: 'model' as const, via: cycle.pass, author: cycle.author }
  const { applied, refused } = await applyChanges(
    verdicts,
    { id, caller, did: cycle.did },
    { ...parts, append: log.append },
  )
  await pass.done?.(cycle)
  const report = reportOf(applied, refused)
  await log.append({ event: 'applied', id, report })
  return report
}

async function asked(pass: Pass, { context }: Gathered, { directive }: EngineParts): Promise<Question> {
  const schema = z.toJSONSchema(pass.output, { io: 'input' }) as Record<string, unknown>
  return { pass: pass.name, instructions: await directive(pass), context, schema }
}

async function verdictsOn(
  was: Pick<Gathered, 'seen' | 'state'>,
  output: unknown,
  pass: Pass,
  { judged, now }: EngineParts,
) {
  const library = await judged()
  return withinLimit(pass.judge(output, was, library, now()), library.names.length)
}

async function readOnce(cycle: Cycle, pass: Pass, output: unknown, { log }: EngineParts): Promise<unknown> {
  try {
    return readOutput(pass, output)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { id } = cycle
    const isLast = cycle.unread >= UNREAD_MAX
    await log.append(
      isLast ? { event: 'failed', id, reason: error.message } : { event: 'unread', id, fault: error.message },
    )
    throw isLast ? new SkillError('bad-input', error.message, 'This cycle has failed; begin a new one.') : error
  }
}

/** @throws `bad-input` with what would mend it. */
function readOutput(pass: Pass, output: unknown): unknown {
  const read = typeof output === 'string' ? parseAnswer(output) : { kind: 'value' as const, value: output }
  if (read.kind === 'fault') {
    throw new SkillError(
      'bad-input',
      `expected one JSON object, got an answer of which ${read.fault}`,
      read.repairRequest,
    )
  }
  const parsed = pass.output.safeParse(read.value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const at = issue.path.join('.') || 'the answer'
  throw new SkillError(
    'bad-input',
    `${at}: ${shown(issue.message)}`,
    'Send the whole answer again, as one JSON object that fits the schema.',
  )
}

async function closed(cycle: Cycle, { log, now }: EngineParts): Promise<SkillError> {
  const { id, status, leaseUntil } = cycle
  if (status === 'begun' && now().getTime() >= Date.parse(leaseUntil)) {
    await log.append({ event: 'failed', id, reason: 'nobody answered in time' })
    return new SkillError(
      'conflict',
      `cycle ${id}: its lease ended at ${leaseUntil}`,
      'Nothing was applied; begin a new one.',
    )
  }
  return new SkillError('conflict', `cycle ${id} is ${status}: it takes no other answer`, 'Begin a new one.')
}

function noCycle(id: string): SkillError {
  return new SkillError('not-found', `no cycle "${shown(id)}" was begun here`, 'Begin one with begin_cycle.')
}

function taken(pass: PassName, reason: string): SkillError {
  return new SkillError('busy', `the pass "${pass}" is being worked on: ${reason}`, 'Wait, or take another pass.')
}
