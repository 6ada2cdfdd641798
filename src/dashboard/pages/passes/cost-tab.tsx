// What the model provider took: day by day, against the budget of a day.
import { Chart } from '../../components/chart.tsx'
import { Tile, Tiles } from '../../components/page-head.tsx'
import { EmptyState } from '../../components/states.tsx'
import { counted } from '../../wording.ts'
import type { CostAnswer } from './passes-data.ts'

export function CostTab({ cost }: { cost: CostAnswer }) {
  const { days, budget } = cost
  const sum = (key: 'calls' | 'inputTokens' | 'outputTokens' | 'money') => days.reduce((all, day) => all + day[key], 0)
  const calls = sum('calls')
  if (calls === 0) {
    return (
      <EmptyState
        icon="passes"
        title="No model was asked"
        text={`In the last ${days.length} days no call of a model provider was made. What an attached agent spends on work orders is its own.`}
      />
    )
  }
  const today = days.at(-1)
  const used = (today?.inputTokens ?? 0) + (today?.outputTokens ?? 0)
  const limits = [budget.tokens === null ? '' : `${budget.tokens.toLocaleString('en')} tokens`, budget.money ?? '']
  const limit = limits.filter((each) => each !== '').join(' and ')
  return (
    <div class="stack">
      <Tiles>
        <Tile
          label="Today"
          value={used.toLocaleString('en')}
          note={budget.tokens === null ? 'tokens' : `of ${budget.tokens.toLocaleString('en')} tokens`}
          {...(budget.tokens !== null && { share: used / budget.tokens })}
        />
        <Tile
          label={`${days.length} days`}
          value={(sum('inputTokens') + sum('outputTokens')).toLocaleString('en')}
          note="tokens"
        />
        <Tile label="Calls" value={calls.toLocaleString('en')} note="dry runs included" />
        {sum('money') > 0 && <Tile label="Money" value={sum('money').toFixed(2)} note="at the prices that are set" />}
      </Tiles>
      <section class="card card-pad">
        <h2 class="passes-chart-title">Tokens by day</h2>
        <Chart
          times={days.map(({ day }) => Date.parse(day) / 1_000)}
          series={[{ label: 'Tokens', values: days.map((day) => day.inputTokens + day.outputTokens), kind: 'bars' }]}
          label={`Tokens by day over ${counted(days.length, 'day')}, ${(sum('inputTokens') + sum('outputTokens')).toLocaleString('en')} in all.`}
        />
      </section>
      <p class="faint small">
        {limit === ''
          ? 'There is no limit for a day: set provider.tokensPerDay or provider.moneyPerDay.'
          : `The limit of a day is ${limit}.`}{' '}
        A call that was cut off counts what it had reserved.
      </p>
    </div>
  )
}
