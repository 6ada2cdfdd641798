import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWER_CHARS_MAX, parseAnswer } from '../../src/domain/model-answer.ts'

const SKILL = { toSave: [{ name: 'mail', content: 'Run:\n```json\n{"a": 1}\n```\nthen `{b}`.' }] }
const json = (value: unknown) => JSON.stringify(value)
const pretty = (value: unknown) => JSON.stringify(value, null, 2)

test.each<[what: string, text: string, value: object]>([
  ['raw', '{"ok":true}', { ok: true }],
  ['raw, pretty, between blanks', `\n \ufeff${pretty(SKILL)}\n\n`, SKILL],
  ['raw and empty', '{}', {}],
  ['raw, with a word behind it', '{"ok":true}\n\nLet me know!', { ok: true }],
  ['raw, with a fenced example behind it', '{"ok":true}\n```json\n{"ok":false}\n```', { ok: true }],
  ['fenced', '```json\n{"ok":true}\n```', { ok: true }],
  ['fenced without a language', '```\n{"ok":true}\n```', { ok: true }],
  ['fenced, CRLF, indented', '  ```JSON\r\n  {"ok":true}\r\n  ```\r\n', { ok: true }],
  ['fenced, never closed', '```json\n{"ok":true}', { ok: true }],
  ['fenced, empty object', 'Nothing to do:\n```json\n{}\n```', {}],
  ['fenced, with fences inside its texts', `Here:\n\n\`\`\`json\n${json(SKILL)}\n\`\`\`\nDone.`, SKILL],
  ['fenced, behind another fence', 'I ran\n```sh\nls\n```\nand say\n```json\n{"ok":true}\n```', { ok: true }],
  ['fenced, behind braces in prose', 'With {"name"} filled in:\n```json\n{"ok":true}\n```', { ok: true }],
  ['in prose', 'Sure! {"ok": true} is my answer.', { ok: true }],
  ['in prose, with fences inside its texts', `Sure: ${json(SKILL)}`, SKILL],
  ['in prose, behind placeholders', 'For {name} and {} I say {"ok":true}.', { ok: true }],
  ['in prose, brackets and quotes in texts', 'So: {"a":"}]\\"{","b":[{"c":"]"}]} ok', { a: '}]"{', b: [{ c: ']' }] }],
  ['the first of two in prose', '{"n":1} or {"n":2}', { n: 1 }],
  ['behind thoughts', '<think>maybe {"ok":false}?</think>\n{"ok":true}', { ok: true }],
])('an object is found %s', (_, text, value) => {
  expect(parseAnswer(text)).toEqual({ kind: 'value', value })
})

test.each<[what: string, text: string, fault: RegExp]>([
  ['nothing', '', /^it is empty$/],
  ['blanks', ' \n\t', /^it is empty$/],
  ['thoughts without an end', '<think>{"ok":true}', /^it is empty$/],
  ['prose', 'I would rather not.', /^it holds no JSON object, but begins with I would rather not\.$/],
  ['a number', '42', /holds no JSON object/],
  ['a raw list', '[{"ok":true}]', /expected a JSON object, got another JSON value/],
  ['a raw text', '"{\\"ok\\":true}"', /expected a JSON object, got another JSON value/],
  ['a fenced list', '```json\n[{"ok":true}]\n```', /got another JSON value/],
  ['a list in prose', 'Here: [ {"ok":true}, {"ok":false}]', /got another JSON value/],
  ['a cut object', '{"toSave":[{"name":"a"},', /^line 1 of the object is no JSON at the end of the file$/],
  ['a cut text', '{"a":"b', /^line 1 of the object is no JSON at "b$/],
  ['a trailing comma, not an inner object', '{"toSave":[{"name":"a"}],\n}', /^line 2 .* at }$/],
  ['comments', '```json\n{"a":1, // one\n"b":2}\n```', /^line 1 .* at \/\/ one$/],
  ['single quotes', "{'a':1}", /no JSON object/],
  ['a line break in a text', '{"a":"one\ntwo"}', /^line 1 .* is no JSON at "one$/],
  ['a doubled key', '{"a":1,\n"a":2}', /^line 2 of the object repeats a key$/],
  ['too deep a nest', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, /^it nests deeper than 62 levels$/],
  ['a nest without end', '{"a":['.repeat(300_000), /^it nests deeper than 62 levels$/],
  ['too long a text', `{"a":"${'x'.repeat(ANSWER_CHARS_MAX)}"}`, /^it is longer than 2097152 characters$/],
])('%s is a fault, with words to ask for a repair', (_, text, fault) => {
  const answer = parseAnswer(text)
  if (answer.kind !== 'fault') throw new Error(`expected a fault, got ${json(answer.value)}`)
  expect(answer.fault).toMatch(fault)
  expect(answer.repairRequest).toContain(answer.fault)
  expect(answer.repairRequest.length).toBeLessThan(400)
})

test('keys that would change a prototype are left out', () => {
  const answer = parseAnswer('{"__proto__":{"polluted":1},"a":{"__proto__":[1],"constructor":2}}')
  expect(json(answer)).toBe('{"kind":"value","value":{"a":{"constructor":2}}}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a text of just the allowed length is read', () => {
  const text = `{"a":"${'x'.repeat(ANSWER_CHARS_MAX - 8)}"}`
  expect(text).toHaveLength(ANSWER_CHARS_MAX)
  expect(parseAnswer(text).kind).toBe('value')
})

const key = fc.string().filter((name) => name !== '__proto__')
const value = fc.jsonValue({ maxDepth: 5 }).map((any) => JSON.parse(json(any).replaceAll('"__proto__"', '"proto"')))
const object = fc.dictionary(key, value, { minKeys: 1 }).map((any) => JSON.parse(json(any)) as object)
const prose = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[{["`<]/g, ''))

test('any object comes back the same, raw, fenced or in prose', () => {
  fc.assert(
    fc.property(object, prose, prose, (wanted, before, after) => {
      const found = { kind: 'value', value: wanted }
      expect(parseAnswer(json(wanted))).toEqual(found)
      expect(parseAnswer(pretty(wanted) + after)).toEqual(found)
      expect(parseAnswer(`${before}\n\`\`\`json\n${pretty(wanted)}\n\`\`\`\n${after}`)).toEqual(found)
      expect(parseAnswer(`${before} ${json(wanted)} ${after}`)).toEqual(found)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('no text whatever throws, and what is found is always an object', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('{', '}', '[', ']', '"', '\\', '```json\n', ':', ',', '{"a":1}', '<think>'),
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        const answer = parseAnswer(text)
        if (answer.kind === 'value') expect(Object.getPrototypeOf(answer.value)).toBe(Object.prototype)
        else expect(answer.fault).not.toBe('')
      },
    ),
    { seed: 7, numRuns: 2_000 },
  )
})
