// What the scan found in a text, the gravest first, each with its place and the words it stumbled over.
import type { Finding } from '../../../domain/scan.ts'
import { Badge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'

export function Findings({ findings, more }: { findings: readonly Finding[]; more: number }) {
  if (findings.length === 0) {
    return <p class="faint small">The scan found nothing. No finding does not mean safe.</p>
  }
  return (
    <section aria-label="Findings" class="card">
      <div class="card-head">
        <h3>Findings</h3>
        <span class="faint small">No finding does not mean safe</span>
      </div>
      <ul class="findings">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.path} ${finding.line}`}>
            <Badge tone={finding.severity === 'severe' ? 'bad' : 'warn'}>{finding.rule}</Badge>
            <div>
              <p>
                <VisibleText text={finding.reason} />{' '}
                <span class="faint small">
                  <VisibleText text={`${finding.path}:${finding.line}`} />
                </span>
              </p>
              <code class="finding-excerpt">
                <VisibleText text={finding.excerpt} />
              </code>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="faint small card-pad">and at least {more} further places</p>}
    </section>
  )
}
