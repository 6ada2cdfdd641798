// Which skills of a whole library say nearly the same, two by two. It is the likeness of similarity.ts, made affordable
// for ten thousand skills: every text is weighed once, and a skill is compared only with those that share its rare words.
// Pure, and a generator: it stops after every skill, so that whoever runs it may let others in between.
import { type JoinText, joinedCosine, joinTexts } from './likeness-join.ts'
import {
  COMPARED_TERMS_MIN,
  cosine,
  NEAR_DUPLICATE_MIN,
  type SkillWords,
  similarityOf,
  type TermWeights,
  termWeights,
  weighed,
} from './similarity.ts'

// Contents below NEAR_DUPLICATE_MIN are near only with summaries that are: 0.2 name + 0.3 summary + 0.5 content with a
// name of 1 and a content of 0.75 is 0.75 from a summary of 0.583 on.
const SUMMARY_MIN = 0.58
// Below this an equal name and summary make no two skills near.
const CONTENT_MIN = 0.5
const NOTHING: TermWeights = new Map()

/** @property a the name that comes first. */
export type NearPair = { a: string; b: string; similarity: number }

/**
 * Each pair of at least NEAR_DUPLICATE_MIN once, in the order of names; a skill is none with itself. Texts of a few words
 * are like any other and are left out. Of dozens of copies of one text each is paired with a dozen of the others.
 * Ten thousand skills of 3,000 characters take some seconds, most of it for cutting their texts into terms.
 * @param wanted only the pairs of this skill.
 */
export function* findNearPairs(skills: readonly SkillWords[], wanted?: string): Generator<undefined, NearPair[]> {
  const byContent = yield* joinTexts(contentWeights(skills), NEAR_DUPLICATE_MIN)
  const isStub = (i: number) => byContent.texts[i]!.terms.length === 0
  const summaries = skills.map(({ summary }, i) => (isStub(i) ? NOTHING : termWeights(summary)))
  const bySummary = yield* joinTexts(summaries, SUMMARY_MIN)
  const compare = comparer(skills, byContent.texts, bySummary.texts)
  const among = wanted === undefined ? 'earlier' : 'all'
  const pairs = new Map<string, NearPair>()
  for (const [i, { name }] of skills.entries()) {
    if (wanted !== undefined && name !== wanted) continue
    for (const j of new Set([...byContent.near(i, among), ...bySummary.near(i, among)])) {
      const similarity = compare(i, j)
      const [a, b] = [name, skills[j]!.name].sort() as [string, string]
      if (a !== b && similarity >= NEAR_DUPLICATE_MIN) pairs.set(`${a} ${b}`, { a, b, similarity })
    }
    yield
  }
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair)
}

function* contentWeights(skills: readonly SkillWords[]): Generator<TermWeights> {
  for (const { content } of skills) {
    const weights = termWeights(content)
    yield weights.size < COMPARED_TERMS_MIN ? NOTHING : weights
  }
}

// Most candidates part at their contents, which costs a microsecond.
function comparer(skills: readonly SkillWords[], contents: readonly JoinText[], summaries: readonly JoinText[]) {
  const names = skills.map(({ name }) => weighed(name))
  return (i: number, j: number) => {
    const content = skills[i]!.content === skills[j]!.content ? 1 : joinedCosine(contents[i]!, contents[j]!)
    if (content < CONTENT_MIN) return content
    const summary = joinedCosine(summaries[i]!, summaries[j]!)
    return similarityOf({ name: cosine(names[i]!, names[j]!), summary, content })
  }
}
