// Goal: with why, recall accounts for each skill that it showed and for those that it did not, in words that a person can
// act on, and answers otherwise as it does without.
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/journal-event.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { skill } from './indexed-skill.ts'
import { type Asked, recallOn } from './recall-on.ts'

const KITCHEN = [
  skill('tea', 'Make a pot of tea', { content: 'Boil water, warm the pot.' }),
  skill('coffee', 'Make a cup of coffee', { content: 'Grind the beans.' }),
  skill('bread', 'Bake a loaf of rye bread', { content: 'Feed the sourdough.' }),
]
const MESSAGE = 'make a pot of tea or a cup of coffee'

async function whyOf(message: string, asked: Asked = {}, recall = recallOn(KITCHEN).recall) {
  const { why } = await recall(message, { why: true, ...asked })
  return why!
}
const reasonsOf = ({ others }: { others: { name: string; reason: string }[] }) =>
  Object.fromEntries(others.map(({ name, reason }) => [name, reason]))

test('it shows what was looked up, what was repaired, and the confidence against what is needed', async () => {
  const { recall } = recallOn(KITCHEN)
  const { hits, why } = await recall('make a sourdogh and a rye bread', { why: true })
  expect(why).toEqual({
    terms: ['make', 'sourdough', 'rye', 'bread'],
    repairs: [{ word: 'sourdogh', term: 'sourdough', meant: 'sourdough' }],
    threshold: expect.any(Number),
    confidence: hits[0]!.confidence,
    confidenceNeeded: 0.5,
    learned: { lessons: 0, likenessBest: 0 },
    others: [
      { name: 'coffee', score: 0.476, confidence: 0.24, reason: 'far behind the best' },
      { name: 'tea', score: 0.473, confidence: 0.239, reason: 'far behind the best' },
    ],
  })
  expect(why!.threshold).toBeGreaterThan(0)
})

test('it shows what each term adds and where it stands, and what the past adds', async () => {
  const { hits } = await recallOn(KITCHEN).recall('make a sourdogh and a rye bread', { why: true, limit: 1 })
  expect(hits).toMatchObject([
    {
      name: 'bread',
      terms: [
        { term: 'bread', fields: ['name', 'summary'] },
        { term: 'rye', fields: ['summary'] },
        { term: 'sourdough', fields: ['content'] },
      ],
      learned: { score: 0, messages: 0 },
    },
  ])
  const [{ score, terms }] = hits as [(typeof hits)[0]]
  expect(terms!.reduce((sum, term) => sum + term.score, 0)).toBeCloseTo(score, 2)
})

test('the answer is the one without why, and as much is written down', async () => {
  for (const message of [MESSAGE, 'write the release notes for GitHub', 'repair the bicycle chain', 'tea']) {
    for (const asked of [{ limit: 1 }, { limit: 20, bodies: 2 }, { force: true }]) {
      const plain = recallOn([...KITCHEN, ...DEVELOPER_SKILLS])
      const explained = recallOn([...KITCHEN, ...DEVELOPER_SKILLS])
      const answer = await plain.recall(message, { session: 's', ...asked })
      const { why, ...same } = await explained.recall(message, { session: 's', why: true, skill: 'tea', ...asked })
      expect(why!.terms).toEqual(explained.index.search(message, 1).terms)
      expect(same.hits.map(({ terms: _terms, learned: _learned, ...hit }) => hit)).toEqual(answer.hits)
      expect({ ...same, hits: [] }).toEqual({ ...answer, hits: [] })
      expect(explained.events('s')).toEqual(plain.events('s'))
      expect(answer.why).toBeUndefined()
    }
  }
})

