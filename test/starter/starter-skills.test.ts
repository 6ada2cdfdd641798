// The starters are the first text an agent reads about this server, so each claim that can be checked is checked here.
import { expect, test } from 'vitest'
import { STARTER_SKILLS } from '../../src/starter/index.ts'

// Typed out, not imported: a renamed tool must turn this file red.
const TOOLS = [
  'get_skill',
  'save_skill',
  'edit_skill',
  'list_skills',
  'delete_skill',
  'recall_skills',
  'report_outcome',
]
const OUTCOMES = ['task_mismatch', 'runtime_error', 'auth_error', 'dependency_missing', 'api_error']
const ARGUMENTS = ['old_string', 'new_string', 'replace_all']

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/
const PLACEHOLDER = /\{\{|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|lorem ipsum|placeholder|coming soon|\byour[-_][a-z-_]+/i

const names = STARTER_SKILLS.map((skill) => skill.name)
const words = (text: string) => text.trim().split(/\s+/)
/** Every snake_case word inside inline code; indented code blocks hold no backticks and are not looked at. */
const toolLike = (content: string) =>
  [...content.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code!.match(/[a-z]+_[a-z_]+/g) ?? [])

test('the list holds the three starters of the skills subsystem, in reading order', () => {
  expect(names).toEqual(['skills-and-rules', 'memory-systems', 'mcp-tool-guide'])
})

test('no starter is a path prefix of another, so that all can stand in one library', () => {
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name}/`)))).toEqual([])
})

test('the guide to the library names all seven tools and all eight outcomes', () => {
  const guide = STARTER_SKILLS.find((skill) => skill.name === 'skills-and-rules')!.content
  const expected = [...TOOLS, ...OUTCOMES, 'success', 'cancelled', 'unknown']
  expect(expected.filter((word) => !guide.includes(`\`${word}\``))).toEqual([])
})

for (const skill of STARTER_SKILLS) {
  test(`${skill.name}: has a valid name`, () => {
    expect(skill.name).toMatch(NAME)
    expect(skill.name.length).toBeLessThanOrEqual(64)
  })

  test(`${skill.name}: the summary is one line of 1 to 15 words`, () => {
    expect(skill.summary).toBe(words(skill.summary).join(' '))
    expect(skill.summary).not.toBe('')
    expect(words(skill.summary).length).toBeLessThanOrEqual(15)
  })

  test(`${skill.name}: mentions no tool that this server lacks`, () => {
    const allowed = [...TOOLS, ...OUTCOMES, ...ARGUMENTS]
    expect(toolLike(skill.content).length).toBeGreaterThan(0)
    expect(toolLike(skill.content).filter((word) => !allowed.includes(word))).toEqual([])
  })

  test(`${skill.name}: every see-also exists and is another skill`, () => {
    expect(skill.seeAlso.filter((name) => name === skill.name || !names.includes(name))).toEqual([])
  })

  test(`${skill.name}: no tag or trigger is empty, padded or repeated`, () => {
    for (const list of [skill.tags, skill.triggers]) {
      expect(list.length).toBeGreaterThan(0)
      expect(list.filter((item) => item === '' || item !== item.trim())).toEqual([])
      expect(new Set(list).size).toBe(list.length)
    }
  })

  test(`${skill.name}: the content is one titled, finished page with a "When to use"`, () => {
    expect(skill.content).toMatch(/^# \S/)
    expect(skill.content.match(/^# /gm)).toHaveLength(1)
    expect(skill.content).toMatch(/^## When to use$/m)
    expect(skill.content.endsWith('\n')).toBe(true)
    expect(skill.content.length).toBeLessThanOrEqual(8000)
    expect(skill.content).not.toMatch(PLACEHOLDER)
    // An odd number means an unclosed code span.
    expect((skill.content.match(/`/g) ?? []).length % 2).toBe(0)
  })
}
