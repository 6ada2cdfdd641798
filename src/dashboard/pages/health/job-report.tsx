// What the health job would do, or did: steps by themselves, what it leaves to a person, what it leaves alone.
import { Badge, type Tone } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { counted } from '../../wording.ts'
import type { JobLeft, JobReport, JobStep } from './health-data.ts'

const OUTCOMES: Record<JobStep['outcome']['kind'], { tone: Tone; label: string }> = {
  planned: { tone: 'info', label: 'would be done' },
  done: { tone: 'good', label: 'done' },
  overtaken: { tone: 'warn', label: 'overtaken' },
  failed: { tone: 'bad', label: 'failed' },
}

export function JobReportView({ report }: { report: JobReport }) {
  const { dryRun, steps, flagged, left, total } = report
  return (
    <section class="card" aria-label="Health job">
      <div class="card-head">
        <h2>{dryRun ? 'What a run would do' : 'What the run did'}</h2>
        <span class="faint small">{counted(total, 'skill')} looked at</span>
      </div>
      {steps.length + flagged.length === 0 ? (
        <p class="card-pad muted">
          Nothing: no skill fails often enough to be degraded, and none has been unused long enough to be put away.
        </p>
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col">Step</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <StepRow key={`${step.name} ${step.step}`} step={step} />
            ))}
            {flagged.map((flag) => (
              <FlagRow key={`${flag.name} ${flag.why} ${flag.of}`} flag={flag} />
            ))}
          </tbody>
        </table>
      )}
      {left.length > 0 && (
        <details class="health-left">
          <summary>{counted(left.length, 'skill')} left alone</summary>
          <ul>
            {left.map(({ name, reason }) => (
              <li key={name}>
                <Name name={name} />: <VisibleText text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function StepRow({ step: { name, step, reason, outcome } }: { step: JobStep }) {
  const { tone, label } = OUTCOMES[outcome.kind]
  return (
    <tr>
      <td>
        <Name name={name} />
      </td>
      <td>
        <div class="row">
          {step} <Badge tone={tone}>{label}</Badge>
        </div>
      </td>
      <td class="muted">
        <VisibleText text={outcome.message ?? reason} />
      </td>
    </tr>
  )
}

function FlagRow({ flag: { name, reason, of } }: { flag: JobLeft }) {
  return (
    <tr>
      <td>
        <Name name={name} />
      </td>
      <td>
        <Badge tone="warn">for you to decide</Badge>
      </td>
      <td class="muted">
        <VisibleText text={reason} />
        {of !== undefined && (
          <>
            {' '}
            <Name name={of} />
          </>
        )}
      </td>
    </tr>
  )
}

function Name({ name }: { name: string }) {
  return (
    <a href={href(`/skills/${name}`)}>
      <VisibleText text={name} />
    </a>
  )
}
