// What registries have for a task. All are asked at once, within one time; one that fails is named and costs the others
// nothing. What is shown has been judged before: where no verdict came, it is unreviewed.
import { KEYWORDS_MIN, registryKeywords } from '../domain/registry-keywords.ts'
import { chooseOffers, isRelevant, type ListedSkill, type Offers } from '../domain/registry-offer.ts'
import { type Judgement, UNREVIEWED } from '../domain/registry-verdict.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Registries } from './open-registries.ts'
import type { Registry } from './registry.ts'

/** Of one registry, before anything is known of them: few enough for one question about verdicts. */
const LISTED_MAX = 10
/** For all of them together: somebody waits for the answer. */
const SEARCH_MS_MAX = 20_000

type Judged = { listed: ListedSkill; judgement: Judgement }
/** @property isAnswer false: it could not be searched. */
type Found = { judged: Judged[]; faults: string[]; isAnswer: boolean }

/** @param isWanted by its slug; what a person never wants suggested is left out. Never throws for what a registry does. */
export async function findOffers(
  { task, keywords, isWanted }: { task: string; keywords: readonly string[]; isWanted: (slug: string) => boolean },
  { all, isOn }: Pick<Registries, 'all' | 'isOn'>,
): Promise<Offers> {
  const nothing = (silent: string, faults: string[] = [], asked: string[] = []): Offers => ({
    offers: [],
    asked,
    faults,
    silent,
  })
  if (!isOn) return nothing('registries were not asked, because the setting allowNetwork is off')
  if (all.length === 0) return nothing('no registry is set')
  const words = registryKeywords(task, keywords)
  if (words.length < KEYWORDS_MIN) {
    return nothing(
      `registries were not asked: of these words ${words.length} may leave this machine, expected ${KEYWORDS_MIN}; give 3 to 5 plain English keywords`,
    )
  }
  const found = await Promise.all(all.map((registry) => foundIn(registry, words)))
  const faults = found.flatMap((each) => each.faults)
  const ranked = byRank(found.map((each) => each.judged)).filter(({ listed }) => isWanted(listed.ref.slug))
  const offers = chooseOffers(ranked)
  if (offers.length > 0) return { offers, asked: words, faults }
  const failed = found.some(({ isAnswer }) => isAnswer) ? 'no registry has one that fits' : 'no registry answered'
  return nothing(failed, faults, words)
}

async function foundIn(registry: Registry, words: readonly string[]): Promise<Found> {
  const late = lateAfter(SEARCH_MS_MAX, registry.host)
  try {
    return await Promise.race([searched(registry, words), late.passed])
  } catch (error) {
    return { judged: [], faults: [sentence(registry, error)], isAnswer: false }
  } finally {
    late.clear()
  }
}

async function searched(registry: Registry, words: readonly string[]): Promise<Found> {
  const hits = await registry.search(words, LISTED_MAX)
  const relevant = hits.filter((listed) => isRelevant(words, listed))
  if (relevant.length === 0) return { judged: [], faults: [], isAnswer: true }
  const refs = relevant.map(({ ref }) => ref)
  const { verdicts, faults } = await registry.verdicts(refs).then(
    (all) => ({ verdicts: all, faults: [] as string[] }),
    (error: unknown) => ({ verdicts: refs.map(() => UNREVIEWED), faults: [sentence(registry, error)] }),
  )
  const judged = relevant.map((listed, at) => ({ listed, judgement: verdicts[at] ?? UNREVIEWED }))
  return { judged, faults, isAnswer: true }
}

/** @throws what is a bug of ours. */
function sentence({ host }: Registry, error: unknown): string {
  if (!(error instanceof SkillError)) throw error
  return error.message.startsWith(host) ? error.message : `${host}: ${error.message}`
}

// The best of each first, as registries cannot be compared by their scores.
function byRank(lists: readonly (readonly Judged[])[]): Judged[] {
  const ranked = lists.flatMap((list) => list.map((judged, rank) => ({ judged, rank })))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ judged }) => judged)
}

function lateAfter(ms: number, host: string) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_resolve, reject) => {
    const late = new SkillError(
      'unreachable',
      `${host}: expected an answer, got none in ${ms / 1_000} s`,
      'Try again later.',
    )
    timer = setTimeout(() => reject(late), ms)
    timer.unref()
  })
  return { passed, clear: () => clearTimeout(timer) }
}
