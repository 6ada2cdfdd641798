// Whether a skill may point to others as a model proposes it, and to a guide as its parent. Links are only ever added.
import type { ProposedLink } from './consolidate-answer.ts'
import type { Cluster } from './consolidate-candidates.ts'
import { judgeSave, REPEATED_REASON } from './judge-change.ts'
import type { MergeJudging } from './judge-merge.ts'
import type { SaveChange } from './pass-change.ts'
import { shown } from './skill-error.ts'

/** Of one skill in one answer: a list of everything leads nowhere. */
const LINKS_ADDED_MAX = 5

/**
 * What an answer is judged by, and what of it is accepted so far.
 * @property saved every name that it touches. @property heirs what takes the place of each skill that it archives.
 */
export type Accepted = MergeJudging & { saved: ReadonlySet<string>; heirs: ReadonlyMap<string, string> }

/**
 * Members of a guide that was accepted get it as their parent, also where no link was asked for them. Nobody is asked about
 * that, so a skill that is not a model's to change goes without.
 */
export function withParents(
  links: readonly ProposedLink[],
  clusters: readonly Cluster[],
  run: Accepted,
): ProposedLink[] {
  const guides = clusters.filter(({ guide }) => run.saved.has(guide))
  const members = guides.flatMap(({ guide, members: own }) => own.map((member) => [member, guide] as const))
  const parents = new Map(members.filter(([name]) => isFree(name, run)))
  const asked = links.map((link) => {
    const parent = link.parent ?? parents.get(link.name)
    return parent === undefined ? link : { ...link, parent }
  })
  const others = [...parents].filter(([name]) => !links.some((link) => link.name === name))
  return [
    ...asked,
    ...others.map(([name, parent]) => ({ name, seeAlso: [], parent, reason: `"${parent}" leads to it` })),
  ]
}

export function judgeLink({ name, seeAlso, parent, reason }: ProposedLink, run: Accepted): SaveChange[] | string {
  if (run.saved.has(name)) return REPEATED_REASON
  const own = run.library.find(name)?.skill
  if (own === undefined) return `no skill is named "${shown(name)}"`
  if (parent !== undefined && !isGuideOf(parent, name, run)) return `"${shown(parent)}" is no guide of it`
  const added = linkable(seeAlso, name, run).filter((link) => !own.seeAlso.includes(link))
  if (added.length === 0 && parent === undefined) return 'it adds no link to a skill that stands'
  if (added.length > LINKS_ADDED_MAX) return `it adds ${added.length} links; at most ${LINKS_ADDED_MAX}`
  const patch = {
    ...(added.length === 0 ? {} : { seeAlso: [...own.seeAlso, ...added] }),
    ...(parent === undefined ? {} : { parent }),
  }
  const judged = judgeSave({ name, patch, reason }, run)
  if (typeof judged === 'string') return judged
  const after = [...added, ...(parent === undefined ? [] : [parent])].filter((each) => isNew(each, run))
  return [after.length === 0 ? judged : { ...judged, after }]
}

/** Each once: what stands or is saved by the same answer, the heir in the place of what is archived. */
export function linkable(names: readonly string[], own: string, run: Accepted): string[] {
  const led = names.map((name) => run.heirs.get(name) ?? name)
  const stands = (name: string) => run.library.find(name) !== undefined || run.saved.has(name)
  return [...new Set(led)].filter((name) => name !== own && stands(name))
}

function isGuideOf(parent: string, name: string, run: Accepted): boolean {
  const isThere = run.library.find(parent) !== undefined || run.saved.has(parent)
  return isThere && parent.endsWith('/guide') && name !== parent && name.startsWith(parent.slice(0, -'guide'.length))
}

function isFree(name: string, { library, saved }: Accepted): boolean {
  const judged = library.find(name)
  if (judged === undefined || saved.has(name)) return false
  return judged.skill.parent === null && judged.landing === 'live'
}

function isNew(name: string, { library, saved }: Accepted): boolean {
  return saved.has(name) && library.find(name) === undefined
}
