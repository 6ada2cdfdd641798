// Goal: an entry comes into a JSON text and goes out of it again, and no other character of it changes.
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import type { Wanted } from '../../src/clients/config-language.ts'
import { jsonConfig } from '../../src/clients/json-config.ts'
import type { ConfigEntry } from '../../src/domain/client-forms.ts'

const value = { command: 'node', args: ['/m/main.js', 'stdio', '--home', '/h'] }
const MEMBER: ConfigEntry = { kind: 'member', at: ['mcpServers'], key: 'skill-cortex', value }
const handler = { command: 'node /m/main.js hook stop --client claude --home /h' }
const ITEM: ConfigEntry = { kind: 'item', at: ['hooks', 'Stop'], value: { hooks: [handler] } }
const NEEDED: ConfigEntry = { kind: 'needed', key: 'version', value: 1 }
const wanted = (...entries: ConfigEntry[]): Wanted => ({ entries, shell: 'sh' })
const all = () => true

const ARGS = (indent: string) =>
  ['"/m/main.js",', '"stdio",', '"--home",', '"/h"'].map((line) => `${indent}${line}`).join('\n')

describe('adding', () => {
  const ROWS: [title: string, before: string, after: string][] = [
    [
      'to nothing',
      '',
      `{\n  "mcpServers": {\n    "skill-cortex": {\n      "command": "node",\n      "args": [\n${ARGS('        ')}\n      ]\n    }\n  }\n}\n`,
    ],
    [
      'behind others, in their indentation',
      '{\n\t"mcpServers": {\n\t\t"x": 1\n\t}\n}',
      `{\n\t"mcpServers": {\n\t\t"x": 1,\n\t\t"skill-cortex": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n${ARGS('\t\t\t\t')}\n\t\t\t]\n\t\t}\n\t}\n}`,
    ],
    [
      'behind comments, each of which stays beside what it is about',
      '{\n "mcpServers": {\n  "x": 1 // about x\n  /* at the end */\n }\n}\n',
      `{\n "mcpServers": {\n  "x": 1, // about x\n  /* at the end */\n  "skill-cortex": {\n   "command": "node",\n   "args": [\n${ARGS('    ')}\n   ]\n  }\n }\n}\n`,
    ],
    [
      'where lines end in a comma',
      '{\n  "mcpServers": {\n    "x": 1,\n  },\n}\n',
      `{\n  "mcpServers": {\n    "x": 1,\n    "skill-cortex": {\n      "command": "node",\n      "args": [\n${ARGS('        ')}\n      ]\n    },\n  },\n}\n`,
    ],
    [
      'on one line where all is',
      '{"a":[],"mcpServers":{"x":1}}',
      `{"a":[],"mcpServers":{"x":1, "skill-cortex": ${JSON.stringify(value)}}}`,
    ],
    [
      'into an empty object',
      '{\n    "mcpServers": {}\n}\n',
      `{\n    "mcpServers": {\n        "skill-cortex": {\n            "command": "node",\n            "args": [\n${ARGS('                ')}\n            ]\n        }\n    }\n}\n`,
    ],
    [
      'in place of what has our name',
      '{\n  "mcpServers": {\n    "skill-cortex": 1,\n    "x": 2\n  }\n}\n',
      `{\n  "mcpServers": {\n    "skill-cortex": ${JSON.stringify(value)},\n    "x": 2\n  }\n}\n`,
    ],
  ]
  test.each(ROWS)('%s', (_, before, after) => {
    expect(jsonConfig.add(before, wanted(MEMBER))).toBe(after)
  })

  test('keeps the line ends of the file', () => {
    const added = jsonConfig.add('{\r\n  "a": 1\r\n}\r\n', wanted(MEMBER, ITEM))
    expect(added.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('a list gets one more item, an object that is missing is made', () => {
    const added = jsonConfig.add('{"hooks":{"Stop":[{"x":1}]}}', wanted(ITEM, MEMBER, NEEDED))
    expect(JSON.parse(added)).toEqual({
      hooks: { Stop: [{ x: 1 }, { hooks: [handler] }] },
      mcpServers: { 'skill-cortex': value },
      version: 1,
    })
  })

  test('what must be there and is there stays as it is', () => {
    expect(jsonConfig.add('{"version":2}', wanted(NEEDED))).toBe('{"version":2}')
  })

  test('of doubled keys the last one counts, as for every reader', () => {
    const added = jsonConfig.add('{"mcpServers":{"a":1},"mcpServers":{}}', wanted(MEMBER))
    expect(JSON.parse(added)).toEqual({ mcpServers: { 'skill-cortex': value } })
  })
})

const ours = JSON.stringify(value)
const hook = JSON.stringify(handler)

describe('taking out', () => {
  const ROWS: [title: string, before: string, after: string][] = [
    ['the only member', `{"mcpServers":{"skill-cortex":${ours}}}`, '{"mcpServers":{}}'],
    ['the first', `{"mcpServers":{"skill-cortex":${ours}, "x":1}}`, '{"mcpServers":{"x":1}}'],
    ['the last', `{"mcpServers":{"x":1, "skill-cortex":${ours}}}`, '{"mcpServers":{"x":1}}'],
    [
      'its line, and the comments of others stay',
      `{\n  "mcpServers": {\n    "x": 1, // about x\n    "skill-cortex": ${ours},\n    // about y\n    "y": 2 // at the end\n  }\n}\n`,
      '{\n  "mcpServers": {\n    "x": 1, // about x\n    // about y\n    "y": 2 // at the end\n  }\n}\n',
    ],
    [
      'the comma before it when it was the last',
      `{\n  "mcpServers": {\n    "x": 1, // about x\n    "skill-cortex": ${ours} // somebody wrote this\n  }\n}`,
      '{\n  "mcpServers": {\n    "x": 1 // about x\n    // somebody wrote this\n  }\n}',
    ],
    [
      'a comma behind a comment',
      `{\n  "mcpServers": {\n    "skill-cortex": ${ours} /* c */,\n    "y": 2\n  }\n}`,
      '{\n  "mcpServers": {\n    /* c */\n    "y": 2\n  }\n}',
    ],
    ['a group of ours', `{"hooks":{"Stop":[{"a":1}, {"hooks":[${hook}]}]}}`, '{"hooks":{"Stop":[{"a":1}]}}'],
    ['a hook without a group', `{"hooks":{"Stop":[${hook}, {"a":1}]}}`, '{"hooks":{"Stop":[{"a":1}]}}'],
    [
      'one that somebody put among others',
      `{"hooks":{"Stop":[{"matcher":"x","hooks":[{"command":"a"}, ${hook}, {"command":"b"}]}]}}`,
      '{"hooks":{"Stop":[{"matcher":"x","hooks":[{"command":"a"}, {"command":"b"}]}]}}',
    ],
    ['of an event that is no longer used', `{"hooks":{"Old":[${hook}]}}`, '{"hooks":{"Old":[]}}'],
    ['all of several', `{"hooks":{"A":[${hook},${hook}],"B":[${hook}]}}`, '{"hooks":{"A":[],"B":[]}}'],
    [
      'nothing of others',
      '{"mcpServers":{"skill-cortex":{"command":"npx"}},"hooks":{"Stop":[{"command":"x"}]}}',
      '{"mcpServers":{"skill-cortex":{"command":"npx"}},"hooks":{"Stop":[{"command":"x"}]}}',
    ],
  ]
  test.each(ROWS)('%s', (_, before, after) => {
    expect(jsonConfig.takeOut(before, wanted(MEMBER, ITEM), all)).toBe(after)
  })

  test('what became empty goes too, unless it was there before', () => {
    const text = `{"a":1,"mcpServers":{"skill-cortex":${ours}},"hooks":{"Stop":[${hook}],"Mine":[]}}`
    const keeps = (at: string[]) => at.join('.') === 'hooks.Mine'
    expect(jsonConfig.takeOut(text, wanted(MEMBER, ITEM), keeps)).toBe('{"a":1,"hooks":{"Mine":[]}}')
    expect(jsonConfig.takeOut(text, wanted(MEMBER, ITEM), () => false)).toBe('{"a":1}')
  })

  test('an empty list with a comment in it is not empty', () => {
    const text = `{"hooks":{"Stop":[\n// mine\n${hook}]}}`
    expect(jsonConfig.takeOut(text, wanted(ITEM), () => false)).toBe('{"hooks":{"Stop":[\n// mine\n]}}')
  })
})

describe('refused', () => {
  const ROWS: [title: string, text: string, message: RegExp][] = [
    ['a list', '[]', /^expected a JSON object, got array$/],
    ['half an object', '{\n  "a": 1', /^line 2: expected JSON .*got the end of the file$/],
    ['something else', '{\n  "a": 1,\n  oops\n}', /^line 3: expected JSON .*got "oops"$/],
    ['more behind it', '{} x', /^line 1: expected JSON .*got "x"$/],
    ['a comment without an end', '{ /* ', /^line 1: expected JSON/],
    ['great depth', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, /^expected JSON at most 200 levels deep$/],
    ['servers that are a list', '{"mcpServers":[]}', /^expected "mcpServers" to be an object, got array$/],
    ['servers that are null', '{"mcpServers":null}', /^expected "mcpServers" to be an object, got null$/],
    ['hooks that are a text', '{"hooks":""}', /^expected "hooks" to be an object, got string$/],
    ['an event that is an object', '{"hooks":{"Stop":{}}}', /^expected "hooks\.Stop" to be a list, got object$/],
  ]
  test.each(ROWS)('%s', (_, text, message) => {
    expect(() => jsonConfig.add(text, wanted(MEMBER, ITEM))).toThrow(message)
  })
})

test('what is left of a file that we made', () => {
  const rows: [string, boolean][] = [
    ['', true],
    ['{}', true],
    ['{"version":1}', true],
    ['{"version":2}', false],
    ['{"a":1}', false],
    ['{ // mine\n}', false],
  ]
  for (const [text, isBare] of rows) expect(jsonConfig.isBare(text, wanted(MEMBER, NEEDED)), text).toBe(isBare)
})

// Any JSON, written in any way that VS Code reads: with comments and last commas, tabs or none, CRLF or not.
const gap = fc.constantFrom('', ' ', '\n', '\r\n  ', '\n\t', ' // c\n', '/* c */', '\n  // d\n  ')
const plain = fc.oneof(fc.constantFrom('1', 'true', 'null', '"x"', '-1.5e3', '"\\u0041{"'), fc.constant('"//"'))
const key = fc.constantFrom('"a"', '"b"', '"mcpServers"', '"hooks"', '"__proto__"', '"skill-cortex"')
const { json } = fc.letrec<{ json: string; object: string; list: string }>((tie) => ({
  object: fc
    .tuple(fc.array(fc.tuple(gap, key, gap, gap, tie('json'), gap), { maxLength: 3 }), gap, fc.boolean())
    .map(([members, end, hasComma]) => {
      const said = members.map(([a, k, b, c, v, d]) => `${a}${k}${b}:${c}${v}${d}`).join(',')
      return `{${said}${hasComma && members.length > 0 ? ',' : ''}${end}}`
    }),
  list: fc
    .tuple(fc.array(fc.tuple(gap, tie('json'), gap), { maxLength: 3 }), gap)
    .map(([items, end]) => `[${items.map((parts) => parts.join('')).join(',')}${end}]`),
  json: fc.oneof({ maxDepth: 3 }, plain, tie('object'), tie('list')),
}))
const servers = fc.tuple(gap, gap).map(([a, b]) => `{${a}"x": {}${b}}`)
const document = fc
  .tuple(gap, fc.array(fc.tuple(gap, key, json), { maxLength: 4 }), fc.option(servers), gap, gap)
  .map(([start, members, mcp, end, after]) => {
    const all = members.filter(([, k]) => k !== '"mcpServers"' && k !== '"hooks"').map(([a, k, v]) => `${a}${k}:${v}`)
    return `${start}{${[...all, ...(mcp === null ? [] : [`"mcpServers":${mcp}`])].join(',')}${end}}${after}`
  })

test('in and out again leaves every value, key and comment, whatever the text looks like', () => {
  const entries = wanted(MEMBER, ITEM)
  const comments = (text: string) => text.match(/\/\/ [cd]|\/\* c \*\//g) ?? []
  fc.assert(
    fc.property(document, (text) => {
      const added = jsonConfig.add(text, entries)
      expect(parse(added).mcpServers['skill-cortex']).toEqual(value)
      expect(parse(added).hooks.Stop).toEqual([{ hooks: [handler] }])
      expect(jsonConfig.ours(added, entries)).toHaveLength(2)
      const out = jsonConfig.takeOut(added, entries, (at) => jsonConfig.holds(text, at))
      expect(comments(out)).toEqual(comments(text))
      expect(jsonConfig.ours(out, entries)).toEqual([])
      expect(JSON.stringify(parse(out))).toBe(JSON.stringify(parse(text)))
    }),
    { numRuns: 400 },
  )
})

test('a large file is edited in reasonable time', () => {
  const projects = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`/p/${i}`, { history: ['a', 'b'] }]))
  const text = JSON.stringify({ projects }, null, 2)
  const added = jsonConfig.add(text, wanted(MEMBER, ITEM))
  expect(jsonConfig.takeOut(added, wanted(MEMBER, ITEM), () => false)).toBe(text)
})
