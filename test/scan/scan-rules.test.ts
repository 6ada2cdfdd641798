// Goal: each rule of the scan finds what it is for, and not what merely looks like it.
// Method: `found` and `near` texts a rule, in scan-fixtures.json; a list of strings is put together, so that no key stands
// in this repository. The bench reads the same file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scanText } from '../../src/domain/scan.ts'
import { SCAN_RULES } from '../../src/domain/scan-rules.ts'

const text = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))])
const FIXTURES = z
  .array(z.object({ rule: z.string(), found: z.array(text).min(1), near: z.array(text).min(1) }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'scan-fixtures.json'), 'utf8')))
const POLICY = { tools: [], domains: ['api.declared.org', '*.wild.org'], credentials: [], sideEffects: [] }
const rulesFor = (said: string) =>
  new Set(scanText([{ path: 'content', text: said }], POLICY).findings.map((f) => f.rule))

test('every rule has texts that it finds and texts that it does not', () => {
  expect(FIXTURES.map(({ rule }) => rule)).toEqual(SCAN_RULES.map(({ id }) => id))
})

test.each(FIXTURES.flatMap(({ rule, found }) => found.map((said) => [rule, said] as const)))('%s: %j', (rule, said) => {
  expect(rulesFor(said)).toContain(rule)
  // Nor does it hide in the middle of a long text.
  expect(rulesFor(`${'Words. '.repeat(900)}\n\n${said}\n\n${'Words. '.repeat(900)}`)).toContain(rule)
})

test.each(FIXTURES.flatMap(({ rule, near }) => near.map((said) => [rule, said] as const)))(
  'no %s: %j',
  (rule, said) => {
    expect(rulesFor(said)).not.toContain(rule)
  },
)
