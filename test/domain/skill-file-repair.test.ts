// Goal: what a hand got wrong in a skill file is put right where there is one reading of it; everything else is left to the
// byte. Asked again about its own answer the repair finds nothing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairJson } from '../../src/domain/json-repair.ts'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { repairSkillFile } from '../../src/domain/skill-file-repair.ts'

const SEED = Number(process.env.SEED ?? 20261122)
console.info(`repair seed ${SEED}`)

const PLACED = '2026-01-02T03:04:05.000Z'
const CONTEXT = { pathName: 'mail', createdAt: PLACED, names: new Set(['mail', 'mcp/calendar', 'tea']) }
const WHOLE = { name: 'mail', content: '# Mail' }
const repairOf = (json: string) => repairSkillFile(json, CONTEXT)
const fileOf = (fields: Record<string, unknown>) => JSON.stringify({ ...WHOLE, ...fields })
const skillIn = (text: string) => parseSkillFile(text, { file: 'f', pathName: 'mail', createdAt: PLACED }).skill

const JSON_ROWS: [is: string, text: string, after: string][] = [
  ['a byte order mark', '\ufeff{}', '{}'],
  ['commas at the end', '{"a":[1,2,],}', '{"a":[1,2]}'],
  ['one with white space and a comment behind it', '{"a":[1, // one\n]}', '{"a":[1  \n]}'],
  ['comments of both kinds', '/* a */{"b":1}// c', ' {"b":1} '],
  ['after a list or a map', '[[],{},]', '[[],{}]'],
]
test.each(JSON_ROWS)('taken out of JSON: %s', (_is, text, after) => {
  expect(repairJson(text).text).toBe(after)
})

const AS_THEY_ARE = [
  ...['{"a":"x,]}//y/*z*/"}', '{"a":"\\",]"}', '[,]', '{,}', '[1,,]', '{"a":,}', '"never ends, ]', '/* never ends'],
  ...["{'a': 1}", '{a: 1}', '[1 2]', '{"a":1', '', '\\', '/'],
]
test.each(AS_THEY_ARE)('nobody knows what was meant, or nothing is wrong: %s', (text) => {
  expect(repairJson(text)).toEqual({ text, repairs: [] })
})

test('well-formed JSON is left to the byte, and a mark, comments and commas in it change no value', () => {
  const property = fc.property(fc.json({ maxDepth: 4 }), (text) => {
    expect(repairJson(text)).toEqual({ text, repairs: [] })
    // Between tokens only: strings are kept whole by the split.
    const odd = text.replace(/("(?:[^"\\]|\\.)*")|([\]}])|(:)/g, (all, string, close, colon) =>
      string !== undefined ? all : close !== undefined ? `/* , */${close}` : `${colon}// "\n`,
    )
    expect(JSON.parse(repairJson(`\ufeff${odd}`).text)).toEqual(JSON.parse(text))
  })
  fc.assert(property, { seed: SEED, numRuns: 300 })
})

// Each by the fields beside a whole skill, and what the repaired file says there.
const FIELDS: [is: string, fields: Record<string, unknown>, after: Record<string, unknown>][] = [
  ['another name', { name: 'post' }, { name: 'mail' }],
  ['no name', { name: undefined }, { name: 'mail' }],
  ['a key in capitals', { Tags: ['a'] }, { tags: ['a'] }],
  ['a key in small letters', { seealso: ['tea'], dependson: ['tea'] }, { seeAlso: ['tea'], dependsOn: ['tea'] }],
  ['a text for a list of names', { seeAlso: 'tea, mcp/calendar' }, { seeAlso: ['tea', 'mcp/calendar'] }],
  ['a text for a list of words', { tags: 'two words' }, { tags: ['two words'] }],
  ['an empty text for a list', { tags: '', seeAlso: ' ' }, { tags: [], seeAlso: [] }],
  ['null for a list', { triggers: null, steps: null, summary: null }, { triggers: [], steps: [] }],
  ['items that say nothing', { tags: ['a', '', null] }, { tags: ['a'] }],
  ['a day', { createdAt: '2026-11-21' }, { createdAt: '2026-11-21T00:00:00.000Z' }],
  ['no zone', { createdAt: '2026-11-21 10:00' }, { createdAt: '2026-11-21T10:00:00.000Z' }],
  ['a zone', { updatedAt: '2026-11-21 10:00:30 +02:00' }, { updatedAt: '2026-11-21T08:00:30.000Z' }],
  ['no date at all', { createdAt: 'yesterday', updatedAt: 12 }, { createdAt: PLACED, updatedAt: null }],
  ['a day that is none', { createdAt: '2026-02-31' }, { createdAt: PLACED }],
  ['see-also in other letters', { seeAlso: ['MCP/Calendar', 'tea', 'Tea'] }, { seeAlso: ['mcp/calendar', 'tea'] }],
  ['a parent in other letters', { parent: 'Tea' }, { parent: 'tea' }],
  [
    'a policy by hand',
    { Policy: { Tools: 'Bash', domains: null, sideeffects: [''], mine: 1 } },
    { policy: { tools: ['Bash'], domains: [], credentials: [], sideEffects: [], mine: 1 } },
  ],
]

