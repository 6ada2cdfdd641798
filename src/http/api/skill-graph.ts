// The library as a graph: its skills, how they hang together, and what is amiss with that.
import { z } from 'zod'
import { REFERENCE_FIELDS } from '../../domain/dangling-references.ts'
import { EDGE_KINDS } from '../../domain/edge-kinds.ts'
import { LIFECYCLES, ORIGINS } from '../../domain/record.ts'
import { skillGraph } from '../../domain/skill-graph.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { wholeNumber } from './asked.ts'

/** More is no picture any more; those beyond are counted. */
const SKILLS_MAX = 2_000
const PAIRS_MAX = 1_000
const DAYS = 90
const DAYS_MAX = 36_500

const nodeShape = z.object({
  name: z.string(),
  summary: z.string(),
  origin: z.enum(ORIGINS),
  lifecycle: z.enum(LIFECYCLES),
  tier: z.number().nullable().describe('null for what is archived.'),
  uses: z.number(),
})

export const graph = defineRoute({
  method: 'GET',
  path: '/api/skills/graph',
  who: 'anyone',
  summary: 'How skills hang together: dependencies, see-also, conflicts, parents, what is loaded together, merges',
  query: z.object({ days: wholeNumber(1, DAYS_MAX).default(DAYS).describe('Of what was loaded together.') }),
  answer: z.object({
    nodes: z.array(nodeShape),
    nodesLeftOut: z.number(),
    edges: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(EDGE_KINDS), weight: z.number() })),
    edgesLeftOut: z.number(),
    hubs: z.array(z.object({ name: z.string(), neighbours: z.number() })),
    orphans: z.array(z.string()),
    cycles: z.array(z.array(z.string())),
    dangling: z.array(z.object({ from: z.string(), field: z.enum(REFERENCE_FIELDS), to: z.string() })),
  }),
  async run({ query: { days } }, parts) {
    await parts.level()
    const entries = parts.shelf.entries()
    const shown = entries.slice(0, SKILLS_MAX)
    const [{ together }, merged] = await Promise.all([parts.usageReport(days, PAIRS_MAX), mergedSkills(parts)])
    const found = skillGraph({ skills: shown.map(({ skill }) => skill), together, merged })
    const live = shown.map((entry) => {
      const { origin, lifecycle, tier } = parts.standings.of(entry)
      const { name, summary } = entry.skill
      return { name, summary, origin, lifecycle, tier, uses: parts.usageOf(name)?.loads ?? 0 }
    })
    const gone = new Set(found.edges.flatMap(({ kind, from }) => (kind === 'merged' ? [from] : [])))
    const archived = merged
      .filter(({ name }) => gone.has(name))
      .map(({ name, origin }) => ({ name, summary: '', origin, lifecycle: 'archived' as const, tier: null, uses: 0 }))
    return { json: { nodes: [...live, ...archived], nodesLeftOut: entries.length - shown.length, ...found } }
  },
})

async function mergedSkills({ store }: Pick<ApiParts, 'store'>) {
  const { records } = await store.records()
  return records.flatMap(({ name, origin, lifecycle, supersededBy }) =>
    lifecycle === 'archived' && supersededBy !== null ? [{ name, origin, into: supersededBy }] : [],
  )
}
