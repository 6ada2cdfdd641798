// How a skill stands, as a person would say it. Pure.
import type { WholeDetail } from './skill-data.ts'

const STATES: Record<string, string> = {
  candidate: 'a candidate that nobody has verified yet',
  verified: 'verified',
  released: 'released',
  degraded: 'degraded, because it has been failing',
  deprecated: 'deprecated',
  archived: 'archived',
}
const SHOWN: Record<string, string> = {
  hidden: 'Agents are not shown it.',
  'on-request': 'Agents may load it by name; it is not brought up.',
  'listed-warn': 'Agents are shown it, with a warning.',
  listed: 'Agents are shown it where it fits.',
}
const APPROVALS: Record<string, string> = {
  approved: 'A person approved these very bytes',
  pending_review: 'Nobody has approved its text',
  needs_reapproval: 'Nobody has approved these very bytes',
}

type Stood = Pick<WholeDetail, 'standing' | 'provenance' | 'declared'>

export function standingSentence({ standing, provenance, declared }: Stood): string {
  const { origin, lifecycle, approval, exposure, executable, pinned } = standing
  const approved =
    origin === 'builtin' && approval === 'approved' ? 'Its text came with Skill Cortex' : APPROVALS[approval]
  const isAsking = Object.values(declared).some((asked) => asked.length > 0)
  const applies = !isAsking ? '' : executable ? ', so its policy applies' : ', so its policy does not apply'
  return [
    `${writtenBy(origin, provenance)}; it is ${STATES[lifecycle] ?? lifecycle}.`,
    `${approved}${applies}.`,
    SHOWN[exposure],
    ...(pinned ? ['It is pinned: only a person changes it.'] : []),
  ].join(' ')
}

function writtenBy(origin: string, { via, author }: WholeDetail['provenance']): string {
  if (origin === 'builtin') return 'A starter skill that came with Skill Cortex'
  if (origin === 'human') return 'Written by a person'
  if (via === 'import') return author === null ? 'Imported' : `Imported from ${author}`
  return author === null ? 'Written by an agent' : `Written by an agent through ${author}`
}
