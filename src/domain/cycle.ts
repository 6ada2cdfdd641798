// A cycle: one run of one pass, from what was gathered to what became of it. The journal of cycles is only appended to;
// how a cycle stands is a fold of its lines, so that any process can go on where another was killed.
import { z } from 'zod'
import { CHANGE_KINDS, type ChangeKind, PASSES, type PassName } from './pass-change.ts'

export const REASON_CHARS_MAX = 300
/** No name of a skill is as long; what a model calls one may be anything. */
const NAME_CHARS_MAX = 400
/** Of a report; what is beyond is counted. */
export const REPORT_ITEMS_MAX = 100
// All of them are one line of the journal.
const REFUSALS_BYTES_MAX = 56 * 1024

const kindSchema = z.enum(CHANGE_KINDS)
const appliedItemSchema = z.object({
  kind: kindSchema,
  name: z.string(),
  /** Of the skill; 0 for what has none. */
  version: z.number(),
  /** It waits for a person. */
  draft: z.boolean(),
  created: z.boolean(),
  reason: z.string(),
})
const refusedItemSchema = z.object({ kind: kindSchema, name: z.string(), reason: z.string() })
const moreRefusedSchema = z.number().int().min(0)
export const cycleReportSchema = z.object({
  applied: z.array(appliedItemSchema),
  refused: z.array(refusedItemSchema),
  moreRefused: moreRefusedSchema,
})
export type AppliedItem = z.infer<typeof appliedItemSchema>
export type RefusedItem = z.infer<typeof refusedItemSchema>
export type CycleReport = z.infer<typeof cycleReportSchema>

const common = { id: z.string(), at: z.string() }
export const cycleLineSchema = z.discriminatedUnion('event', [
  z.looseObject({
    event: z.literal('begun'),
    ...common,
    pass: z.enum(PASSES),
    executor: z.enum(['order', 'provider']),
    author: z.string().nullable(),
    leaseUntil: z.string(),
    /** Of what was gathered: equal ones need no second run. */
    fingerprint: z.string(),
    /** Names of the skills that were shown, with the digests of their texts. */
    seen: z.record(z.string(), z.string()),
    /** What else the pass has to remember until its answer comes. */
    state: z.unknown(),
  }),
  /** The answer could not be read; one more may come. */
  z.looseObject({ event: z.literal('unread'), ...common, fault: z.string() }),
  z.looseObject({ event: z.literal('submitted'), ...common, output: z.string() }),
  /** Right before each change; right after it comes `did`, or `left` where it was refused. */
  z.looseObject({
    event: z.literal('doing'),
    ...common,
    ...{ kind: kindSchema, name: z.string(), reason: z.string() },
    /** Digest of the text that stood; null where none did, and for what is no skill. */
    before: z.string().nullable(),
  }),
  z.looseObject({ event: z.literal('did'), ...common, item: appliedItemSchema }),
  z.looseObject({ event: z.literal('left'), ...common, item: refusedItemSchema }),
  /** What was applied is what `did` says. */
  z.looseObject({
    event: z.literal('applied'),
    ...common,
    refused: z.array(refusedItemSchema),
    moreRefused: moreRefusedSchema,
  }),
  z.looseObject({ event: z.literal('failed'), ...common, reason: z.string() }),
  z.looseObject({ event: z.literal('undone'), ...common, names: z.array(z.string()) }),
])
export type CycleLine = z.infer<typeof cycleLineSchema>

export type Doing = { kind: ChangeKind; name: string; before: string | null; reason: string; at: string }
export type CycleStatus = 'begun' | 'applying' | 'applied' | 'failed' | 'undone'
export type Cycle = {
  id: string
  at: string
  pass: PassName
  executor: 'order' | 'provider'
  author: string | null
  leaseUntil: string
  fingerprint: string
  seen: Readonly<Record<string, string>>
  state: unknown
  status: CycleStatus
  /** How many answers could not be read. */
  unread: number
  /** SHA-256 of the answer that is or was carried out. */
  output: string | null
  /** Begun and not known to be done. */
  doing: Doing | null
  did: readonly AppliedItem[]
  /** What was refused while it was carried out; the refusals of the judge are in the report alone. */
  left: readonly RefusedItem[]
  report: CycleReport | null
  reason: string | null
  endedAt: string | null
}

