// Whatever a model says within the schema of an answer, the judges of gap, extract and summarize give each item one verdict
// with a reason, let nothing through that the library knows or was not shown, and never throw.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractAnswerSchema, judgeExtract } from '../../src/domain/judge-extract.ts'
import { EVIDENCE_SESSIONS_MIN, FOUND_SKILLS_MAX, gapAnswerSchema, judgeGap } from '../../src/domain/judge-gap.ts'
import { judgeSummaries, summarizeAnswerSchema } from '../../src/domain/judge-summaries.ts'
import { markOf } from '../../src/domain/mark.ts'
import type { PassChange, Verdict } from '../../src/domain/pass-change.ts'
import { seeded } from '../support/seed.ts'
import { judgedLibrary, judgedSkill, NOW, seenOf } from './judged-library.ts'

const SHOWN = [
  judgedSkill('mail', '# Mail\n\nFirst look the address up.\n'),
  judgedSkill('own', '# Own\n', { summary: 'Mine' }),
]
const KNOWN = [...SHOWN, judgedSkill('pinned', '# Pin\n\nFirst look.\n', { pinned: true }), judgedSkill('a/b', '# B\n')]
const library = judgedLibrary(KNOWN, ['former'])

const name = fc.oneof(
  fc.constantFrom(
    'mail',
    'own',
    'pinned',
    'a/b',
    'a',
    'former',
    'new-one',
    'other/new',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '# New\n\nLook the address up, then send it.\n',
    'Look up mail',
    ' ',
    '\u2028',
    'x'.repeat(1_100_000),
  ),
)
const texts = fc.array(text, { maxLength: 3 })
const number = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double())
const steps = fc.array(fc.record({ action: text, tool: fc.constantFrom('Bash', 'rm', '') }), { maxLength: 3 })
const common = { name, content: text, summary: text, triggers: texts, reason: text }
const items = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 6 })

function check(verdicts: readonly Verdict[], count: number): PassChange[] {
  expect(verdicts).toHaveLength(count)
  for (const verdict of verdicts) {
    expect((verdict.kind === 'refuse' ? verdict.reason : verdict.change.reason).trim()).not.toBe('')
  }
  return verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [verdict.change] : []))
}
function isNew(change: PassChange): boolean {
  return change.kind === 'save' && change.base === null && !library.isKnown(change.name)
}

test('gap', () => {
  const answers = fc.record({ skills: items(fc.record({ ...common, evidence: fc.array(number, { maxLength: 4 }) })) })
  fc.assert(
    fc.property(answers, (answer) => {
      const { skills } = gapAnswerSchema.parse(answer)
      const changes = check(
        judgeGap({ skills }, { shown: 3, marks: [] }, { seen: {}, library, now: NOW }, () => []),
        skills.length,
      )
      expect(changes.every(isNew)).toBe(true)
      expect(changes.length).toBeLessThanOrEqual(FOUND_SKILLS_MAX)
      for (const change of changes) {
        const { evidence } = skills.find((skill) => skill.name === change.name)!
        expect(new Set(evidence).size).toBeGreaterThanOrEqual(EVIDENCE_SESSIONS_MIN)
      }
    }),
    seeded(150),
  )
})

test('extract', () => {
  const answers = fc.record({ skills: items(fc.record({ ...common, session: number, steps })) })
  const sessions = [{ mark: 'm', tools: [markOf('Bash')] }]
  fc.assert(
    fc.property(answers, (answer) => {
      const { skills } = extractAnswerSchema.parse(answer)
      const judging = { seen: {}, library, now: NOW }
      const changes = check(
        judgeExtract({ skills }, { sessions }, judging, () => []),
        skills.length,
      )
      expect(changes.every(isNew)).toBe(true)
      expect(changes.length).toBeLessThanOrEqual(sessions.length)
    }),
    seeded(150),
  )
})

test('summarize', () => {
  fc.assert(
    fc.property(fc.record({ summaries: items(fc.record({ name, summary: text })) }), (answer) => {
      const { summaries } = summarizeAnswerSchema.parse(answer)
      const verdicts = judgeSummaries({ summaries }, { seen: seenOf(SHOWN), library, now: NOW })
      const changes = check(verdicts, summaries.length)
      expect(changes.every((change) => change.name === 'mail')).toBe(true)
      for (const change of changes) expect(change).toHaveProperty('patch.summary')
    }),
    seeded(150),
  )
})
