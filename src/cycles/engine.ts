// Runs passes without caring what they are about: who may answer and until when, what was answered, what became of it. The
// answer comes from an attached agent (a work order) or from a provider; both go through `submit`.
import { z } from 'zod'
import { type Cycle, type CycleBook, type CycleReport, isOpen, REASON_CHARS_MAX } from '../domain/cycle.ts'
import type { PassChange, PassName, Verdict } from '../domain/pass-change.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { foreseen, type OnStep } from './apply-changes.ts'
import { unchangedSince } from './change-gate.ts'
import { type FinishParts, recoverCycles } from './finish-cycle.ts'
import type { Gathered, Look, Pass } from './pass.ts'
import { outputText, readOutput } from './read-output.ts'
import { type JudgeParts, takeAnswer, verdictsOn } from './take-answer.ts'

/** An agent may take that long over a work order. */
export const ORDER_LEASE_MS = 10 * 60_000
/** A call of a provider with its retries and pauses. */
export const PROVIDER_LEASE_MS = 15 * 60_000
// Of what a pass has to remember, which is one line of the journal with the rest.
const GATHERED_BYTES_MAX = 60 * 1024

/** What a model is asked. */
export type Question = { pass: PassName; instructions: string; context: string; schema: Record<string, unknown> }
export type Order = Question & { cycleId: string; leaseUntil: string }
export type Preview = Question & { judge(output: unknown): Promise<Verdict[]> }
export type Skipped = { pass: PassName; reason: string }
export type Begun = { order: Order; skipped: Skipped[] } | { order: undefined; skipped: Skipped[] }
export type Executor = { kind: 'order' | 'provider'; author: string | null }

type Offered = { isOffered: (pass: PassName) => boolean }
export type BeginOptions = { force?: boolean } & Partial<Offered>

export type SubmitOptions = {
  onStep?: OnStep | undefined
  /** Carries out these alone of what the judge lets through; absent: all of it. */
  isChosen?: ((change: PassChange) => boolean) | undefined
}

export type Engine = {
  /**
   * The named pass, or the first that has something to do.
   * @param force also where nothing has changed since the last time. @param isOffered of several: which come into question.
   * @throws `busy` when the named one is being answered by somebody else.
   */
  begin(pass: PassName | undefined, by: Executor, options?: BeginOptions): Promise<Begun>
  /**
   * @param output an object, or text that holds one. The same once more is the same report.
   * @throws `not-found`, `conflict` for a lease that is over, `bad-input` for what cannot be read: it may be sent once more.
   */
  submit(cycleId: string, output: unknown, options?: SubmitOptions): Promise<CycleReport>
  /** An order and what would become of its answers; writes nothing, and nobody else is kept from the pass. */
  preview(pass: PassName, options?: { force?: boolean }): Promise<Preview | Skipped>
  /** Passes with something to do that nobody is at, of all or of these. Gathers, so it costs what that costs. */
  due(among?: readonly PassName[]): Promise<{ due: PassName[]; skipped: Skipped[] }>
  /** Newest first. */
  cycles(): Promise<Cycle[]>
  /** How long who answers this pass has, in ms. */
  leaseMs(pass: PassName, executor: Executor['kind']): number
  /** Gives up on a cycle that nobody will answer. */
  abandon(cycleId: string, reason: string): Promise<void>
}

export type EngineParts = Omit<FinishParts, 'onStep'> &
  JudgeParts & {
    isEnabled: (pass: PassName) => boolean
    /** The text of a directive as it stands now. */
    directive: (pass: Pass) => Promise<string>
    newId: () => string
  }

