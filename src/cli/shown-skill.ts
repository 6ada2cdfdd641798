// A skill as `show` has it: what stands, a former version, or the draft, each with how it stands.
import type { SkillRecord } from '../domain/record.ts'
import type { Scan } from '../domain/scan.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Standing } from '../domain/standing.ts'
import type { CommandHome } from './command.ts'
import { formerStanding, readFormerSkill } from './former-skill.ts'

export type ShownSkill = {
  skill: Skill
  version: number
  which: 'live' | 'former' | 'draft'
  at: string
  standing: Standing
  record: SkillRecord | undefined
  scan: Scan
}

/** @param version undefined: what stands, or what stood last of an archived one. */
export async function findShown(home: CommandHome, name: string, version: number | undefined): Promise<ShownSkill> {
  try {
    const entry = await home.library.get(name)
    const { skill, record } = entry
    if (version === undefined || version === entry.version) {
      const standing = home.standings.of(entry)
      const scan = await home.standings.scanOf(entry)
      return { skill, version: entry.version, which: 'live', at: entry.modifiedAt, standing, record, scan }
    }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    // Nothing stands there that could be shown; a version that stood may, if there was one.
    const isPast = error.code === 'not-found' || error.code === 'damaged'
    const record = isPast ? await home.store.record(name) : undefined
    if (record === undefined || (version === undefined && record.lifecycle !== 'archived')) throw error
  }
  return findFormerly(home, name, version)
}

/** @throws `not-found` when none waits. */
export async function findDraft(home: CommandHome, name: string): Promise<ShownSkill> {
  const { skill, version } = await home.review.draft(name)
  const { record } = await home.review.look(name)
  const draft = record.draft
  const entry = home.shelf.entry(name)
  const standing = entry === undefined ? formerStanding(home, record, undefined) : home.standings.of(entry)
  const scan = await home.standings.scan(skill)
  return { skill, version, which: 'draft', at: draft?.at ?? '', standing, record, scan }
}

async function findFormerly(home: CommandHome, name: string, version: number | undefined): Promise<ShownSkill> {
  const former = await readFormerSkill(home.store, name, version)
  const record = await home.store.record(name)
  if (record === undefined) throw new Error(`the record of ${name} is gone while it is read`)
  const standing = formerStanding(home, record, former.skill, former.version)
  const { skill } = former
  const { version: number, at } = former.version
  return { skill, version: number, which: 'former', at, standing, record, scan: await home.standings.scan(skill) }
}
