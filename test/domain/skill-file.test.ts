// Goal: a file that a person edited is served, or refused with the place and the reason; it never brings down a reader.
// Method: rows of a text with one fault and the one diagnostic; a pin of what we write.
import { describe, expect, test } from 'vitest'
import type { Skill } from '../../src/domain/skill.ts'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { skillOf } from '../support/builders.ts'

const CONTEXT = { file: 'skills/mail.json', pathName: 'mail', createdAt: '2020-01-01T00:00:00.000Z' }
const WHOLE = '{\n  "name": "mail",\n  "content": "Send it.",\n  "summary": "Send mail"\n}\n'

const SERVED: [title: string, text: string, skill: Partial<Skill>][] = [
  ['the text as it should be', WHOLE, {}],
  ['a byte order mark', `\ufeff${WHOLE}`, {}],
  ['CRLF', WHOLE.replaceAll('\n', '\r\n'), {}],
  ['no summary: it is made from the text', '{"name":"mail","content":"Send it."}', { summary: 'Send it' }],
  ['a blank summary likewise', '{"name":"mail","content":"Send it.","summary":"  "}', { summary: 'Send it' }],
  ['null where nothing is', WHOLE.replace('"summary"', '"parent": null, "updatedAt": null, "summary"'), {}],
  [
    'keys that nobody knows',
    WHOLE.replace('"summary"', '"constructor": 1, "x": {"y": [null]}, "summary"'),
    { extra: { constructor: 1, x: { y: [null] } } },
  ],
]

test.each(SERVED)('served: %s', (_, text, skill) => {
  const expected = { ...skillOf({ content: 'Send it.', createdAt: CONTEXT.createdAt }), ...skill }
  expect(parseSkillFile(text, CONTEXT)).toEqual({ skill: expected, diagnostics: [] })
})

const with3 = (line: string) => WHOLE.replace('  "content": "Send it.",\n', line)
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** `place` is `code:line`; `code` where a fault has no line. */
const REFUSED: [title: string, text: string, place: string, received: string][] = [
  ['half of it', WHOLE.slice(0, 35), 'json-syntax:3', '"S'],
  ['half of it, after a whole line', WHOLE.slice(0, 21), 'json-syntax:3', 'the end of the file'],
  ['a trailing comma', WHOLE.replace('mail"\n}', 'mail",\n}'), 'json-syntax:5', '}'],
  ['conflict markers', with3('<<<<<<< ours\n  "content": "A",\n=======\n'), 'merge-conflict:3', 'conflict markers'],
  ['NUL bytes after a crash', '\0'.repeat(64), 'json-syntax:1', 'NUL bytes'],
  ['NUL bytes at the end', `${WHOLE}\0\0`, 'json-syntax:6', 'NUL bytes'],
  ['a number for a text', with3('  "content": 7,\n'), 'bad-field:3', '7'],
  ['a text for a list', with3('  "content": "x",\n  "tags": "a",\n'), 'bad-field:4', 'a'],
  ['a list as the whole', '[]', 'bad-field', '[]'],
  ['null as the whole', 'null', 'bad-field', 'null'],
  ['nothing at all', '', 'json-syntax:1', 'an empty file'],
  ['white space alone', '\n \n', 'json-syntax:3', 'an empty file'],
  ['a key twice', with3('  "content": "A",\n  "content": "B",\n'), 'duplicate-key:4', 'the key "content" twice'],
  [
    'a key twice deep inside',
    with3('  "content": "A",\n  "x": {"y": 1, "y": 2},\n'),
    'duplicate-key:4',
    'the key "y" twice',
  ],
  ['no content', with3(''), 'bad-field', 'nothing'],
  ['an empty content', with3('  "content": "",\n'), 'bad-field:3', ''],
  ['a date that is none', with3('  "content": "x",\n  "createdAt": "today",\n'), 'bad-field:4', 'today'],
  ['a comment', with3('  // the text\n  "content": "x",\n'), 'json-syntax:3', '// the text'],
  ['an escape that JSON has not, in a key', with3('  "content": "x",\n  "\\x": 1,\n'), 'json-syntax:4', '"\\x": 1,'],
  ['a value left out', with3('  "content":\n'), 'json-syntax:4', ': "Send mail"'],
  ['a no-break space', with3('\u00a0 "content": "x",\n'), 'json-syntax:3', '"content": "x",'],
  ['65 levels', with3(`  "content": "x",\n  "x": ${nested(65)},\n`), 'json-syntax:4', '['],
  ['a name of another path', WHOLE.replace('"mail"', '"post"'), 'name-mismatch:2', '"post"'],
  ['content above 1 MiB', with3(`  "content": "${'x'.repeat(1024 * 1024 + 1)}",\n`), 'too-large', '1048577 bytes'],
]

test.each(REFUSED)('refused: %s', (_, text, place, received) => {
  const { skill, diagnostics } = parseSkillFile(text, CONTEXT)
  expect(skill).toBeUndefined()
  expect(diagnostics).toHaveLength(1)
  const { code, line, ...said } = diagnostics[0]!
  expect(line === undefined ? code : `${code}:${line}`).toBe(place)
  expect(said).toMatchObject({ severity: 'error', file: 'skills/mail.json' })
  expect(said.received.startsWith(received), said.received).toBe(true)
  expect([said.expected, said.fix]).not.toContain('')
})

test('a path that is no name is refused whatever the file says', () => {
  const { skill, diagnostics } = parseSkillFile(WHOLE, { ...CONTEXT, file: 'skills/My Mail.json', pathName: undefined })
  expect(skill).toBeUndefined()
  expect(diagnostics).toMatchObject([{ code: 'bad-path', file: 'skills/My Mail.json' }])
})

describe('what we write', () => {
  test('has our keys in order, then the unknown ones, two spaces and a last line break', () => {
    expect(serializeSkill(skillOf({ content: 'Send it.', tags: ['smtp'], extra: { note: 1 } }))).toBe(`{
  "name": "mail",
  "summary": "Send mail",
  "content": "Send it.",
  "createdAt": "2026-11-21T10:00:00.000Z",
  "updatedAt": null,
  "seeAlso": [],
  "tags": [
    "smtp"
  ],
  "triggers": [],
  "steps": [],
  "dependsOn": [],
  "conflictsWith": [],
  "parent": null,
  "policy": {
    "tools": [],
    "domains": [],
    "credentials": [],
    "sideEffects": []
  },
  "note": 1
}
`)
  })

  test('keeps what it does not know inside a step and the policy', () => {
    const text = with3(
      '  "content": "x",\n  "steps": [{"action": "a", "retry": 2}],\n  "policy": {"tools": [], "why": "w"},\n',
    )
    const { skill } = parseSkillFile(text, CONTEXT)
    expect(JSON.parse(serializeSkill(skill!))).toMatchObject({
      steps: [{ action: 'a', retry: 2 }],
      policy: { tools: [], why: 'w' },
    })
  })
})