export function createEngine(parts: EngineParts): Engine {
  const { passes, log, now } = parts
  const passOf = (name: PassName) => {
    const pass = passes.find((each) => each.name === name)
    if (pass === undefined) throw new SkillError('not-found', `no pass "${name}" is served here`, 'Take another pass.')
    return pass
  }
  const find = async (id: string): Promise<Cycle> => {
    const cycle = (await log.book()).get(id)
    if (cycle === undefined) throw noCycle(id)
    return cycle
  }
  // Whoever comes finds nothing half carried out.
  const alone = <T>(work: () => Promise<T>) =>
    log.exclusively(async () => {
      await recoverCycles(parts)
      return work()
    })
  return {
    begin: (name, by, { force = false, isOffered = () => true } = {}) => {
      // Who runs all passes names each, too; a client that names one has been asked for it.
      const isAsked = force || (name !== undefined && by.kind === 'order')
      return alone(() => beginFirst(name, by, { force, isAsked, isOffered }))
    },
    submit: (id, output, { onStep, isChosen } = {}) =>
      alone(async () => {
        const cycle = await find(id)
        return takeAnswer(cycle, output, passOf(cycle.pass), { ...parts, onStep, isChosen })
      }),
    async preview(name, { force = false } = {}) {
      const pass = passOf(name)
      const found = await gather(pass, await log.book(), parts, { force, isAsked: force })
      if (found.kind === 'skip') return { pass: name, reason: found.reason }
      const { gathered } = found
      const judge = async (output: unknown) =>
        foreseen(await verdictsOn(gathered, readOutput(pass, outputText(output)), pass, parts), parts.guard)
      return { ...asked(pass, found), judge }
    },
    async due(among) {
      const book = await log.book()
      const due: PassName[] = []
      const skipped: Skipped[] = []
      for (const pass of among?.map(passOf) ?? passes) {
        const found = await gather(pass, book, parts, { force: false, isAsked: false })
        if (found.kind === 'work') due.push(pass.name)
        else skipped.push({ pass: pass.name, reason: found.reason })
      }
      return { due, skipped }
    },
    cycles: async () => [...(await log.book()).values()].reverse(),
    leaseMs: (name, executor) => leaseOf(passOf(name), executor),
    abandon: (id, reason) =>
      log.exclusively(async () => {
        const { status } = await find(id)
        if (status === 'begun') await log.append({ event: 'failed', id, reason: reason.slice(0, REASON_CHARS_MAX) })
      }),
  }

  async function beginFirst(name: PassName | undefined, by: Executor, how: Asked & Offered): Promise<Begun> {
    const book = await log.book()
    const skipped: Skipped[] = []
    for (const pass of name === undefined ? passes.filter((each) => how.isOffered(each.name)) : [passOf(name)]) {
      const found = await gather(pass, book, parts, how)
      if (found.kind === 'work') return { order: await begun(pass, found, by, parts), skipped }
      if (name !== undefined && found.isTaken) throw taken(pass.name, found.reason)
      skipped.push({ pass: pass.name, reason: found.reason })
    }
    return { order: undefined, skipped }
  }

  async function begun(pass: Pass, found: Work, by: Executor, { newId }: EngineParts) {
    const { context: _context, ...kept } = found.gathered
    const id = newId()
    const leaseUntil = new Date(now().getTime() + leaseOf(pass, by.kind)).toISOString()
    const line = { event: 'begun' as const, id, pass: pass.name, executor: by.kind, author: by.author, leaseUntil }
    await log.append({ ...line, ...kept })
    return { cycleId: id, leaseUntil, ...asked(pass, found) }
  }
}

type Work = { kind: 'work'; gathered: Gathered; instructions: string }
type Found = Work | { kind: 'skip'; reason: string; isTaken?: boolean }

type Asked = { force: boolean; isAsked: boolean }

async function gather(pass: Pass, book: CycleBook, parts: EngineParts, { force, isAsked }: Asked): Promise<Found> {
  const { isEnabled, now } = parts
  if (!isEnabled(pass.name)) return { kind: 'skip', reason: `it is turned off (passes.${pass.name}.enabled)` }
  const cycles = [...book.values()].filter((cycle) => cycle.pass === pass.name)
  const open = cycles.find((cycle) => isOpen(cycle, now()))
  if (open !== undefined) {
    const who = open.author ?? (open.executor === 'order' ? 'an agent' : 'the provider')
    return { kind: 'skip', reason: `${who} is at it until ${open.leaseUntil}`, isTaken: true }
  }
  const found = await gatherSafely(pass, { past: cycles, isAsked }, parts)
  if (found.kind === 'skip' || force) return found
  const before = unchangedSince(found.gathered.fingerprint, cycles, now())
  return before === undefined ? found : { kind: 'skip', reason: before }
}

// What one pass cannot read must not keep the others from their work, a fault of ours included: the reason is shown wherever
// passes are listed.
async function gatherSafely(pass: Pass, look: Look, { directive, now }: EngineParts): Promise<Found> {
  try {
    const found = await pass.gather(now(), look)
    if (found.kind === 'skip') return found
    const { context: _context, ...kept } = found.gathered
    const bytes = Buffer.byteLength(JSON.stringify(kept))
    if (bytes > GATHERED_BYTES_MAX) {
      return { kind: 'skip', reason: `it has to remember ${bytes} bytes, and ${GATHERED_BYTES_MAX} is the most` }
    }
    return { ...found, instructions: await directive(pass) }
  } catch (error) {
    return { kind: 'skip', reason: `it could not look: ${error instanceof Error ? error.message : shown(error)}` }
  }
}

function leaseOf(pass: Pass, executor: Executor['kind']): number {
  return pass.leaseMs?.(executor) ?? (executor === 'order' ? ORDER_LEASE_MS : PROVIDER_LEASE_MS)
}

function asked({ name, output }: Pass, { gathered, instructions }: Work): Question {
  const schema = z.toJSONSchema(output, { io: 'input' }) as Record<string, unknown>
  return { pass: name, instructions, context: gathered.context, schema }
}

function noCycle(id: string): SkillError {
  return new SkillError('not-found', `no cycle "${shown(id)}" was begun here`, 'Begin one with begin_cycle.')
}

function taken(pass: PassName, reason: string): SkillError {
  return new SkillError('busy', `the pass "${pass}" is being worked on: ${reason}`, 'Wait, or take another pass.')
}
