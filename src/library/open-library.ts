// Puts the library together over its shelf: reading and changing skills, what a person decides of them, and requests that
// wait for a person.
import { noProposals, proposalsSchema } from '../domain/proposal.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'
import { openTransactionLog } from '../store/transaction-log.ts'
import { type Caller, type ChangeParts, createChanger } from './change-skill.ts'
import { createLibrary, type Library, type LibraryParts } from './library.ts'
import { mergeSkills } from './merge-skills.ts'
import { type CarryOutBinding, createRequests, type Requests } from './requests.ts'
import { createReview, type Review } from './review.ts'
import type { Standings } from './standings.ts'

export type OpenLibrary = { library: Library; review: Review; requests: Requests }

export type LibraryInputs = ChangeParts &
  Pick<LibraryParts, 'nearTo'> & {
    layout: HomeLayout
    standings: Standings
    carryOutBinding: CarryOutBinding
    newId: () => string
  }

export function openLibrary(inputs: LibraryInputs): OpenLibrary {
  const { layout, shelf, standings, now, newId } = inputs
  const transactions = openTransactionLog(layout)
  const change = createChanger(inputs)
  const library = createLibrary({ ...inputs, change })
  const isUnapproved = (name: string) => {
    const entry = shelf.entry(name)
    if (entry === undefined || entry.lifecycle === 'deprecated') return false
    const { approval } = standings.of(entry)
    // A person's own file needs nobody's yes, unless somebody gave one and it holds no longer.
    const isBroken = approval === 'needs_reapproval' && entry.record?.approval != null
    return approval === 'pending_review' || isBroken
  }
  const review = createReview({ ...inputs, change, isUnapproved })
  const document = lockedDocument(proposalsPlace(layout), proposalsSchema, noProposals)
  const merge = (target: string, source: string, caller: Caller) =>
    mergeSkills({ ...inputs, transactions }, target, source, caller)
  const requests = createRequests({ ...inputs, library, review, shelf, merge, document, newId, now })
  return { library, review, requests }
}

function proposalsPlace({ proposals, leases }: HomeLayout) {
  return { path: proposals, lock: `${leases}/proposals.lock`, what: 'the proposals' }
}
