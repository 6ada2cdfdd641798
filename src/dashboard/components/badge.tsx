// A word with a colour. The colour repeats what the word says and never stands alone.
import type { ComponentChildren } from 'preact'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'accent'

export function Badge({ tone = 'neutral', title, dot = false, children }: BadgeProps) {
  return (
    <span class="badge" data-tone={tone} title={title}>
      {dot && <span class="badge-dot" />}
      {children}
    </span>
  )
}
type BadgeProps = { tone?: Tone; title?: string; dot?: boolean; children: ComponentChildren }

const LIFECYCLE_TONES: Record<string, Tone> = {
  candidate: 'warn',
  verified: 'info',
  released: 'good',
  degraded: 'bad',
  deprecated: 'bad',
  archived: 'neutral',
}

/** Green released, yellow candidate, red deprecated. */
export function LifecycleBadge({ lifecycle }: { lifecycle: string }) {
  return (
    <Badge tone={LIFECYCLE_TONES[lifecycle] ?? 'neutral'} dot>
      {lifecycle}
    </Badge>
  )
}

const APPROVALS: Record<string, { tone: Tone; label: string; title: string }> = {
  approved: { tone: 'good', label: 'approved', title: 'A person approved these very bytes' },
  pending_review: { tone: 'warn', label: 'not reviewed', title: 'Nobody has approved its text' },
  needs_reapproval: { tone: 'warn', label: 'not approved', title: 'Its text is not approved as it stands' },
}

export function ApprovalMark({ approval }: { approval: string }) {
  const { tone, label, title } = APPROVALS[approval] ?? { tone: 'neutral', label: approval, title: approval }
  return (
    <Badge tone={tone} title={title}>
      {label}
    </Badge>
  )
}