/** Cycles by id, in the order in which they began. Lines of a cycle that never began are passed over. */
export type CycleBook = Map<string, Cycle>

export function foldCycle(book: CycleBook, line: CycleLine): void {
  if (line.event === 'begun') {
    if (book.has(line.id)) return
    const { event: _event, ...begun } = line
    const nothingYet = { unread: 0, output: null, doing: null, did: [], left: [], report: null, reason: null }
    book.set(line.id, { ...begun, status: 'begun', ...nothingYet, endedAt: null })
    return
  }
  const cycle = book.get(line.id)
  if (cycle !== undefined) book.set(line.id, followed(cycle, line))
}

// What was done counts whatever came before it: lines may be lost, and a change that was made must be found again.
function followed(cycle: Cycle, line: Exclude<CycleLine, { event: 'begun' }>): Cycle {
  const isOver = cycle.status !== 'begun' && cycle.status !== 'applying'
  const status = isOver ? cycle.status : 'applying'
  switch (line.event) {
    case 'unread':
      return { ...cycle, unread: cycle.unread + 1 }
    case 'submitted':
      return isOver ? cycle : { ...cycle, status, output: line.output }
    case 'doing': {
      const { kind, name, before, reason, at } = line
      return { ...cycle, status, doing: { kind, name, before, reason, at } }
    }
    case 'did': {
      const did = cycle.did.some(isSameAs(line.item)) ? cycle.did : [...cycle.did, line.item]
      return { ...cycle, status, did, doing: without(line.item, cycle.doing) }
    }
    case 'left': {
      const left = cycle.left.some(isSameAs(line.item)) ? cycle.left : [...cycle.left, line.item]
      return { ...cycle, status, left, doing: without(line.item, cycle.doing) }
    }
    case 'applied': {
      if (isOver) return cycle
      const { refused, moreRefused, at: endedAt } = line
      const report = { applied: [...cycle.did], refused, moreRefused }
      return { ...cycle, status: 'applied', doing: null, report, endedAt }
    }
    case 'failed':
      return isOver ? cycle : { ...cycle, status: 'failed', doing: null, reason: line.reason, endedAt: line.at }
    case 'undone':
      return { ...cycle, status: 'undone', endedAt: line.at }
  }
}

type Item = Pick<Doing, 'kind' | 'name'>

export function isSameAs(item: Item): (other: Item) => boolean {
  return ({ kind, name }) => kind === item.kind && name === item.name
}

function without(item: Item, doing: Doing | null): Doing | null {
  return doing !== null && isSameAs(item)(doing) ? null : doing
}

/**
 * Whether somebody may still answer it. Its time is counted both ways: a clock that goes far back must not keep a pass
 * from everybody until it is there again.
 */
export function isOpen({ status, at, leaseUntil }: Cycle, now: Date): boolean {
  const [begin, end] = [Date.parse(at), Date.parse(leaseUntil)]
  return status === 'begun' && Math.abs(now.getTime() - begin) < end - begin
}

/** What was refused as far as one line of the journal holds it. */
export function boundedRefusals(items: readonly RefusedItem[]): Pick<CycleReport, 'refused' | 'moreRefused'> {
  const refused: RefusedItem[] = []
  let bytes = 0
  for (const item of items.slice(0, REPORT_ITEMS_MAX).map(boundedItem)) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes > REFUSALS_BYTES_MAX) break
    refused.push(item)
  }
  return { refused, moreRefused: items.length - refused.length }
}

/** A reason and a name that a model may have written, as far as they are kept. */
export function boundedItem<I extends { name: string; reason: string }>(item: I): I {
  return { ...item, name: shortened(item.name, NAME_CHARS_MAX), reason: shortened(item.reason, REASON_CHARS_MAX) }
}

function shortened(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}
