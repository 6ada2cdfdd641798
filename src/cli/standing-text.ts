// How a skill stands, as lines for people: who vouched for it, who is shown it, what it may touch, and what waits.
import { printableLine } from '../domain/printable.ts'
import type { SkillRecord } from '../domain/record.ts'
import type { Policy } from '../domain/skill.ts'
import type { Standing } from '../domain/standing.ts'
import { day, listed, stars } from './wording.ts'

const MARK_CHARS_KEPT = 400

/** The lines of a skill that stands, or stood. Each is one line on the screen, whatever the record holds. */
export function standingLines(name: string, standing: Standing, record: SkillRecord | undefined): string[] {
  const draft = record?.draft
  return [
    `Tier ${standing.tier} of 4 (${stars(standing.tier)}). ${approvalText(standing, record)} ${executableText(standing)}`,
    exposureText(standing),
    ...(standing.pinned ? ['Pinned: only a person changes it.'] : []),
    ...(draft == null ? [] : [`A draft (version ${draft.version}) waits for a person: skill-cortex approve ${name}`]),
    ...(record?.rejection == null ? [] : [rejectionText(record.rejection)]),
  ].map(printableLine)
}

/** What stands behind the name in a list: why it is shown less than others, and whether a draft waits. */
export function markText({ exposure, warnings, draft }: Standing): string {
  const said = warnings[0] === undefined ? [] : [warnings[0]]
  const rank = exposure === 'hidden' ? 'hidden: ' : exposure === 'on-request' ? 'on request: ' : ''
  return [`${rank}${said.join('')}`, ...(draft ? ['a draft waits'] : [])].filter((part) => part !== '').join('; ')
}

export function approvalText({ approval, origin }: Standing, record: SkillRecord | undefined): string {
  const grant = record?.approval
  if (approval === 'approved') {
    return grant == null && origin === 'builtin'
      ? 'Its text came with Skill Cortex.'
      : `Its text was approved${grant == null ? '' : ` on ${day(grant.at)}`}.`
  }
  if (grant != null) return `Its text has changed since it was approved on ${day(grant.at)}.`
  return 'Nobody has approved its text.'
}

function executableText({ executable }: Standing): string {
  return executable
    ? 'Its policy applies, and a host may run its scripts.'
    : 'Its policy does not apply, and no host may run its scripts.'
}

function exposureText({ exposure, warnings }: Standing): string {
  const why = warnings.length === 0 ? '' : `: ${listed(warnings.map((warning) => warning.slice(0, MARK_CHARS_KEPT)))}`
  switch (exposure) {
    case 'hidden':
      return `Hidden from agents${why}.`
    case 'on-request':
      return `Agents may load it by name; it is not brought up${why}.`
    case 'listed-warn':
      return `Brought up with a warning${why}.`
    case 'listed':
      return why === '' ? 'Brought up where it fits.' : `Brought up where it fits${why}.`
  }
}

export function rejectionText({ at, note }: { at: string; note: string }): string {
  return `Rejected on ${day(at)}: ${note}`
}

/** What the policy allows, in one line. */
export function policyText({ tools, domains, credentials, sideEffects }: Policy): string {
  const parts: [label: string, items: string[]][] = [
    ['tools', tools],
    ['domains', domains],
    ['credentials', credentials],
    ['side effects', sideEffects],
  ]
  const said = parts.filter(([, items]) => items.length > 0).map(([label, items]) => `${label} ${listed(items)}`)
  return printableLine(said.length === 0 ? 'Policy: it asks for nothing.' : `Policy: ${said.join('; ')}.`)
}
