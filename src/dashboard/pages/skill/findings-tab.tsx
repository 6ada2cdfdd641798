// What the scan found in a skill: where, what it looks like, and why that matters.
import { Badge, type Tone } from '../../components/badge.tsx'
import { EmptyState } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import type { WholeDetail } from './skill-data.ts'

const TONES: Record<string, Tone> = { severe: 'bad', notable: 'warn' }

export function FindingsTab({ detail: { findings, moreFindings, standing } }: { detail: WholeDetail }) {
  if (findings.length === 0) {
    return (
      <EmptyState
        icon="shield"
        title="Nothing found"
        text={
          standing.approval === 'approved'
            ? 'A person approved these very bytes, so nothing is listed of them.'
            : 'The scan found nothing that it knows. That is no proof: a text can hide what it does.'
        }
      />
    )
  }
  return (
    <ul class="findings card">
      {findings.map(({ rule, severity, path, line, excerpt, reason }) => (
        <li key={`${rule} ${path} ${line} ${excerpt}`}>
          <div class="row">
            <Badge tone={TONES[severity] ?? 'warn'}>{severity}</Badge>
            <strong>{rule}</strong>
            <span class="mono faint">
              <VisibleText text={path} />:{line}
            </span>
          </div>
          <p>
            <VisibleText text={reason} />
          </p>
          <code class="finding-excerpt">
            <VisibleText text={excerpt} />
          </code>
        </li>
      ))}
      {moreFindings > 0 && <li class="muted">And at least {moreFindings} more places.</li>}
    </ul>
  )
}
