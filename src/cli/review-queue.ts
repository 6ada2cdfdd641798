// What waits for a person: texts that nobody has approved, and what agents asked for. What was rejected as it stands
// comes last, so that nobody has to say no twice before the rest.
import type { Proposal } from '../domain/proposal.ts'
import type { CommandHome } from './command.ts'

export type Waiting = { kind: 'text'; name: string; isRejected: boolean } | { kind: 'proposal'; proposal: Proposal }

export async function reviewQueue(home: CommandHome): Promise<Waiting[]> {
  const names = await home.review.waiting()
  const rejected = await rejectedNames(home)
  const texts = names.map((name) => ({ kind: 'text' as const, name, isRejected: rejected.has(name) }))
  const proposals = (await home.requests.open()).map((proposal) => ({ kind: 'proposal' as const, proposal }))
  return [...texts.filter((text) => !text.isRejected), ...proposals, ...texts.filter((text) => text.isRejected)]
}

async function rejectedNames({ store, shelf }: CommandHome): Promise<Set<string>> {
  const { records } = await store.records()
  const isRejected = ({ name, rejection, draft }: (typeof records)[number]) =>
    rejection !== null && rejection.digest === (draft?.digest ?? shelf.entry(name)?.digest)
  return new Set(records.filter(isRejected).map((record) => record.name))
}
