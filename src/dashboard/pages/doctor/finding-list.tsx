// Each finding with its place, what was expected, what came, and what to do.
import { useState } from 'preact/hooks'
import type { Diagnostic } from '../../../domain/diagnostic.ts'
import { Badge } from '../../components/badge.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Segments } from '../../components/tabs.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'

// Further ones are counted: a person mends some and looks again.
const SHOWN_MAX = 300

type Shown = 'all' | Diagnostic['severity']
const SHOWN: readonly { key: Shown; label: string }[] = [
  { key: 'all', label: 'All' },
  { key: 'error', label: 'Errors' },
  { key: 'warning', label: 'Warnings' },
]

type ListProps = { findings: readonly Diagnostic[]; repairable: ReadonlySet<string> }

/** @param repairable files of which a repair is offered. */
export function FindingList({ findings, repairable }: ListProps) {
  const [shown, setShown] = useState<Shown>('all')
  if (findings.length === 0) {
    return (
      <EmptyState icon="check" title="Nothing is wrong" text="Every file was read, and every line of the journal." />
    )
  }
  const wanted = findings.filter(({ severity }) => shown === 'all' || severity === shown)
  return (
    <div class="stack">
      <div>
        <Segments items={SHOWN} active={shown} choose={setShown} label="Show" />
      </div>
      <ul class="card doctor-list" aria-label="Findings">
        {wanted.slice(0, SHOWN_MAX).map((finding) => (
          <FindingRow
            key={`${finding.code} ${finding.file} ${finding.line} ${finding.received}`}
            finding={finding}
            isRepairable={repairable.has(finding.file)}
          />
        ))}
      </ul>
      {wanted.length === 0 && <p class="muted">None of this kind.</p>}
      {wanted.length > SHOWN_MAX && <p class="faint small">and {wanted.length - SHOWN_MAX} more</p>}
    </div>
  )
}

function FindingRow({ finding, isRepairable }: { finding: Diagnostic; isRepairable: boolean }) {
  const { severity, code, file, line, expected, received, fix } = finding
  const name = /^skills\/(.+)\.json$/.exec(file)?.[1]
  return (
    <li>
      <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Badge>
      <div>
        <p class="doctor-place">
          <code>
            <VisibleText text={line === undefined ? file : `${file}:${line}`} />
          </code>{' '}
          <span class="faint small">{code}</span>
          {isRepairable && (
            <a class="small" href={href('/doctor', { tab: 'repairs' })}>
              Can be repaired
            </a>
          )}
          {name !== undefined && severity === 'warning' && !isRepairable && (
            <a class="small" href={href(`/design/${name}`)}>
              Edit
            </a>
          )}
        </p>
        <p>
          <span class="faint">expected</span> <VisibleText text={expected} />
          <span class="faint">, got</span> <VisibleText text={received} />
        </p>
        <p class="doctor-fix">
          <VisibleText text={fix} />
        </p>
      </div>
    </li>
  )
}
