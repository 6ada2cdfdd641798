// What a text seems to touch beside what it says that it touches. Observed, not authoritative: a text can hide what it does.
import type { FactList, ReviewFacts } from '../../../domain/review-facts.ts'
import type { Policy } from '../../../domain/skill.ts'
import { Badge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { bytesText } from '../../wording.ts'

const OBSERVED = [
  ['hosts', 'Hosts'],
  ['credentials', 'Credentials'],
  ['environment', 'Environment'],
  ['commands', 'Commands'],
  ['tools', 'Tools'],
] as const
const DECLARED = [
  ['tools', 'Tools'],
  ['domains', 'Domains'],
  ['credentials', 'Credentials'],
  ['sideEffects', 'Side effects'],
] as const

export function ObservedFacts({ facts, policy }: { facts: ReviewFacts; policy: Policy }) {
  return (
    <div class="facts-sides">
      <section class="card card-pad">
        <h3>It declares</h3>
        <dl class="facts">
          {DECLARED.flatMap(([key, label]) => [
            <dt key={key}>{label}</dt>,
            <dd key={`${key} list`}>
              {policy[key].length === 0 ? <span class="faint">none</span> : <Names names={policy[key]} />}
            </dd>,
          ])}
        </dl>
      </section>
      <section class="card card-pad">
        <h3>Observed in it</h3>
        <dl class="facts">
          {OBSERVED.flatMap(([key, label]) => [
            <dt key={key}>{label}</dt>,
            <dd key={`${key} list`}>
              <Observed list={facts[key]} />
            </dd>,
          ])}
          <dt>Files</dt>
          <dd>
            {facts.files.length === 0 && <span class="faint">none</span>}
            {facts.files.map(({ path, size }) => (
              <div key={path}>
                <VisibleText text={path} /> <span class="faint">{bytesText(size)}</span>
              </div>
            ))}
          </dd>
        </dl>
      </section>
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <span class="row">
      {names.map((name) => (
        <code key={name}>
          <VisibleText text={name} />
        </code>
      ))}
    </span>
  )
}

function Observed({ list }: { list: FactList }) {
  if (list.total === 0) return <span class="faint">none</span>
  return (
    <span class="row">
      {list.found.map(({ name, undeclared }) => (
        <Badge key={name} tone={undeclared ? 'warn' : 'neutral'} {...(undeclared && { title: 'Not declared' })}>
          <VisibleText text={name} />
          {undeclared && <span class="visually-hidden">, not declared</span>}
        </Badge>
      ))}
      {list.total > list.found.length && <span class="faint">and {list.total - list.found.length} more</span>}
    </span>
  )
}
