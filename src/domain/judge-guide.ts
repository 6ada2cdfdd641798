// Whether a text may become the guide of a prefix, which says when to use which of its members. It is no procedure of its
// own, so it has nothing to say that none of them says.
import type { ProposedSave } from './consolidate-answer.ts'
import { CLUSTER_SKILLS_MIN, type Cluster } from './consolidate-candidates.ts'
import { judgeSave } from './judge-change.ts'
import { type Accepted, linkable } from './judge-link.ts'
import { madeUpFacts, said } from './kept-text.ts'
import type { SaveChange } from './pass-change.ts'
import { bareSkill } from './skill.ts'

export function judgeGuide(
  save: ProposedSave,
  { guide: name, members }: Cluster,
  run: Accepted,
): SaveChange[] | string {
  const { content, summary, seeAlso = [], tags = [], triggers = [], sources, reason } = save
  const standing = members.filter((member) => !run.heirs.has(member))
  if (standing.length < CLUSTER_SKILLS_MIN) return 'fewer than two skills are left for it to choose between'
  if (content === undefined) return 'a guide needs a content'
  const unnamed = standing.filter((member) => !content.includes(member))
  if (unnamed.length > 0) return `it does not name ${said(unnamed)}`
  const known = [...new Set([...members, ...sources])].flatMap((each) =>
    Object.hasOwn(run.seen, each) ? (run.library.find(each)?.skill ?? []) : [],
  )
  const text = { ...bareSkill(name, content, run.now.toISOString()), summary: summary ?? '', triggers }
  const madeUp = madeUpFacts(known, text, (fact) => run.library.find(fact) !== undefined)
  if (madeUp.length > 0) return `no skill of it says ${said(madeUp)}`
  const links = linkable([...standing, ...seeAlso], name, run)
  const patch = { content, ...(summary === undefined ? {} : { summary }), seeAlso: links, tags, triggers }
  const judged = judgeSave({ name, patch, reason }, run)
  return typeof judged === 'string' ? judged : [judged]
}
