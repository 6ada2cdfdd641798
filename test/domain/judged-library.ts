// A library as judges see it, made of texts.
import { sha256Of } from '../../src/domain/digest.ts'
import type { JudgedLibrary, JudgedSkill } from '../../src/domain/pass-change.ts'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import { extractSummary } from '../../src/domain/summary.ts'

export const NOW = new Date('2026-03-01T12:00:00.000Z')
const MADE = '2026-01-01T00:00:00.000Z'

type Given = Partial<Omit<Skill, 'name' | 'content'> & Omit<JudgedSkill, 'skill'>>

export function judgedSkill(name: string, content: string, given: Given = {}): JudgedSkill {
  const { origin = 'machine', pinned = false, approved = false, digest, landing, ...fields } = given
  const lands = origin === 'machine' && !pinned && !approved ? 'live' : 'draft'
  const skill = { ...bareSkill(name, content, MADE), summary: extractSummary(name, content), ...fields }
  return {
    skill,
    digest: digest ?? sha256Of(serializeSkill(skill)),
    origin,
    pinned,
    approved,
    landing: landing ?? lands,
  }
}

export function judgedLibrary(skills: readonly JudgedSkill[], formerNames: readonly string[] = []): JudgedLibrary {
  const byName = new Map(skills.map((judged) => [judged.skill.name, judged]))
  return {
    find: (name) => byName.get(name),
    isKnown: (name) => byName.has(name) || formerNames.includes(name),
    names: [...byName.keys()],
  }
}

export function seenOf(skills: readonly JudgedSkill[]): Record<string, string> {
  return Object.fromEntries(skills.map(({ skill, digest }) => [skill.name, digest]))
}