test.each(FIELDS)('put right: %s', (_is, fields, after) => {
  const repair = repairOf(fileOf({ ...fields, mine: { kept: [1] } }))
  if (repair.kind !== 'repaired') throw new Error(repair.kind)
  expect(repair.repairs).not.toEqual([])
  expect(skillIn(repair.text)).toMatchObject({ ...WHOLE, ...after, extra: { mine: { kept: [1] } } })
  expect(repairOf(repair.text)).toEqual({ kind: 'fine' })
})

test('line ends of Windows and a byte order mark, with nothing else changed', () => {
  const plain = repairOf(fileOf({ tags: null }))
  if (plain.kind !== 'repaired') throw new Error(plain.kind)
  const odd = repairOf(`\ufeff${plain.text.replaceAll('\n', '\r\n')}`)
  expect(odd).toEqual({ ...plain, repairs: ['the byte order mark', 'line ends of Windows'] })
})

test('what was repaired is told in words', () => {
  const repair = repairOf(fileOf({ name: 'post', seealso: 'tea', createdAt: '2026-11-21' }))
  expect(repair).toMatchObject({
    repairs: [
      'the key "seealso" is "seeAlso"',
      '"name" is "post", where the path says "mail"',
      '"seeAlso" is a text, where a list of them belongs',
      '"createdAt" "2026-11-21" is another form of 2026-11-21T00:00:00.000Z (UTC)',
    ],
  })
})

const LEFT: [is: string, json: string][] = [
  ['no JSON', '{"name": "mail"'],
  ['a key twice', '{"name": "mail", "content": "a", "content": "b"}'],
  ['a list', '[]'],
  ['no content', '{"name": "mail",}'],
  ['an empty content', '{"name": "mail", "content": "", "tags": null}'],
  ['words with a comma, which may belong to them', fileOf({ triggers: 'first ask, then send' })],
  ['words that are no names', fileOf({ seeAlso: 'see the tea skill' })],
  ['a list of numbers', fileOf({ tags: [1] })],
  ['steps that are texts', fileOf({ steps: ['do it'] })],
  ['a mended comma beside what cannot be mended', '{"name": "mail", "content": 1,}'],
  ['marks of a merge', '<<<<<<< ours\n{"name":"mail"}\n=======\n{}\n>>>>>>> theirs'],
]
test.each(LEFT)('left: %s', (_is, json) => {
  expect(repairOf(json)).toEqual({ kind: 'left' })
})

const FINE: [is: string, json: string][] = [
  ['a file as a person writes it', '{ "content": "# Mail",\n\t"name": "mail" }'],
  ['unknown keys, near ours or not', fileOf({ seeAlso: [], seealso: 'x', color: 'red', created_at: 'x' })],
  ['a dependency in other letters, which an approval covers', fileOf({ dependsOn: ['Tea'] })],
  ['see-also that leads nowhere', fileOf({ seeAlso: ['Nowhere'] })],
]
test.each(FINE)('fine: %s', (_is, json) => {
  expect(repairOf(json)).toEqual({ kind: 'fine' })
})

test('a key called __proto__ changes no prototype', () => {
  repairOf('{"name": "post", "content": "# Mail", "__proto__": {"polluted": 1}}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('mail', 'Tea', 'tea, mail', '2026-11-21', '2026-11-21T10:00:00Z', 'a,b', '', null, ['', 'Tea', null]),
)
const oddKey = fc.constantFrom(
  ...[
    'name',
    'Name',
    'content',
    'summary',
    'createdAt',
    'createdat',
    'updatedAt',
    'seeAlso',
    'seealso',
    'SEEALSO',
    'tags',
  ],
  ...[
    'Tags',
    'triggers',
    'steps',
    'dependsOn',
    'conflictsWith',
    'parent',
    'policy',
    'Policy',
    'extra',
    'files',
    '__proto__',
  ],
)

test('no text throws, and what is repaired is a skill in which nothing is left to repair', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.dictionary(oddKey, oddValue), fc.boolean()).map(([odd, isWhole]) => {
      const text = JSON.stringify({ ...(isWhole ? { content: '# Mail' } : {}), ...odd }, null, 2)
      return isWhole ? text.replace(/\n}$/, ',\n} // end') : text
    }),
  )
  const property = fc.property(texts, (text) => {
    const repair = repairOf(text)
    if (repair.kind !== 'repaired') return
    expect(skillIn(repair.text)).toBeDefined()
    expect(repairOf(repair.text)).toEqual({ kind: 'fine' })
  })
  fc.assert(property, { seed: SEED, numRuns: 2_000 })
})
