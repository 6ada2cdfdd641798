// Changes that are asked for as data. Whoever may, has them carried out at once; for everybody else a proposal is written
// down, and a person's yes carries out just that. There is one list of what can be asked: domain/proposal.ts.
import {
  type BindingRequest,
  type Proposal,
  type Proposals,
  proposalOf,
  requestText,
  type SkillRequest,
  spelledRequest,
  withoutProposal,
  withProposal,
} from '../domain/proposal.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { LockedDocument } from '../store/locked-document.ts'
import { changePolicy } from './change-policy.ts'
import type { Caller, ChangeParts } from './change-skill.ts'
import type { Library } from './library.ts'
import type { Review } from './review.ts'
import type { Shelf } from './shelf.ts'

type ProposalEvent = 'proposal-made' | 'proposal-accepted' | 'proposal-declined'

/** What was done, in words fit for a person and for a model. */
export type Done = { kind: 'done'; request: SkillRequest; version: number; lifecycle: string }
export type Proposed = { kind: 'proposed'; request: SkillRequest; id: string }

export type Requests = {
  /** @throws `needs-person` when it is not the caller's to decide; everything that the change itself throws. */
  carryOut(request: SkillRequest, caller: Caller): Promise<Done>
  /** Writes down what only a person may decide. */
  propose(request: SkillRequest, caller: Caller): Promise<Proposed>
  /** At once where the caller may, else as a proposal. */
  ask(request: SkillRequest, caller: Caller): Promise<Done | Proposed>
  /** Oldest first. */
  open(): Promise<Proposal[]>
  /** @throws `refused` for all but the operator; `not-found`. The proposal stays when carrying it out fails. */
  accept(id: string, caller: Caller): Promise<Done>
  decline(id: string, caller: Caller): Promise<Proposal>
}

/** @throws `needs-person` for all but a person, once the request itself was found to be in order. */
export type CarryOutBinding = (request: BindingRequest, caller: Caller) => Promise<{ version: number }>

export type RequestParts = {
  library: Library
  review: Review
  shelf: Shelf
  merge: (target: string, source: string, caller: Caller) => Promise<{ version: number }>
  carryOutBinding: CarryOutBinding
  document: LockedDocument<Proposals>
  appendLedger: ChangeParts['appendLedger']
  log: Log
  newId: () => string
  now: () => Date
}

export function createRequests(parts: RequestParts): Requests {
  const { document, shelf } = parts
  const carryOut = (request: SkillRequest, caller: Caller) => carriedOut(request, caller, parts)
  const propose = async (asked: SkillRequest, { actor, via, author }: Caller): Promise<Proposed> => {
    const request = spelledRequest(asked)
    const digest = (await shelf.look(request.name))?.digest ?? null
    const proposal = { id: parts.newId(), request, actor, via, author, at: parts.now().toISOString(), digest }
    const id = await document.update((before) => {
      const added = withProposal(before, proposal)
      return { value: added.proposals, result: added.id }
    })
    await tell('proposal-made', { id, request }, actor)
    return { kind: 'proposed', request, id }
  }
  // The proposal stands or is answered, and must not be refused any more.
  const tell = (event: ProposalEvent, { id, request }: Pick<Proposal, 'id' | 'request'>, actor: Actor) =>
    parts
      .appendLedger({
        event,
        actor,
        proposal: id,
        name: request.name,
        what: requestText(request),
        note: request.reason,
      })
      .catch((error) => parts.log('library', `the ledger misses a line about proposal ${id}`, error))
  const take = (id: string) => document.update((before) => ({ value: withoutProposal(before, id), result: undefined }))
  return {
    carryOut,
    propose,
    async ask(request, caller) {
      try {
        return await carryOut(request, caller)
      } catch (error) {
        if (error instanceof SkillError && error.code === 'needs-person') return propose(request, caller)
        throw error
      }
    },
    open: async () => (await document.read()).open,
    async accept(id, caller) {
      assertPerson(caller)
      const proposal = proposalOf(await document.read(), id)
      const done = await carryOut(proposal.request, caller)
      await take(id)
      await tell('proposal-accepted', proposal, caller.actor)
      return done
    },
    async decline(id, caller) {
      assertPerson(caller)
      const proposal = proposalOf(await document.read(), id)
      await take(id)
      await tell('proposal-declined', proposal, caller.actor)
      return proposal
    },
  }
}

async function carriedOut(request: SkillRequest, caller: Caller, parts: RequestParts): Promise<Done> {
  const { library, review, shelf } = parts
  const { name, reason } = request
  switch (request.kind) {
    case 'archive':
      return done(request, (await library.archive(name, caller, { reason })).version, 'archived')
    case 'promote':
    case 'deprecate': {
      const supersededBy = request.kind === 'deprecate' ? request.supersededBy : null
      const { version, to } = await review.step(name, request.kind, caller, { reason, supersededBy })
      return done(request, version, to)
    }
    case 'merge': {
      const { version } = await parts.merge(name, request.source, caller)
      return done(request, version, shelf.entry(name)?.lifecycle ?? 'candidate')
    }
    case 'policy': {
      const { version } = await changePolicy(name, request, caller, parts)
      return done(request, version, shelf.entry(name)?.lifecycle ?? 'released')
    }
    case 'bind':
    case 'unbind': {
      const { version } = await parts.carryOutBinding(request, caller)
      return done(request, version, shelf.entry(name)?.lifecycle ?? 'archived')
    }
  }
}

function done(request: SkillRequest, version: number, lifecycle: string): Done {
  return { kind: 'done', request, version, lifecycle }
}

function assertPerson({ actor }: Caller): void {
  if (actor === 'operator') return
  throw new SkillError('refused', 'only a person may answer a proposal', 'Ask the person to run: skill-cortex review')
}
