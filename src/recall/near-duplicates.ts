// Which skills of the library say nearly what a new one says. The index gives the candidates, so that a save costs two
// searches and not a comparison with every skill; a skill that shares no search word with the new one is never near.
import { analyze } from '../domain/analyzer.ts'
import { isComparable, NEAR_DUPLICATE_MIN, type SkillWords, similarityTo } from '../domain/similarity.ts'
import type { NearSkill } from '../domain/skill-refusal.ts'
import type { SkillIndex } from './skill-index.ts'

const CANDIDATES_MAX = 10
// Enough of the text to find a copy under another name and summary.
const CONTENT_CHARS_SEARCHED = 400

/** Nearest first, equal ones by name. Never the skill itself. */
export function findNearDuplicates(
  skill: SkillWords,
  index: Pick<SkillIndex, 'search'>,
  find: (name: string) => SkillWords | undefined,
): NearSkill[] {
  if (!isComparable(skill)) return []
  // As terms, not as a message: nothing here is a typo.
  const wordings = [`${skill.name} ${skill.summary}`, skill.content.slice(0, CONTENT_CHARS_SEARCHED)]
  const hits = wordings.flatMap((wording) => index.search(analyze(wording), CANDIDATES_MAX).hits)
  const names = new Set(hits.map(({ name }) => name))
  names.delete(skill.name)
  const similarity = similarityTo(skill)
  return [...names]
    .flatMap((name) => find(name) ?? [])
    .map((other) => ({ name: other.name, summary: other.summary, similarity: similarity(other) }))
    .filter((near) => near.similarity >= NEAR_DUPLICATE_MIN)
    .sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1))
}
