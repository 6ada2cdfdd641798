// One skill: its text with all that is known of it, and what it needs. Looking counts no load.
import { z } from 'zod'
import { dependentsOf, loadOrder } from '../../domain/dependency-graph.ts'
import { listsOf } from '../../domain/policy-rules.ts'
import type { Scan } from '../../domain/scan.ts'
import { findingsOf } from '../../domain/scan-skill.ts'
import type { Policy } from '../../domain/skill.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import { hiddenSkill } from '../../domain/skill-refusal.ts'
import { findingsShape, policyShape, type SkillDetail, skillDetailShape } from '../../domain/skill-shapes.ts'
import type { Caller } from '../../library/library.ts'
import { draftDetail, liveDetail, otherDetail } from '../../library/skill-detail.ts'
import { readSide } from '../../library/skill-sides.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { etagOf, isKnown, type Tagged } from '../etag.ts'
import { nameQuery, versionQuery } from './asked.ts'
import { assertVisible } from './visible.ts'

export const detail = defineRoute({
  method: 'GET',
  path: '/api/skills/detail',
  who: 'anyone',
  summary: 'One skill as get_skill answers it, without counting a load; its draft or a former version with version',
  query: z.object({
    name: nameArgument,
    version: versionQuery,
  }),
  answer: skillDetailShape.extend({
    declared: policyShape.describe('What it says that it may touch, in force or not.'),
    ...findingsShape.shape,
  }),
  statuses: [200, 304],
  async run({ query: { name, version }, caller, headers }, parts) {
    const found = await asked(name, version, caller, parts)
    const etag = etagOf(found.tagged)
    return isKnown(headers.ifNoneMatch, etag)
      ? { status: 304, headers: { etag } }
      : { json: { ...found.detail, declared: listsOf(found.declared), ...findingsOf(found.scan) }, headers: { etag } }
  },
})

export const dependencies = defineRoute({
  method: 'GET',
  path: '/api/skills/dependencies',
  who: 'anyone',
  summary: 'What to load before a skill, in order, what is amiss with that, and who depends on it',
  query: nameQuery,
  answer: z.object({
    name: z.string(),
    loadFirst: z.array(z.string()),
    leftOut: z.number(),
    missing: z.array(z.object({ name: z.string(), neededBy: z.string() })),
    conflicts: z.array(z.tuple([z.string(), z.string()])),
    cycles: z.array(z.array(z.string())),
    dependents: z.array(z.string()),
  }),
  async run({ query: { name }, caller }, parts) {
    await parts.level()
    await assertVisible(name, caller, parts)
    const { skill } = await parts.library.get(name)
    const { names, ...order } = loadOrder(skill, (other) => parts.shelf.entry(other)?.skill)
    const skills = parts.shelf.entries().map((entry) => entry.skill)
    return { json: { name, loadFirst: names, ...order, dependents: dependentsOf(name, skills) } }
  },
})

async function asked(
  name: string,
  version: number | 'draft' | undefined,
  caller: Caller,
  parts: ApiParts,
): Promise<{ detail: SkillDetail; declared: Policy; scan: Scan; tagged: Tagged }> {
  if (version === 'draft') {
    const found = await draftDetail(name, parts)
    const draft = (await parts.store.record(name))?.draft
    if (draft == null) throw gone(name)
    const { skill } = await parts.review.draft(name)
    return { detail: found, declared: skill.policy, scan: await parts.standings.scan(skill), tagged: draft }
  }
  const entry = version === undefined ? await parts.library.get(name) : await parts.shelf.look(parseSkillName(name))
  if (entry !== undefined && (version ?? entry.version) === entry.version) {
    const standing = parts.standings.of(entry)
    // A person sees what is hidden, with the reason among the warnings.
    if (standing.exposure === 'hidden' && caller.actor !== 'operator') throw hiddenSkill(name, standing)
    const { detail } = await liveDetail(entry, parts, 0)
    return { detail, declared: entry.skill.policy, scan: await parts.standings.scanOf(entry), tagged: entry }
  }
  await assertVisible(name, caller, parts)
  return former(name, version!, parts)
}

async function former(name: string, version: number, parts: ApiParts) {
  const side = await readSide(parts, name, version)
  const digest = (await parts.store.record(name))?.versions.find((each) => each.version === version)?.digest
  if (side.skill === undefined || digest === undefined) throw gone(name)
  const live = parts.shelf.entry(name)
  const now = live === undefined ? 'nothing is' : `version ${live.version} is`
  const found = await otherDetail({ skill: side.skill, version }, `version ${version} is not in force; ${now}`, parts)
  const declared = side.skill.policy
  return { detail: found, declared, scan: await parts.standings.scan(side.skill), tagged: { version, digest } }
}

function gone(name: string): SkillError {
  return new SkillError('not-found', `skill "${name}" changed while it was read`, 'Ask once more.')
}
