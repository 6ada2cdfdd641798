// The pass "consolidate": puts together what says the same, gives a prefix its guide, and links what is used together. The
// model is shown a few whole skills that code has chosen; what it may make of them stands in domain/judge-consolidate.ts.
import { setImmediate as pause } from 'node:timers/promises'
import type { Gathered, Pass } from '../cycles/pass.ts'
import {
  type ConsolidateAnswer,
  consolidateAnswerSchema,
  consolidateStateSchema,
} from '../domain/consolidate-answer.ts'
import {
  CLUSTER_SKILLS_MIN,
  type ConsolidateCandidates,
  clusterGuides,
  consolidateCandidates,
  isSparse,
} from '../domain/consolidate-candidates.ts'
import { sha256Of } from '../domain/digest.ts'
import { judgeConsolidate } from '../domain/judge-consolidate.ts'
import { findNearPairs, type NearPair } from '../domain/near-pairs.ts'
import type { UsageReport } from '../domain/usage-fold.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { isChangeable } from './changeable-skill.ts'
import { skillDream } from './directives/skill-dream.ts'
import type { DreamParts } from './dream-parts.ts'
import { MATERIAL_NOTE, type ShownSkill, skillInContext } from './skill-in-context.ts'

const USAGE_DAYS = 30
/** Of one list; a model is not to read a directory. */
const NAMES_LISTED_MAX = 40
/** Others wait no longer than that while pairs are looked for. */
const UNBROKEN_MS_MAX = 20

type ConsolidateParts = Pick<DreamParts, 'usageReport'> & {
  shelf: Pick<DreamParts['shelf'], 'entries' | 'lookAround'>
  standings: Pick<DreamParts['standings'], 'of'>
  store: Pick<DreamParts['store'], 'record'>
}

export function consolidatePass(parts: ConsolidateParts): Pass<ConsolidateAnswer> {
  const pairsOf = rememberedPairs()
  return {
    name: 'consolidate',
    directive: { file: 'skill-dream.md', builtIn: skillDream },
    output: consolidateAnswerSchema,
    async gather(now) {
      await parts.shelf.lookAround()
      const entries = new Map(parts.shelf.entries().map((entry) => [entry.skill.name, entry]))
      const usage = await parts.usageReport(USAGE_DAYS)
      const found = await candidatesIn([...entries.values()], usage, pairsOf, parts)
      const { near, clusters, coUsed, tooLong } = found
      if (near.length + clusters.length + coUsed.length === 0) {
        const long = tooLong.length === 0 ? '' : `; too long to be shown: ${tooLong.join(', ')}`
        return { kind: 'skip', reason: `no skills say the same, lack a guide or are used together unlinked${long}` }
      }
      return { kind: 'work', gathered: gathered(found, entries, usage, now, parts) }
    },
    judge: (answer, { seen, state }, library, now) => {
      const { clusters } = consolidateStateSchema.parse(state)
      return judgeConsolidate(answer, clusters, { seen, library, now })
    },
  }
}

async function candidatesIn(
  entries: readonly ShelfEntry[],
  { together }: UsageReport,
  pairsOf: NearPairsOf,
  { store }: ConsolidateParts,
): Promise<ConsolidateCandidates> {
  const isOurs = (entry: ShelfEntry) => isChangeable(entry) && !cameBack(entry)
  const skills = entries.map((entry) => ({ skill: entry.skill, isOurs: isOurs(entry) }))
  // A guide that somebody archived is not wanted.
  const records = await Promise.all(clusterGuides(skills).map((guide) => store.record(guide)))
  const unwanted = new Set(records.flatMap((record) => record?.name ?? []))
  return consolidateCandidates(skills, await pairsOf(entries.filter(isOurs)), together, unwanted)
}

// Somebody wants it beside what took its place: merging it again would go on for ever.
function cameBack({ record }: ShelfEntry): boolean {
  const cause = record?.lastStep?.cause
  return cause === 'revive' || cause === 'archive'
}

type NearPairsOf = (entries: readonly ShelfEntry[]) => Promise<NearPair[]>

// Looking costs seconds in a large library, and whoever asks what is due asks again and again.
function rememberedPairs(): NearPairsOf {
  let known: { of: string; pairs: NearPair[] } | undefined
  return async (entries) => {
    const of = sha256Of(entries.map(({ skill, digest }) => `${skill.name} ${digest}`).join('\n'))
    if (known?.of !== of) known = { of, pairs: await nearPairsOf(entries.map(({ skill }) => skill)) }
    return known.pairs
  }
}

async function nearPairsOf(skills: Parameters<typeof findNearPairs>[0]): Promise<NearPair[]> {
  const search = findNearPairs(skills)
  let since = performance.now()
  for (;;) {
    const step = search.next()
    if (step.done === true) return step.value
    if (performance.now() - since < UNBROKEN_MS_MAX) continue
    await pause()
    since = performance.now()
  }
}

function gathered(
  found: ConsolidateCandidates,
  entries: ReadonlyMap<string, ShelfEntry>,
  usage: UsageReport,
  now: Date,
  { standings }: ConsolidateParts,
): Gathered {
  const { shown, near, clusters } = found
  const seen = Object.fromEntries(shown.map(({ name }) => [name, entries.get(name)!.digest]))
  const loads = new Map(usage.skills.map((each) => [each.name, each.loads]))
  const skills = shown.map((skill): ShownSkill => {
    const entry = entries.get(skill.name)!
    const notes = [`used ${loads.get(skill.name) ?? 0} times in ${USAGE_DAYS} days`]
    if (isSparse(skill, now)) notes.push('sparse: may need examples or steps')
    return { skill, origin: entry.origin, approved: standings.of(entry).approval === 'approved', notes }
  })
  // What is used moves by itself, so it asks for no run of its own.
  const moving = new Set([...near.flatMap(({ a, b }) => [a, b]), ...clusters.flatMap(({ members }) => members)])
  const standing = Object.entries(seen).filter(([name]) => moving.has(name))
  return {
    context: contextOf(found, skills),
    seen,
    fingerprint: sha256Of(JSON.stringify([standing, clusters.map(({ guide }) => guide)])),
    state: { clusters },
  }
}

function contextOf({ near, clusters, coUsed, tooLong }: ConsolidateCandidates, skills: readonly ShownSkill[]): string {
  const sections: [title: string, lines: string[]][] = [
    ['Nearly the same', near.map(({ a, b, similarity }) => `- ${a} and ${b} (likeness ${similarity.toFixed(2)})`)],
    [
      `Prefixes with ${CLUSTER_SKILLS_MIN} or more skills and no guide`,
      clusters.map(({ prefix, guide, members }) => `- '${prefix}/*': ${listed(members)}; a guide would be "${guide}"`),
    ],
    [
      `Used together in the last ${USAGE_DAYS} days and not linked`,
      coUsed.map(({ skills: [a, b], sessions }) => `- ${a} and ${b}: ${sessions} sessions`),
    ],
    ['Left out, too long to be shown', tooLong.length === 0 ? [] : [`- ${listed(tooLong)}`]],
  ]
  const lists = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `# ${title}\n${lines.join('\n')}`)
  return [...lists, '# Skills', MATERIAL_NOTE, ...skills.map(skillInContext)].join('\n\n')
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_LISTED_MAX
  return `${names.slice(0, NAMES_LISTED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
