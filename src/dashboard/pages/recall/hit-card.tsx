// A skill that came up: how sure recall is of it, and what each word of the message adds to its score.
import { Icon } from '../../components/icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { percent } from '../../wording.ts'
import { type Hit, type Share, sharesOf } from './recall-data.ts'

const COLORS_COUNT = 4

export function HitCard({ hit, rank, keep }: { hit: Hit; rank: number; keep: () => void }) {
  const { name, summary, score, confidence, reason, warning } = hit
  const shares = sharesOf(hit)
  return (
    <article class="card card-pad hit" aria-label={name}>
      <header class="hit-head">
        <span class="hit-rank number">{rank}</span>
        <div>
          <h2>
            <a href={href(`/skills/${name}`)}>{name}</a>
          </h2>
          <p class="muted">
            <VisibleText text={summary} />
          </p>
        </div>
        <dl class="hit-numbers">
          <div>
            <dt>confidence</dt>
            <dd class="number">{percent(confidence)}</dd>
          </div>
          <div>
            <dt>score</dt>
            <dd class="number">{score.toFixed(2)}</dd>
          </div>
        </dl>
      </header>
      <p class="small">
        <VisibleText text={reason} />
      </p>
      {warning !== undefined && (
        <p class="small hit-warning">
          <Icon name="alert" size={14} />
          <VisibleText text={warning} />
        </p>
      )}
      {shares.length > 0 && <Shares shares={shares} />}
      {isOperator() && (
        <footer class="hit-acts">
          <button type="button" class="button" data-kind="quiet" onClick={keep}>
            <Icon name="check" />
            Keep as a case
          </button>
        </footer>
      )}
    </article>
  )
}

function Shares({ shares }: { shares: readonly Share[] }) {
  return (
    <div class="shares">
      <div class="share-bar" aria-hidden="true">
        {shares.map(({ label, share }, i) => (
          <span key={label} style={{ width: `${share * 100}%`, background: colorAt(i) }} />
        ))}
      </div>
      <ul class="share-list" aria-label="What each word adds">
        {shares.map(({ label, where, score, share }, i) => (
          <li key={label}>
            <span class="share-dot" style={{ background: colorAt(i) }} />
            <span class="mono">
              <VisibleText text={label} />
            </span>
            <span class="faint">{where}</span>
            <span class="number">
              {score.toFixed(2)} <span class="faint">{percent(share)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function colorAt(i: number): string {
  return `var(--chart-${(i % COLORS_COUNT) + 1})`
}
