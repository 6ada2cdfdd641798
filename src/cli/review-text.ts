// What a person is shown before a yes or a no. Every line of a skill stands behind a sign ("+", "-", " " of a diff, "|" of
// a whole text), so that no text can pass itself off as one of our own sentences.
import { printableLine } from '../domain/printable.ts'
import { type Proposal, requestText } from '../domain/proposal.ts'
import { fileLines } from './file-text.ts'
import { observedLines } from './observed-text.ts'
import { scanLines } from './scan-text.ts'
import { approvalText, policyText } from './standing-text.ts'
import type { TextInReview, Written } from './text-in-review.ts'
import { ago, day, stars } from './wording.ts'

/** Who wrote it and how it stands, one sentence a line; then what it would change. */
export function inReviewText(text: TextInReview, now: Date): string {
  return [factLines(text, now).join('\n'), changeText(text)].join('\n\n')
}

/** The sentences before the text itself. */
export function factLines(text: TextInReview, now: Date): string[] {
  const { name, which, written, origins, record, standing, cautions, hash } = text
  const what = which === 'draft' ? `a draft (version ${written.version})` : `the live text (version ${written.version})`
  return [
    `${name}: ${what} waits for a yes.`,
    `${writtenText(written, now)}`,
    ...origins,
    liveText(text),
    ...(standing === undefined || which === 'live' ? [] : [approvalText(standing, record)]),
    policyText(text.policy),
    ...fileLines(text.facts.files),
    ...observedLines(text.facts),
    ...scanLines(text.scan),
    ...(standing?.warnings ?? []).map((warning) => `Warning: ${warning}.`),
    ...cautions.map((caution) => `Caution: ${caution}`),
    `Hash: ${hash}`,
  ].map(printableLine)
}

/** The diff, and the whole text where the diff does not say all. */
export function changeText(text: TextInReview): string {
  const { diff, changedSince, isWholeNeeded } = text
  const changes = diff === undefined ? [] : [diff === '' ? 'It changes nothing that can be read.' : diff]
  const since = changedSince === undefined ? [] : [`Changed meanwhile in what is live:\n\n${changedSince}`]
  return [...since, ...changes, ...(isWholeNeeded ? [wholeText(text)] : [])].join('\n\n')
}

/** All of it, each line behind a sign. */
export function wholeText({ whole, wholeFiles }: Pick<TextInReview, 'whole' | 'wholeFiles'>): string {
  const files = wholeFiles === '' ? [] : [wholeFiles]
  return [`All of it, as it would be approved:\n\n${quoted(whole)}`, ...files].join('\n\n')
}

export function proposalText(proposal: Proposal, now: Date): string {
  const { request, actor, author, via, at, id } = proposal
  return [
    `Proposal ${id}: ${requestText(request)}.`,
    `Asked for by ${actorText(actor, author)} (${via}) on ${day(at)}, ${ago(at, now)}.`,
    request.reason === null ? 'No reason was given.' : `Reason: ${request.reason}`,
  ]
    .map(printableLine)
    .join('\n')
}

export function quoted(text: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n')
}

function writtenText({ at, actor, author, via, isFirst }: Written, now: Date): string {
  const when = at === '' ? '' : ` on ${day(at)}, ${ago(at, now)}`
  if (isFirst) return `Written by ${actorText(actor, author)} (${via})${when}.`
  const first = author === null ? via : `${author} (${via})`
  return `Last changed by ${actorText(actor, null)}${when}; first brought in through ${first}.`
}

function actorText(actor: string, author: string | null): string {
  const who =
    actor === 'operator'
      ? 'a person'
      : actor === 'system'
        ? 'Skill Cortex'
        : actor === 'agent'
          ? 'an agent'
          : `the ${actor}`
  return author === null ? who : `${who} through ${author}`
}

function liveText({ which, record, standing }: TextInReview): string {
  if (standing === undefined) {
    return record.lifecycle === 'archived' ? 'Nothing is live: it is archived.' : 'Nothing is live under this name.'
  }
  const { tier, lifecycle } = standing
  const stands = `tier ${tier} of 4 (${stars(tier)}), ${lifecycle}`
  return which === 'draft' ? `Live is another text: ${stands}.` : `It stands as ${stands}.`
}
