// A cycle: one run of one pass, from what was gathered to what became of it. The journal of cycles is only appended to;
// how a cycle stands is a fold of its lines, so that any process can go on where another was killed.
import { z } from 'zod'
import { PASSES, type PassName } from './pass-change.ts'

export const REASON_CHARS_MAX = 300
/** Of a report; what is beyond is counted. */
export const REPORT_ITEMS_MAX = 100

const appliedItemSchema = z.object({
  kind: z.enum(['save', 'archive']),
  name: z.string(),
  version: z.number(),
  /** It waits for a person. */
  draft: z.boolean(),
  created: z.boolean(),
  reason: z.string(),
})
const refusedItemSchema = z.object({ kind: z.enum(['save', 'archive']), name: z.string(), reason: z.string() })
export const cycleReportSchema = z.object({
  applied: z.array(appliedItemSchema),
  refused: z.array(refusedItemSchema),
  moreRefused: z.number().int().min(0),
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
  /** Right before and right after each change. */
  z.looseObject({
    event: z.literal('doing'),
    ...common,
    kind: z.enum(['save', 'archive']),
    name: z.string(),
    before: z.string().nullable(),
  }),
  z.looseObject({ event: z.literal('did'), ...common, item: appliedItemSchema }),
  z.looseObject({ event: z.literal('applied'), ...common, report: cycleReportSchema }),
  z.looseObject({ event: z.literal('failed'), ...common, reason: z.string() }),
  z.looseObject({ event: z.literal('undone'), ...common, names: z.array(z.string()) }),
])
export type CycleLine = z.infer<typeof cycleLineSchema>

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
  doing: { kind: 'save' | 'archive'; name: string; before: string | null }[]
  did: AppliedItem[]
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
    const nothingYet = { unread: 0, output: null, doing: [], did: [], report: null, reason: null, endedAt: null }
    book.set(line.id, { ...begun, status: 'begun', ...nothingYet })
    return
  }
  const cycle = book.get(line.id)
  if (cycle !== undefined) follow(cycle, line)
}

function follow(cycle: Cycle, line: Exclude<CycleLine, { event: 'begun' }>): void {
  switch (line.event) {
    case 'unread':
      cycle.unread++
      return
    case 'submitted':
      cycle.status = 'applying'
      cycle.output = line.output
      return
    case 'doing':
      cycle.doing.push({ kind: line.kind, name: line.name, before: line.before })
      return
    case 'did':
      cycle.did.push(line.item)
      return
    case 'applied':
      Object.assign(cycle, { status: 'applied', report: line.report, endedAt: line.at })
      return
    case 'failed':
      Object.assign(cycle, { status: 'failed', reason: line.reason, endedAt: line.at })
      return
    case 'undone':
      Object.assign(cycle, { status: 'undone', endedAt: line.at })
  }
}

/** Whether somebody may still answer it. */
export function isOpen({ status, leaseUntil }: Cycle, now: Date): boolean {
  return status === 'begun' && now.getTime() < Date.parse(leaseUntil)
}

export function reportOf(applied: AppliedItem[], refused: RefusedItem[]): CycleReport {
  const short = (reason: string) =>
    reason.length > REASON_CHARS_MAX ? `${reason.slice(0, REASON_CHARS_MAX)}…` : reason
  const kept = refused.slice(0, REPORT_ITEMS_MAX).map((item) => ({ ...item, reason: short(item.reason) }))
  return { applied, refused: kept, moreRefused: Math.max(0, refused.length - kept.length) }
}
