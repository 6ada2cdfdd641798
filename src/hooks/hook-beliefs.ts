// What the agent holds to be so, for clients that are told by hooks. A hook reads no journal, so it knows neither how active
// sessions were nor all that was ever thought of a peer: it tells of those beliefs that stand whatever the journal holds, and
// leaves out the others. A damaged file adds nothing.
import { beliefBlock } from '../domain/belief-block.ts'
import { judgedPeer, type LatestTrust, surelyStanding, type ToldBelief } from '../domain/belief-standing.ts'
import { printableLine } from '../domain/printable.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { readJsonlEnd } from '../files/jsonl-file.ts'
import { readRegularFileSync } from '../files/read-file.ts'

const BYTES_MAX = 1024 * 1024
// Some hundred lines of the ledger; most homes have fewer.
const LEDGER_END_BYTES = 128 * 1024

type BeliefsAsked = {
  layout: Pick<HomeLayout, 'beliefs' | 'ledger'>
  /** The setting `reflection.beliefMinutes`, asked where there are beliefs. */
  beliefMinutes: () => number
  now: Date
  onTrouble: (error: unknown) => void
}

/** The block as a server's recall has it, of at most so many characters; empty where there is none. Never throws. */
export type HookBeliefs = (charsMax: number) => string

/** Reads the beliefs, and the end of the ledger only where one of them is about a peer that was judged. Never rejects. */
export async function readHookBeliefs({ layout, beliefMinutes, now, onTrouble }: BeliefsAsked): Promise<HookBeliefs> {
  try {
    const all = readBeliefs(layout.beliefs)
    const standing = all.length === 0 ? [] : surelyStanding(all, now, beliefMinutes())
    const needsLedger = standing.some((belief) => judgedPeer(belief) !== undefined)
    const latest = needsLedger ? await latestTrust(layout.ledger) : new Map<string, LatestTrust>()
    const known = standing.filter((belief) => {
      const peer = judgedPeer(belief)
      return peer === undefined || latest.has(peer)
    })
    return (charsMax) => beliefBlock(known, (peer) => latest.get(peer), { charsMax })
  } catch (error) {
    onTrouble(error)
    return () => ''
  }
}

function readBeliefs(path: string): ToldBelief[] {
  const text = readRegularFileSync(path, BYTES_MAX)?.bytes.toString('utf8')
  if (text === undefined) return []
  const beliefs = fields(parsed(text)).beliefs
  if (!Array.isArray(beliefs)) throw notBeliefs()
  return beliefs.flatMap((each) => toldBelief(fields(each)) ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes what is said of peers.
    throw notBeliefs()
  }
}

function notBeliefs(): Error {
  return new Error('cortex/beliefs.json: expected {"beliefs": [...]}')
}

// Written whole by us; what is of another shape is passed over.
function toldBelief(from: Fields): ToldBelief | undefined {
  const { key, value, peerId, assessmentId, trust, createdAt, lastConfirmedAt, pinned } = from
  if (!isLine(key) || !isLine(value) || !isInstant(createdAt) || !isInstant(lastConfirmedAt)) return undefined
  if (peerId !== null && !isLine(peerId)) return undefined
  if (assessmentId !== null && typeof assessmentId !== 'string') return undefined
  if ((trust !== null && typeof trust !== 'number') || typeof pinned !== 'boolean') return undefined
  return { key, value, peerId, assessmentId, trust, createdAt, lastConfirmedAt, pinned }
}

/** What is thought of each peer that the end of the ledger names: the last word there is the last of all. */
async function latestTrust(path: string): Promise<Map<string, LatestTrust>> {
  const latest = new Map<string, LatestTrust>()
  for (const line of await readJsonlEnd(path, LEDGER_END_BYTES)) {
    const { event, peer_id: peer, assessment_id: assessmentId, trust, timestamp: at } = fields(line)
    if (event !== 'assessed' || typeof peer !== 'string' || typeof assessmentId !== 'string') continue
    if (typeof trust === 'number' && isInstant(at)) latest.set(peer, { assessmentId, trust, at })
  }
  return latest
}

type Fields = Record<string, unknown>

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A line that ends nowhere but at its end, and that anybody can read. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && printableLine(value) === value
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}
