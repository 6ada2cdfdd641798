// What `beliefs` and `reflections` say to people.
import type { Consultation } from '../domain/consultation.ts'
import type { Directive } from '../domain/directive-book.ts'
import { signed } from '../domain/peer-trust.ts'
import type { ShownBelief } from '../reflection/belief-store.ts'
import type { ReflectionRow } from '../reflection/reflection-book.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

/** @param last the last reflection that was applied. */
export function beliefsText(beliefs: readonly ShownBelief[], last: ReflectionRow | undefined): string {
  const when = last === undefined ? 'no reflection yet' : `last reflection: ${last.at.slice(0, 16)}Z`
  if (beliefs.length === 0) return `No belief stands (${when}).`
  return [`${counted(beliefs.length, 'belief')} (${when}):`, ...beliefs.map(beliefLine)].join('\n')
}

function beliefLine({ key, peerId, value, minutesLeft, superseded, trust, pinned, source }: ShownBelief): string {
  const left = pinned ? 'pinned' : `${Math.ceil(minutesLeft ?? 0)} active minutes left`
  const by = source === 'operator' ? 'by you' : `cycle ${source}`
  const newer =
    superseded === null
      ? ''
      : `\n  superseded: formed at trust ${signed(trust ?? 0)}, now ${signed(superseded.trust)} since ${superseded.at.slice(0, 10)}`
  return `- ${key}${peerId === null ? '' : ` (${peerId})`}: ${value}\n  ${left}, ${by}${newer}`
}

export function reflectionsText(
  rows: readonly ReflectionRow[],
  directives: readonly Directive[],
  consultations: readonly Consultation[],
): string {
  const parts = [
    rows.length === 0 ? 'No reflection was begun yet.' : `${table(rows)}${summaries(rows)}`,
    ...(directives.length === 0 ? [] : [['Directives:', ...directives.map(directiveLine)].join('\n')]),
    ...(consultations.length === 0 ? [] : [['Consultations:', ...consultations.map(consultationLine)].join('\n')]),
  ]
  return parts.join('\n\n')
}

function table(rows: readonly ReflectionRow[]): string {
  const cells = rows.map((row) => [
    ...[String(row.cycle), row.id, `${row.at.slice(0, 16)}Z`, row.status, row.triggers.join(', ') || 'asked'],
    row.elapsedSeconds === null ? '-' : `${row.elapsedSeconds} s`,
    ...[row.peersAssessed.length, row.beliefsAdded.length + row.beliefsReaffirmed.length].map(String),
    ...[row.directivesIssued, row.refused].map(String),
  ])
  const heads = ['#', 'cycle', 'begun', 'status', 'because of', 'took', 'assessed', 'beliefs', 'directives', 'refused']
  return columns(heads, cells)
}

function summaries(rows: readonly ReflectionRow[]): string {
  return rows
    .flatMap(({ cycle, summary, reason }) => {
      const said = reason ?? summary
      return said === null || said === '' ? [] : [`\n#${cycle}: ${said}`]
    })
    .join('')
}

function directiveLine({ id, state, text, peerId, expiresAt }: Directive): string {
  return `- ${id} ${state}${peerId === null ? '' : ` (${peerId})`}: ${text} (until ${expiresAt.slice(0, 16)}Z)`
}

function consultationLine({ id, state, decision, verdict, reasoning }: Consultation): string {
  return `- ${id} ${verdict ?? state}: ${decision}${reasoning === null ? '' : `\n  ${reasoning}`}`
}
