// Goal: whatever a registry answers, however odd, it is an ordinary case: an error that says what to do or something fit to be
// shown, never another exception, never a name that could be a path or a command, never more than may be shown.
// Method: seeded JSON in the place of each answer, near the real ones and far from them. Others with SEED, more with
// RUNS_FACTOR.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRegistryRef, printRegistryRef, registryRefOf } from '../../src/domain/registry-ref.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { findOffers } from '../../src/registry/find-offers.ts'
import { openRegistries } from '../../src/registry/open-registries.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(500)
console.info(`hostile registry property seed ${RUNS.seed}`)

const odd = fc.jsonValue({ maxDepth: 3 })
const name = fc.oneof(fc.constantFrom('pdf-tables', 'merge', '..', '../x', 'a b', ''), fc.string())
const text = fc.oneof(fc.constantFrom('Merge tables of PDF files', 'merge pdf\u001b[2J\n\u202e'), fc.string(), odd)
const oneOf = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: value }, odd)
const hit = fc.record({
  ...{ slug: oneOf(name), displayName: text, summary: text, version: oneOf(fc.constantFrom('1.0.0', '1', '../1')) },
  ownerHandle: oneOf(fc.constantFrom('maker', '@Maker', '../maker', 'a/b')),
})
const verdict = fc.record({
  ...{
    ok: oneOf(fc.boolean()),
    decision: oneOf(fc.constantFrom('pass', 'fail')),
    reasons: oneOf(fc.array(fc.string())),
  },
  ...{
    requestedSlug: oneOf(name),
    requestedOwnerHandle: oneOf(fc.constant('maker')),
    requestedVersion: fc.constant('1.0.0'),
  },
  security: oneOf(fc.record({ status: oneOf(fc.constantFrom('clean', 'malicious', 'suspicious', 'pending')) })),
})
const schema = oneOf(fc.constant('clawhub.skill.security-verdicts.v1'))
const skill = oneOf(fc.record({ slug: oneOf(name), displayName: text, summary: text }))
const answer = fc.oneof(
  ...[
    odd,
    fc.record({ results: oneOf(fc.array(oneOf(hit))) }),
    fc.record({ schema, items: oneOf(fc.array(oneOf(verdict))) }),
  ],
  fc.record({ skill, latestVersion: oneOf(fc.record({ version: text })), owner: oneOf(fc.record({ handle: text })) }),
  fc.record({
    $schema: oneOf(fc.constant('https://schemas.agentskills.io/discovery/0.2.0/schema.json')),
    skills: oneOf(
      fc.array(
        oneOf(
          fc.record({
            name,
            type: fc.constantFrom('archive', 'skill-md'),
            description: text,
            url: text,
            digest: fc.constant(`sha256:${'a'.repeat(64)}`),
          }),
        ),
      ),
    ),
  }),
)

/** Each question is answered by the next of these. */
function opened(answers: readonly unknown[]) {
  let at = 0
  return openRegistries({
    registries: ['https://clawhub.ai', 'wellknown+https://a.example'],
    fetchBytes: async (url) => ({ url, bytes: Buffer.from(JSON.stringify(answers[at++ % answers.length])) }),
    ...{ now: () => new Date(0), dice: () => 0, sleep: async () => undefined },
  })
}

test('a search shows what is fit to be shown, or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (answers) => {
      const asked = { task: 'x', keywords: ['merge', 'pdf', 'tables'], isWanted: () => true }
      const { offers, silent } = await findOffers(asked, opened(answers))
      expect(offers.length).toBeLessThanOrEqual(3)
      expect(offers.length === 0).toBe(silent !== undefined)
      for (const { ref, title, summary, why } of offers) {
        expect(printRegistryRef(parseRegistryRef(ref))).toBe(ref)
        for (const line of [title, summary, ...why])
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
      }
    }),
    RUNS,
  )
})

test('each other question ends in a value of its form, or in an error that says what to do', async () => {
  const asked = ['clawhub:@maker/pdf-tables@1.0.0', 'clawhub:@maker/pdf-tables', 'wellknown+a.example:pdf-tables']
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...asked),
      async (answers, text) => {
        const ref = parseRegistryRef(text)
        const registry = opened(answers).of(ref)
        const questions = [
          async () => expect(registryRefOf((await registry.inspect(ref)).ref)).toBeDefined(),
          async () => expect(await registry.verdicts([ref])).toHaveLength(1),
          async () => void (await registry.versions(ref)),
          async () => void (await registry.download(ref)),
        ]
        for (const question of questions) {
          const error: unknown = await question().then(
            () => undefined,
            (thrown: unknown) => thrown,
          )
          if (error === undefined) continue
          if (!(error instanceof SkillError)) throw error
          expect(error.fix).toMatch(/^[A-Z].*\.$/s)
        }
      },
    ),
    RUNS,
  )
})
