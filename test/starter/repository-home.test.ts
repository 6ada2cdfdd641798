// The repository's own top level is a home: its skills/ holds the starters, equal to their source in src/starter.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareSkill } from '../../src/domain/skill.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import { STARTER_SKILLS } from '../../src/starter/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const SHIPPED_AT = '2026-11-22T00:00:00.000Z'

test('skills/ holds the starters and nothing else', () => {
  expect(readdirSync(join(ROOT, 'skills')).sort()).toEqual(STARTER_SKILLS.map((s) => `${s.name}.json`).sort())
})

test.each(STARTER_SKILLS.map((s) => [s.name, s] as const))(
  'skills/%s.json says what its source says',
  (name, starter) => {
    const expected = serializeSkill({ ...bareSkill(name, starter.content, SHIPPED_AT), ...starter })
    expect(readFileSync(join(ROOT, 'skills', `${name}.json`), 'utf8')).toBe(expected)
  },
)

test('the folders that make it a home are there', () => {
  expect(readdirSync(ROOT)).toEqual(expect.arrayContaining(['skills', 'skill-usage', 'directives']))
})
