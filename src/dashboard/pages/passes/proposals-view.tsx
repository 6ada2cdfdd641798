// What a dry run showed: each change with its diff, those that would be refused with the reason. A person chooses which are
// to be made; they are judged anew when they are.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { DiffView } from '../../components/diff-view.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { counted } from '../../wording.ts'
import { changeVerb, isSkillChange, type Proposal, passTitle, type Run, type RunAnswer } from './passes-data.ts'

type ViewProps = { answer: RunAnswer; close: () => void; undo: (cycleId: string) => void }

export function ProposalsView({ answer, close, undo }: ViewProps) {
  return (
    <section class="card" aria-label="Dry run">
      <div class="card-head">
        <h2>What the model proposes</h2>
        <span class="faint small">Nothing has been changed.</span>
        <button type="button" class="button" data-kind="quiet" onClick={close}>
          Close
        </button>
      </div>
      {answer.runs.map((run) => (
        <RunProposals
          key={run.kind}
          run={run}
          proposals={answer.proposals.filter(({ pass }) => pass === run.kind)}
          undo={undo}
        />
      ))}
    </section>
  )
}

type RunProps = { run: Run; proposals: readonly Proposal[]; undo: (cycleId: string) => void }

function RunProposals({ run, proposals, undo }: RunProps) {
  const possible = proposals.filter(({ verdict }) => verdict === 'apply')
  const refused = proposals.filter(({ verdict }) => verdict === 'refuse')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<Run>()
  const [isBusy, setBusy] = useState(false)
  const choose = (proposal: Proposal, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, keyOf(proposal)] : [...chosen].filter((key) => key !== keyOf(proposal))))
  const apply = async () => {
    const changes = possible.filter((each) => chosen.has(keyOf(each))).map(({ kind, name }) => ({ kind, name }))
    setBusy(true)
    const ran = await attempt(() => api.post<Run>('/api/cycles/apply', { preview: run.preview, changes }))
    setBusy(false)
    if (ran === undefined) return
    setDone(ran)
    setChosen(new Set())
    const { cycleId } = ran
    const text =
      ran.applied.length === 0 ? 'Nothing could be carried out' : `${counted(ran.applied.length, 'change')} made`
    toast({ text, ...(cycleId !== null && ran.applied.length > 0 && { undo: () => undo(cycleId) }) })
  }
  const said = done?.refused.filter(({ reason }) => reason !== 'it was not chosen') ?? []
  return (
    <div class="passes-run">
      <h3>{passTitle(run.kind)}</h3>
      {run.reason !== null && (
        <p class={run.outcome === 'failed' ? 'passes-fault' : 'muted'}>
          <VisibleText text={run.reason} />
        </p>
      )}
      {run.outcome === 'judged' && proposals.length === 0 && <p class="muted">It proposes nothing.</p>}
      {possible.map((proposal) => (
        <ProposalCard
          key={keyOf(proposal)}
          proposal={proposal}
          isChosen={chosen.has(keyOf(proposal))}
          isMade={done?.applied.some((item) => keyOf(item) === keyOf(proposal)) ?? false}
          choose={(isOn) => choose(proposal, isOn)}
        />
      ))}
      {refused.length > 0 && (
        <RefusedList items={refused} title={`${counted(refused.length, 'proposal')} would be refused`} />
      )}
      {said.length > 0 && <RefusedList items={said} title="Refused as things stand by now" isOpen />}
      {possible.length > 0 && run.preview != null && (
        <div class="row">
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={chosen.size === 0 || isBusy}
            onClick={() => void apply()}
          >
            {chosen.size === 0 ? 'Choose what to apply' : `Apply ${counted(chosen.size, 'change')}`}
          </button>
          <span class="faint small">The model is not asked again.</span>
        </div>
      )}
    </div>
  )
}

type CardProps = { proposal: Proposal; isChosen: boolean; isMade: boolean; choose: (isOn: boolean) => void }

function ProposalCard({ proposal, isChosen, isMade, choose }: CardProps) {
  const { kind, name, reason, files, note } = proposal
  const label = `${changeVerb(kind)} ${name}`
  return (
    <article class="passes-proposal" data-chosen={isChosen || undefined}>
      <label class="passes-choice">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isMade}
          aria-label={label}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        <span>
          <strong>
            {changeVerb(kind)} <VisibleText text={name} />
          </strong>{' '}
          {isMade && <Badge tone="good">made</Badge>}
          <br />
          <span class="muted">
            <VisibleText text={reason} />
          </span>
        </span>
      </label>
      {note !== '' && (
        <p class="passes-note">
          <VisibleText text={note} lines />
        </p>
      )}
      {files.length > 0 && (
        <details>
          <summary>What changes in {counted(files.length, 'file')}</summary>
          <DiffView files={files} />
        </details>
      )}
    </article>
  )
}

export function RefusedList({
  items,
  title,
  isOpen = false,
}: {
  items: readonly { kind: string; name: string; reason: string }[]
  title: string
  isOpen?: boolean
}) {
  return (
    <details class="passes-refused" open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {items.map(({ kind, name, reason }, i) => (
          <li key={i}>
            {changeVerb(kind)} <ChangedName kind={kind} name={name} />: <VisibleText text={reason} />
          </li>
        ))}
      </ul>
    </details>
  )
}

export function ChangedName({ kind, name }: { kind: string; name: string }) {
  if (!isSkillChange(kind)) return <VisibleText text={name} />
  return (
    <a href={href(`/skills/${name}`)}>
      <VisibleText text={name} />
    </a>
  )
}

function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${name}`
}
