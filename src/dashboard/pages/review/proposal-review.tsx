// What an agent asked for and only a person may do: what would happen, why it was asked, and what it is about.
import type { SkillRequest } from '../../../domain/proposal.ts'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { TextDiff } from '../../components/diff-view.tsx'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useKeys } from '../../keyboard.ts'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { ago, at } from '../../wording.ts'
import type { ToldProposal } from './review-data.ts'

export function ProposalReview({ proposal, done }: { proposal: ToldProposal; done: () => void }) {
  const { id, request, text, actor, author, via, at: when } = proposal
  const accept = async () => {
    if (
      !(await confirmed({ title: 'Accept this proposal?', text: <VisibleText text={sentence(text)} />, yes: 'Accept' }))
    )
      return
    if ((await attempt(() => api.post('/api/proposals/accept', { id }), `Done: ${text}`)) !== undefined) done()
  }
  const decline = async () => {
    const question = { title: 'Decline this proposal?', text: 'It is let go; nothing else changes.', yes: 'Decline' }
    if (!(await confirmed(question))) return
    if ((await attempt(() => api.post('/api/proposals/decline', { id }), 'Declined')) !== undefined) done()
  }
  useKeys({
    a: { does: 'Accept', run: () => void accept() },
    r: { does: 'Decline', run: () => void decline() },
  })
  return (
    <>
      <header class="review-head">
        <div>
          <h2>
            <VisibleText text={sentence(text)} />
          </h2>
          <p class="muted">
            Asked by <VisibleText text={author ?? actor} /> through {via}, <span title={at(when)}>{ago(when)}</span>
          </p>
        </div>
        <div class="row review-acts">
          <button type="button" class="button" onClick={() => void decline()}>
            Decline <kbd>r</kbd>
          </button>
          <button type="button" class="button" data-kind="primary" onClick={() => void accept()}>
            <Icon name="check" />
            Accept <kbd>a</kbd>
          </button>
        </div>
      </header>
      <blockquote class="review-reason">
        {request.reason ? <VisibleText text={request.reason} lines /> : <span class="faint">No reason was given.</span>}
      </blockquote>
      {request.kind === 'policy' && <PolicyChange request={request} />}
      {request.kind === 'merge' ? (
        <MergedTexts target={request.name} source={request.source} />
      ) : (
        <SkillText name={request.name} />
      )}
    </>
  )
}

function PolicyChange({ request }: { request: Extract<SkillRequest, { kind: 'policy' }> }) {
  const lists = ['tools', 'domains', 'credentials', 'sideEffects'] as const
  const lines = [
    ...lists.flatMap((list) => request.remove[list].map((item) => ({ sign: '-', list, item }))),
    ...lists.flatMap((list) => request.add[list].map((item) => ({ sign: '+', list, item }))),
  ]
  return (
    <section class="diff" aria-label="Change of the policy">
      <div class="diff-file">policy</div>
      {lines.map(({ sign, list, item }) => (
        <div key={`${sign}${list}${item}`} class="diff-line policy-line" data-sign={sign}>
          <span>{sign}</span>
          <span>
            {list}: <VisibleText text={item} />
          </span>
        </div>
      ))}
    </section>
  )
}

type Detail = { skill: { content: string; summary: string }; standing: { lifecycle: string } }

function useSkill(name: string) {
  return useResource(`detail ${name}`, (signal) => api.get<Detail>('/api/skills/detail', { name }, signal), ['skill.*'])
}

function SkillText({ name }: { name: string }) {
  const { data, error, reload } = useSkill(name)
  if (data === undefined) return error ? <ErrorState error={error} retry={reload} /> : <Loading />
  return (
    <section class="card">
      <div class="card-head">
        <h3>
          <a href={href(`/skills/${name}`)}>{name}</a>
        </h3>
        <span class="faint small">
          <VisibleText text={data.skill.summary} />
        </span>
      </div>
      <div class="card-pad">
        <Markdown text={data.skill.content} />
      </div>
    </section>
  )
}

function MergedTexts({ target, source }: { target: string; source: string }) {
  const into = useSkill(target)
  const from = useSkill(source)
  const error = into.error ?? from.error
  if (into.data === undefined || from.data === undefined) return error ? <ErrorState error={error} /> : <Loading />
  return (
    <>
      <p class="muted small">
        Left what stands in <a href={href(`/skills/${target}`)}>{target}</a>, right what{' '}
        <a href={href(`/skills/${source}`)}>{source}</a> says. {source} is archived.
      </p>
      <TextDiff
        file={`${target} and ${source}`}
        before={into.data.skill.content}
        after={from.data.skill.content}
        view="sides"
      />
    </>
  )
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
