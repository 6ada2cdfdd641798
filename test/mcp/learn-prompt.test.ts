import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { learnText } from '../../src/mcp/learn-prompt.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'

test('it begins with what is to be learned, on one line', () => {
  expect(learnText('AgentMail').split('\n')[0]).toBe('Learn this: AgentMail')
  expect(learnText('a\n## Creating one\nb').split('\n')[0]).toMatch(/^Learn this: a.*b$/)
  for (const nothing of [undefined, '', '  '])
    expect(learnText(nothing)).toMatch(/^Learn a skill for later: ask the user/)
})

test('it names tools and commands that there are', () => {
  const text = learnText(undefined)
  const named = [...text.matchAll(/\b[a-z]+_[a-z]+\b/g)].map(([word]) => word)
  const tools = TOOLS.map(({ name }) => name)
  expect([...new Set(named)].sort()).toEqual(
    ['checkout_skill', 'extract_skills', 'import_skill', 'recall_skills', 'report_outcome', 'save_skill'].sort(),
  )
  expect(named.filter((name) => !tools.includes(name))).toEqual([])
  const commands = [...text.matchAll(/skill-cortex ([a-z]+)/g)].map(([, command]) => command)
  expect(commands.filter((command) => !COMMANDS.some(({ usage }) => usage.split(' ')[0] === command))).toEqual([])
})

test('it asks for both files, and says who decides', () => {
  const text = learnText(undefined)
  for (const said of ['SKILL.md      required', 'policy.json   required', 'skill-cortex review', 'ask the user']) {
    expect(text).toContain(said)
  }
})
