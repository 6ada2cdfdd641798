// The regression cases of recall as a list with their trend, without running them.
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { EvalHistory, EvalRun } from '../domain/eval-history.ts'
import { casesFromUse, type Place, type RecallCase } from '../domain/recall-case.ts'
import { type EvalParts, keptCases } from './eval-recall.ts'

/** @property places with learning in the last runs, the newest last; empty for one that never ran. */
export type ListedCase = { case: RecallCase; places: Place[] }
export type CaseList = { cases: ListedCase[]; runs: EvalRun[]; faults: Diagnostic[] }

/** A person's own first, then those from use; each by id. */
export async function listCases(parts: Pick<EvalParts, 'learner' | 'caseFile' | 'history'>): Promise<CaseList> {
  await parts.learner.levelSoon()
  const { cases: kept, faults } = await keptCases(parts.caseFile)
  const history = await parts.history.read()
  const used = casesFromUse(parts.learner.all())
  const own = [...kept].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { cases: [...own, ...used].map((each) => listed(each, history)), runs: history.runs, faults }
}

function listed(each: RecallCase, { places }: EvalHistory): ListedCase {
  return { case: each, places: Object.hasOwn(places, each.id) ? (places[each.id] ?? []) : [] }
}
