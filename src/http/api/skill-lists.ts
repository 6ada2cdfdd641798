// The library as a list, and as numbers.
import { z } from 'zod'
import { APPROVALS } from '../../domain/approval.ts'
import { EXPOSURES } from '../../domain/exposure.ts'
import { LIFECYCLES, ORIGINS } from '../../domain/record.ts'
import { listArguments, PAGE_SKILLS, PAGE_SKILLS_MAX } from '../../domain/skill-arguments.ts'
import { skillPageShape } from '../../domain/skill-shapes.ts'
import { listSkills } from '../../library/skill-list.ts'
import { defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'

export const list = defineRoute({
  method: 'GET',
  path: '/api/skills',
  who: 'anyone',
  summary: 'List skills by name, filtered and in pages; the same as list_skills',
  query: listArguments.extend(pageQuery(PAGE_SKILLS, PAGE_SKILLS_MAX).shape),
  answer: skillPageShape,
  async run({ query }, parts) {
    await parts.level()
    return { json: listSkills(query, parts) }
  },
})

const count = z.number().int()
export const stats = defineRoute({
  method: 'GET',
  path: '/api/skills/stats',
  who: 'anyone',
  summary: 'How many skills there are of each origin, lifecycle, approval, exposure and tier',
  answer: z.object({
    total: count,
    origins: z.record(z.enum(ORIGINS), count),
    lifecycles: z.record(z.enum(LIFECYCLES), count),
    approvals: z.record(z.enum(APPROVALS), count),
    exposures: z.record(z.enum(EXPOSURES), count),
    tiers: z.record(z.string(), count),
    drafts: count,
    pinned: count,
    faults: count.describe('Files that cannot be served as skills.'),
  }),
  async run(_call, { level, shelf, standings, store }) {
    await level()
    const all = shelf.entries().map((entry) => standings.of(entry))
    const { records } = await store.records()
    return {
      json: {
        total: all.length,
        origins: counted(ORIGINS, all, (standing) => standing.origin),
        lifecycles: {
          ...counted(LIFECYCLES, all, (standing) => standing.lifecycle),
          archived: records.filter((record) => record.lifecycle === 'archived').length,
        },
        approvals: counted(APPROVALS, all, (standing) => standing.approval),
        exposures: counted(EXPOSURES, all, (standing) => standing.exposure),
        tiers: counted(['1', '2', '3', '4'], all, (standing) => String(standing.tier)),
        drafts: records.filter((record) => record.draft !== null).length,
        pinned: all.filter((standing) => standing.pinned).length,
        faults: shelf.diagnostics().length,
      },
    }
  },
})

function counted<K extends string, T>(keys: readonly K[], items: readonly T[], keyOf: (item: T) => string) {
  const entries = keys.map((key) => [key, items.filter((item) => keyOf(item) === key).length] as const)
  // Every key of the list, each with its number.
  return Object.fromEntries(entries) as Record<K, number>
}
