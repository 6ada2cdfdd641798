// What an agent or a pass asked for and may not do: kept with who, why and what stood then, until a person answers.
import { z } from 'zod'
import { bindingSpecSchema } from './binding.ts'
import { spelledSpec } from './binding-change.ts'
import { bindingText } from './binding-text.ts'
import { policyChangeText, spelledChange } from './policy-change.ts'
import { actorSchema } from './record.ts'
import { policySchema } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'

/** Beyond that an agent is told to have the person look at the queue first: nothing is dropped unseen. */
export const PROPOSALS_MAX = 200
export const PROPOSAL_NOTE_CHARS_MAX = 2_000

const reason = z.string().max(PROPOSAL_NOTE_CHARS_MAX).nullable()

/** A change of the library as data: asked by anybody, carried out as whoever may. */
export const skillRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('archive'), name: z.string(), reason }),
  z.object({ kind: z.literal('promote'), name: z.string(), reason }),
  z.object({ kind: z.literal('deprecate'), name: z.string(), reason, supersededBy: z.string().nullable() }),
  z.object({ kind: z.literal('merge'), name: z.string(), source: z.string(), reason }),
  z.object({ kind: z.literal('policy'), name: z.string(), add: policySchema, remove: policySchema, reason }),
  // `base`: the version that is changed; null for a new one, which gets this id.
  z.object({
    kind: z.literal('bind'),
    name: z.string(),
    binding: z.string(),
    base: z.number().nullable(),
    spec: bindingSpecSchema,
    /** Whose idea it was, whoever says yes to it. */
    by: actorSchema,
    reason,
  }),
  z.object({
    kind: z.literal('unbind'),
    name: z.string(),
    binding: z.string(),
    base: z.number().nullable(),
    reason,
  }),
])
export type SkillRequest = z.infer<typeof skillRequestSchema>
export type BindingRequest = Extract<SkillRequest, { kind: 'bind' | 'unbind' }>

export const proposalSchema = z.object({
  id: z.string(),
  request: skillRequestSchema,
  actor: actorSchema,
  via: z.string(),
  author: z.string().nullable(),
  at: z.string(),
  /** Digest of the skill's file when it was asked; null when there was none. */
  digest: z.string().nullable(),
})
export type Proposal = z.infer<typeof proposalSchema>

export const proposalsSchema = z.object({ open: z.array(proposalSchema) })
export type Proposals = z.infer<typeof proposalsSchema>
export const noProposals = (): Proposals => ({ open: [] })

/** In the one spelling in which it is shown, written down and carried out. @throws `bad-input` for what has no such. */
export function spelledRequest(request: SkillRequest): SkillRequest {
  if (request.kind === 'bind') return { ...request, spec: spelledSpec(request.spec) }
  return request.kind === 'policy' ? { ...request, ...spelledChange(request) } : request
}

/** The same request again is the same proposal, with its newest reason. @throws `refused` when the queue is full. */
export function withProposal(proposals: Proposals, proposal: Proposal): { proposals: Proposals; id: string } {
  const same = proposals.open.find((other) => isSame(other.request, proposal.request))
  if (same !== undefined) {
    const renewed = { ...proposal, id: same.id }
    return { proposals: { open: proposals.open.map((other) => (other === same ? renewed : other)) }, id: same.id }
  }
  if (proposals.open.length >= PROPOSALS_MAX) {
    throw new SkillError(
      'refused',
      `${PROPOSALS_MAX} proposals wait for a person already`,
      'Nothing was written down. Ask the person to run: skill-cortex review',
    )
  }
  return { proposals: { open: [...proposals.open, proposal] }, id: proposal.id }
}

/** @throws `not-found` for an id that nobody waits for. */
export function proposalOf({ open }: Proposals, id: string): Proposal {
  const found = open.find((proposal) => proposal.id === id)
  if (found !== undefined) return found
  throw new SkillError(
    'not-found',
    `no proposal "${shown(id)}" waits`,
    open.length === 0
      ? 'None does.'
      : `Waiting: ${open
          .slice(0, 10)
          .map((p) => p.id)
          .join(', ')}.`,
  )
}

export function withoutProposal({ open }: Proposals, id: string): Proposals {
  return { open: open.filter((proposal) => proposal.id !== id) }
}

/** The skills that a request touches or names, the one that it is about first. */
export function requestedNames(request: SkillRequest): string[] {
  const other = request.kind === 'merge' ? request.source : request.kind === 'deprecate' ? request.supersededBy : null
  return other === null ? [request.name] : [request.name, other]
}

/** One sentence that says what would happen. */
export function requestText(request: SkillRequest): string {
  switch (request.kind) {
    case 'archive':
      return `archive "${request.name}"`
    case 'promote':
      return `promote "${request.name}"`
    case 'deprecate':
      return `deprecate "${request.name}"${request.supersededBy === null ? '' : ` in favour of "${request.supersededBy}"`}`
    case 'merge':
      return `merge "${request.source}" into "${request.name}"`
    case 'policy':
      return `change the policy of "${request.name}": ${policyChangeText(request)}`
    case 'bind': {
      const { binding, base, spec } = request
      return base === null ? `bind ${bindingText(spec)}` : `change binding "${binding}" to ${bindingText(spec)}`
    }
    case 'unbind':
      return `remove binding "${request.binding}" of "${request.name}"`
  }
}

function isSame(one: SkillRequest, other: SkillRequest): boolean {
  return requestText(one) === requestText(other)
}
