// Peers as text for people. Words of others stand in quotation marks.
import { quoted } from '../domain/peer-text.ts'
import { signed } from '../domain/peer-trust.ts'
import type { PeerDetail, PeerList, PeerSummary, ShownInteraction } from '../domain/peer-view.ts'
import { columns } from './columns.ts'
import { ago, counted, day, listed, shortened } from './wording.ts'

const PEER_CHARS_SHOWN = 60

export function peerListText({ peers, total }: PeerList, now: Date): string {
  if (total === 0) return 'No peer is on record yet: record_interaction and /api/events note what passes with one.'
  const rows = peers.map((peer) => [
    shortened(peer.peer_id, PEER_CHARS_SHOWN),
    trustText(peer),
    `${peer.info_score}/10`,
    String(peer.interactions),
    String(peer.unassessed),
    peer.last_seen === null ? '' : ago(peer.last_seen, now),
    peer.promise_overdue_since === null ? '' : 'promise overdue',
  ])
  const heads = ['peer', 'trust', 'info', 'interactions', 'since assessed', 'last met', 'note']
  const count = peers.length < total ? `${peers.length} of ${counted(total, 'peer')}` : counted(total, 'peer')
  return `${columns(heads, rows)}\n\n${count}.`
}

type Counts = Record<
  'peers' | 'interactions' | 'assessed' | 'trusted' | 'distrusted' | 'unassessed' | 'overdue',
  number
>

export function peerSummaryText(counts: Counts): string {
  if (counts.peers === 0) return 'No peer is on record yet.'
  return [
    `${counted(counts.peers, 'peer')}, ${counted(counts.interactions, 'interaction')}.`,
    `Assessed: ${counts.assessed}; trusted ${counts.trusted}, distrusted ${counts.distrusted}.`,
    `With something that was not assessed yet: ${counts.unassessed}. With a promise overdue: ${counts.overdue}.`,
  ].join('\n')
}

export function peerText({ history, recent, ...peer }: PeerDetail, now: Date): string {
  const met =
    peer.first_seen === null ? 'never met' : `met since ${day(peer.first_seen)}, last ${ago(peer.last_seen ?? '', now)}`
  return [
    peer.peer_id,
    `${counted(peer.interactions, 'interaction')} (${peer.incoming} in, ${peer.outgoing} out), ${met}.`,
    `Info ${peer.info_score}/10: how much there is to go by. Trust ${trustText(peer)}.`,
    ...(peer.unassessed === 0 ? [] : [`${counted(peer.unassessed, 'interaction')} since the last assessment.`]),
    ...(peer.promise_overdue_since === null ? [] : [`A promise is overdue since ${peer.promise_overdue_since}.`]),
    ...section('Assessments', history.map(assessmentLine)),
    ...section('The last that passed', recent.map(interactionLine)),
  ].join('\n')
}

function trustText({ trust }: Pick<PeerSummary, 'trust'>): string {
  return trust === null ? 'not assessed' : signed(trust)
}

function section(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${head}:`, ...lines]
}

function assessmentLine(assessment: PeerDetail['history'][number]): string {
  const { timestamp, trust, proposed_trust, info_score, rationale, source, cycle } = assessment
  const by = [source, ...(cycle === null ? [] : [cycle])]
  const held = proposed_trust === trust ? '' : ` (${signed(proposed_trust)} was proposed)`
  return `  ${day(timestamp)}  ${signed(trust)}${held}, info ${info_score}, ${listed(by)}: ${quoted(rationale)}`
}

function interactionLine({ timestamp, direction, channel, preview, promise }: ShownInteraction): string {
  const where = channel === null ? '' : ` by ${channel}`
  const said = preview === null ? '' : `: ${quoted(preview)}`
  const due = promise === null ? '' : ` (promised by ${promise.due}: ${quoted(promise.text)})`
  return `  ${timestamp}  ${direction}${where}${said}${due}`
}