describe('a skill that was not recalled has its reason', () => {
  test.each<[what: string, message: string, asked: Asked, reasons: Record<string, string>]>([
    ['its place', MESSAGE, { limit: 1 }, { coffee: 'it came 2nd, and only one was asked for' }],
    [
      'that nothing was recalled',
      'make an appointment with the dentist on Monday about my left molar, early',
      {},
      { coffee: 'recall was silent', tea: 'recall was silent' },
    ],
    ['no word', MESSAGE, { skill: 'bread' }, { bread: 'it holds no word of the message' }],
    ['that it is not there', MESSAGE, { skill: 'butter' }, { butter: 'no such skill is in the index' }],
    ['that it is not there under a name of no skill', MESSAGE, { skill: '__proto__' }, {}],
    [
      'that it was recalled after all',
      'a pot of tea',
      { skill: 'tea' },
      { tea: 'recalled: matches "tea", "pot" in name, summary, content' },
    ],
    [
      'of one asked for that is explained anyway',
      MESSAGE,
      { limit: 1, skill: 'coffee' },
      { coffee: 'it came 2nd, and only one was asked for' },
    ],
  ])('%s', async (_, message, asked, reasons) => {
    const why = await whyOf(message, asked)
    if (asked.skill === '__proto__') {
      expect(why.others).toEqual([
        { name: '__proto__', score: 0, confidence: 0, reason: 'no such skill is in the index' },
      ])
    } else expect(reasonsOf(why)).toEqual(reasons)
  })

  test.each([
    [0, 'this session has seen it 1 turn ago'],
    [1, 'this session has seen it 2 turns ago'],
    [28, 'this session has seen it 29 turns ago'],
  ])('that it was seen, with %i turns between', async (between, reason) => {
    const { recall } = recallOn(KITCHEN)
    await recall('a pot of tea', { session: 's' })
    for (let i = 0; i < between; i++) await recall('ok', { session: 's' })
    const { hits, why } = await recall(MESSAGE, { session: 's', why: true })
    expect(hits.map(({ name }) => name)).toEqual(['coffee'])
    expect(reasonsOf(why!)).toEqual({ tea: reason })
  })

  test('that it was seen, also where nothing is left to recall', async () => {
    const { recall } = recallOn(KITCHEN)
    await recall(MESSAGE, { session: 's' })
    const why = await whyOf('a pot of tea', { session: 's', skill: 'tea' }, recall)
    expect(reasonsOf(why)).toEqual({ tea: 'this session has seen it 1 turn ago' })
  })

  test('that the past speaks against it', async () => {
    const { recall, happened } = recallOn(KITCHEN)
    const message = 'brew a strong beverage in the evening with cardamom beans'
    // Four sessions in which it was loaded after this message, and was not what was meant.
    for (const session of ['a', 'b', 'c', 'd']) {
      await recall(message, { session })
      const load: NewEvent = { event: 'loaded', actor: 'agent', skillName: 'coffee', version: 1, how: 'by-name' }
      await happened(session, load, { event: 'outcome', actor: 'agent', skill: 'coffee', outcome: 'task_mismatch' })
    }
    const why = await whyOf(message, { skill: 'coffee' }, recall)
    expect(reasonsOf(why)).toEqual({ coffee: 'the past speaks against it' })
    expect(why.others[0]!.score).toBeLessThan(0)
    expect(why.learned).toEqual({ lessons: 4, likenessBest: 1 })
    expect((await recall(message, { force: true })).hits).toEqual([])
  })
})

test('of many, ten are explained, best first, and the one that was asked for stands before them', async () => {
  const teas = Array.from({ length: 30 }, (_, i) => skill(`tea-${100 + i}`, `Make tea${' well'.repeat(i)}`))
  const { recall } = recallOn([...teas, ...DEVELOPER_SKILLS])
  const why = await whyOf('make some tea', { limit: 3, skill: 'tea-129' }, recall)
  expect(why.others.map(({ name }) => name)).toEqual(['tea-129', ...teas.slice(3, 13).map(({ name }) => name)])
  expect(why.others[0]!.reason).toBe('not among the best 13')
  expect(why.others[1]!.reason).toBe('it came 4th, and only 3 were asked for')
  expect(why.others[0]!.score).toBeGreaterThan(0)
})

test('a hit whose line found no room in the block is told so', async () => {
  const teas = Array.from({ length: 20 }, (_, i) => skill(`tea-${100 + i}`, `Make tea ${'very well '.repeat(60)}`))
  const { recall } = recallOn([...teas, ...DEVELOPER_SKILLS])
  const first = await whyOf('make some tea', { limit: 20, skill: 'tea-100' }, recall)
  expect(first.others[0]!.reason).toMatch(/^recalled: matches "tea"/)
  const last = await whyOf('make some tea', { limit: 20, skill: 'tea-119' }, recall)
  expect(last.others[0]!.reason).toBe('recalled, by name only: the block is full')
})
