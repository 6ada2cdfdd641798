// How the trust in a peer came to be what it is: a step for each assessment, between full distrust and full trust.
import { signed } from '../beliefs/beliefs-data.ts'
import type { Assessment } from './peers-data.ts'

const TRUST_MAX = 10
const HEIGHT = 96
const WIDTH = 840
const PAD = 14
const SCALE_WIDTH = 34

export function TrustLine({ history }: { history: readonly Assessment[] }) {
  const x = (i: number) =>
    SCALE_WIDTH + PAD + (history.length < 2 ? 0.5 : i / (history.length - 1)) * (WIDTH - SCALE_WIDTH - 2 * PAD)
  const y = (trust: number) => PAD + ((TRUST_MAX - trust) / (2 * TRUST_MAX)) * (HEIGHT - 2 * PAD)
  const points = history.map(({ trust }, i) => `${x(i).toFixed(1)},${y(trust).toFixed(1)}`).join(' ')
  const said = history.map(({ trust }) => signed(trust)).join(', ')
  return (
    <svg class="peers-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Trust, oldest first: ${said}`}>
      {[TRUST_MAX, 0, -TRUST_MAX].map((trust) => (
        <text key={trust} class="peers-scale" x={SCALE_WIDTH - 4} y={y(trust) + 4}>
          {signed(trust)}
        </text>
      ))}
      <line class="peers-zero" x1={SCALE_WIDTH} x2={WIDTH} y1={y(0)} y2={y(0)} />
      <polyline points={points} fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" />
      {history.map(({ assessment_id, trust, proposed_trust }, i) => (
        <g key={assessment_id}>
          {proposed_trust !== trust && <circle class="peers-proposed" cx={x(i)} cy={y(proposed_trust)} r="3" />}
          <circle class="peers-point" cx={x(i)} cy={y(trust)} r="4" />
        </g>
      ))}
    </svg>
  )
}
