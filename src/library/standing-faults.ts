// What `check` finds wrong with what waits for a person, and with what the records say of other skills.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type Proposal, requestText } from '../domain/proposal.ts'
import type { Draft, Lifecycle, SkillRecord } from '../domain/record.ts'
import { shown } from '../domain/skill-error.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Requests } from './requests.ts'
import type { Shelf } from './shelf.ts'

type Parts = { store: Pick<SkillStore, 'blob'>; shelf: Pick<Shelf, 'entry'>; requests: Pick<Requests, 'open'> }

export async function standingFaults(home: Parts, records: readonly SkillRecord[]): Promise<Diagnostic[]> {
  const known = new Set(records.map((record) => record.name))
  const isKnown = (name: string) => known.has(name) || home.shelf.entry(name) !== undefined
  const found: Diagnostic[] = []
  for (const { name, draft, supersededBy, lifecycle } of records) {
    if (draft !== null) found.push(...(await draftFaults(home, name, draft)))
    if (supersededBy !== null && !isKnown(supersededBy)) found.push(danglingSuccessor(name, supersededBy, lifecycle))
  }
  const isThere = (name: string) => home.shelf.entry(name) !== undefined
  for (const proposal of await home.requests.open()) {
    const gone = namesOf(proposal).filter((name) => !isThere(name))
    if (gone.length > 0) found.push(proposalWithoutSkill(proposal, gone))
  }
  return found
}

async function draftFaults({ store, shelf }: Parts, name: string, draft: Draft): Promise<Diagnostic[]> {
  if ((await store.blob(draft.digest)) === undefined) return [lostDraft(name, draft)]
  const live = shelf.entry(name)?.digest
  if (draft.base === null || draft.base === live) return []
  if (live === undefined) return [draftOfGone(name, draft)]
  // A base that is kept can be compared with what is live, and the person decides.
  return (await store.blob(draft.base)) === undefined ? [baseGone(name, draft)] : []
}

function lostDraft(name: string, { version }: Draft): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'draft-lost', file: recordOf(name) },
    expected: `the text of its draft (version ${version})`,
    received: 'none: it was not kept, or is damaged',
    fix: `Let it go: skill-cortex reject ${name} --discard --note "its text is lost"`,
  }
}

function draftOfGone(name: string, { version }: Draft): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'draft-base-gone', file: recordOf(name) },
    expected: `that the skill still stands whose text its draft (version ${version}) changes`,
    received: 'none of this name',
    fix: `Restore it (skill-cortex restore ${name}) or let the draft go (skill-cortex reject ${name} --discard --note TEXT).`,
  }
}

function baseGone(name: string, { version }: Draft): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'draft-base-gone', file: recordOf(name) },
    expected: `the text that its draft (version ${version}) was made from`,
    received: 'none: what is live has changed since, and that text was not kept',
    fix: `Look at it (skill-cortex show ${name} --draft), save what you want of it, then: skill-cortex reject ${name} --discard --note TEXT`,
  }
}

function danglingSuccessor(name: string, supersededBy: string, lifecycle: Lifecycle): Diagnostic {
  const back = lifecycle === 'archived' ? 'restore' : 'promote'
  return {
    ...{ severity: 'warning', code: 'dangling-superseded-by', file: recordOf(name) },
    expected: '"supersededBy": a skill that is there, or was',
    received: `"${shown(supersededBy)}"`,
    fix: `Name another: skill-cortex ${back} ${name}, then skill-cortex deprecate ${name} --use NAME`,
  }
}

function proposalWithoutSkill({ id, request }: Proposal, gone: string[]): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'proposal-without-skill', file: 'cortex/proposals.json' },
    expected: `for proposal ${id} (${requestText(request)}) skills that are there`,
    received: `no ${gone.map((name) => `"${shown(name)}"`).join(' and no ')}`,
    fix: 'Decline it: skill-cortex review',
  }
}

function namesOf({ request }: Proposal): string[] {
  switch (request.kind) {
    case 'merge':
      return [request.name, request.source]
    case 'deprecate':
      return request.supersededBy === null ? [request.name] : [request.name, request.supersededBy]
    case 'archive':
    case 'promote':
    case 'policy':
    case 'bind':
    case 'unbind':
      return [request.name]
  }
}

function recordOf(name: string): string {
  return `cortex/records/${name}.json`
}
