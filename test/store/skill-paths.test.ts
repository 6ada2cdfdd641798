import { expect, test } from 'vitest'
import { mayConcernSkills } from '../../src/store/skill-paths.ts'

test.each([
  ['', true, 'nobody knows what changed'],
  ['mcp', true, 'may be a folder'],
  ['mcp/email.json', true, 'a skill'],
  ['mcp/Email.JSON', true, 'to be reported'],
  ['mcp/email.json.tmp', false, "an editor's temporary file"],
  ['mcp/email.json~', false, "an editor's backup"],
  ['mcp/email.files', false, 'the files of a skill'],
  ['readme.md', false, 'no skill'],
] as const)('a change at "%s" concerns skills: %s (%s)', (path, expected, _why) => {
  expect(mayConcernSkills(path)).toBe(expected)
})
