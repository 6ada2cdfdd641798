// Goal: exactly the grammar is a name, whatever a client sends, and every refusal says what to use instead.
// Method: rows, 300 hostile strings, and seeded strings compared with a second statement of the grammar.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPathPrefix, isSkillName, parseSkillName, suggestName } from '../../src/domain/skill-name.ts'
import { seeded } from '../support/seed.ts'

const LONGEST = Array.from({ length: 6 }, () => 'a'.repeat(64)).join('/')

test.each(['a', '0', 'mail', 'mcp/email', 'a-b-c', 'k8s/debug-pod', 'con-x', 'a/b/c/d/e/f', LONGEST])(
  '%s is a name',
  (name) => {
    expect(parseSkillName(name)).toBe(name)
  },
)

test.each([
  ['', 'a name may not be empty', 'Use lower-case words joined by "-", grouped by "/", for example "mcp/email".'],
  ['Send Mail', 'segments are lower-case letters and digits joined by single "-"', 'Try "send-mail".'],
  ['mcp_email', 'segments are lower-case letters and digits joined by single "-"', 'Try "mcp-email".'],
  ['a--b', 'segments are lower-case letters and digits joined by single "-"', 'Try "a-b".'],
  ['mail.json', 'segments are lower-case letters and digits joined by single "-"', 'Try "mail-json".'],
  ['mcp//email', 'no segment may be empty (no leading, trailing or double "/")', 'Try "mcp/email".'],
  ['/etc/passwd', 'no segment may be empty (no leading, trailing or double "/")', 'Try "etc/passwd".'],
  ['a/b/c/d/e/f/g', 'at most 6 segments, got 7', 'Try "a/b/c/d/e/f".'],
  ['files/con', '"con" is a reserved file name on some systems', 'Try "files".'],
])('%j is refused: %s', (value, reason, fix) => {
  expect(() => parseSkillName(value)).toThrow(
    expect.objectContaining({ code: 'bad-name', message: `skill name "${value}": ${reason}`, fix }),
  )
})

test.each([
  [undefined, 'expected a string, got undefined'],
  [null, 'expected a string, got null'],
  [7, 'expected a string, got number'],
  [['mail'], 'expected a string, got object'],
])('%j is no name', (value, reason) => {
  expect(() => parseSkillName(value)).toThrow(reason)
})

const HOSTILE = [
  ...['..', '.', '../..', '..\\..', '%2e%2e', '..%2f', '\u2024\u2024', '\uff0e\uff0e', '/etc/passwd', 'C:\\x'],
  ...['\\\\host\\share', '~', '$HOME', '`id`', ';rm', '\0', '-rf', '--help', 'con', 'A'],
]
const WRAPS: ((hostile: string) => string)[] = [
  ...[(h: string) => h, (h: string) => `a/${h}`, (h: string) => `${h}/a`, (h: string) => `a/${h}/b`],
  ...[(h: string) => `${h}.json`, (h: string) => ` ${h}`, (h: string) => `${h} `, (h: string) => `${h}\n`],
  ...[(h: string) => `${h}\0`, (h: string) => `skills/../${h}`, (h: string) => `./${h}`, (h: string) => `file://${h}`],
  ...[(h: string) => `a/../../${h}`, (h: string) => `${h}%00`, (h: string) => `a//${h}`],
]

test('300 strings that lead elsewhere are refused, and what is suggested leads nowhere', () => {
  const strings = HOSTILE.flatMap((hostile) => WRAPS.map((wrap) => wrap(hostile)))
  expect(strings).toHaveLength(300)
  expect(strings.filter(isSkillName)).toEqual([])
  for (const string of strings) expect(() => parseSkillName(string)).toThrow(/^skill name "/)
  expect(strings.map(suggestName).filter((name) => name !== undefined && !isSkillName(name))).toEqual([])
})

test('a giant is refused at once', () => {
  expect(() => parseSkillName('a'.repeat(10_000_000))).toThrow('a name may not be that long')
})

describe('generated strings', () => {
  const segment = '[a-z0-9]+(-[a-z0-9]+)*'
  const grammar = new RegExp(`^${segment}(/${segment})*$`)
  const device = /(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\/|$)/
  const isInGrammar = (text: string) =>
    grammar.test(text) &&
    !device.test(text) &&
    text.split('/').length <= 6 &&
    text.split('/').every((part) => part.length <= 64)

  const nearName = fc.array(
    fc.constantFrom('a', 'z', '0', '-', '/', 'con', 'com1', 'A', '.', '_', 'é', 'a'.repeat(63)),
    {
      maxLength: 14,
    },
  )
  const anyText = fc.oneof(
    nearName.map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )

  test('are names exactly when the grammar says so', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isSkillName(text)).toBe(isInGrammar(text))
      }),
      seeded(2_000),
    )
  })

  test('yield a name or nothing as a suggestion, and a name yields itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const suggestion = suggestName(text)
        expect(suggestion === undefined || isInGrammar(suggestion)).toBe(true)
        if (isInGrammar(text)) expect(suggestion).toBe(text)
      }),
      seeded(2_000),
    )
  })
})

test.each([
  ['mcp', 'mcp/email', true],
  ['mcp/email', 'mcp', true],
  ['mcp', 'mcp-email', false],
  ['mcp/email', 'mcp/email', false],
  ['mcp/a', 'mcp/b', false],
])('%s and %s: one a path prefix of the other? %s', (a, b, expected) => {
  expect(isPathPrefix(a, b)).toBe(expected)
})
