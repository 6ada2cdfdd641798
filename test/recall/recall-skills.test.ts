// Goal: recall brings up what fits and this session has not seen, once, within a budget, in one order; and says why when
// it brings up nothing.
import { describe, expect, test } from 'vitest'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { skill } from './indexed-skill.ts'
import { type Asked, expectSilence, namesOf, type RecallableSkill, recallOn } from './recall-on.ts'

const TEA = skill('tea', 'Make a pot of tea', { content: 'Boil water, warm the pot.' })
const COFFEE = skill('coffee', 'Make a cup of coffee', { content: 'Grind the beans.' })
const BREAD = skill('bread', 'Bake a loaf of rye bread', { content: 'Feed the sourdough.' })
const KITCHEN = [TEA, COFFEE, BREAD]

describe('recall is silent, and says why', () => {
  test.each<[what: string, message: string, because: RegExp]>([
    ['nothing was said', '', /^the message has fewer than 2 words that say something$/],
    ['only stop words were said', 'can you do this for me please', /fewer than 2 words/],
    ['only signs were said', '?! -- 👍', /fewer than 2 words/],
    ['one word was said, however well it fits', 'tea', /fewer than 2 words/],
    ['one word was said among stop words', 'what about the tea', /fewer than 2 words/],
    ['one letter each was said', 'a b c d', /fewer than 2 words/],
    ['no skill has a word of it', 'repair the bicycle chain', /^no skill matches any word of the message$/],
    [
      'what is nearest does not fit',
      'make an appointment with the dentist on Monday about my left molar, early',
      /^nothing fits well enough: the nearest is "(tea|coffee)" with confidence 0\.\d\d, and 0\.5 is needed; force shows it$/,
    ],
  ])('when %s', async (_, message, because) => {
    const { recall, events } = recallOn(KITCHEN)
    expectSilence(await recall(message, { session: 's' }), because)
    // A turn it was, and nothing was shown in it.
    expect(events('s').map(({ event }) => event)).toEqual(['turn'])
  })

  test.each([
    ['a word said twice', 'tea, tea!', ['tea']],
    ['a word and its mistyped self', 'bread braed', ['bread']],
    ['two words', 'a pot of tea', ['tea']],
  ])('but not for %s', async (_, message, names) => {
    expect(namesOf(await recallOn(KITCHEN).recall(message))).toEqual(names)
  })

  test('force answers with what fits poorly, and not with what does not match, nor to a lone word', async () => {
    const { recall } = recallOn(KITCHEN)
    const poor = 'make an appointment with the dentist on Monday about my left molar, early'
    const forced = await recall(poor, { force: true })
    expect(namesOf(forced)).toEqual(['coffee', 'tea'])
    expect(forced.silent).toBeUndefined()
    expect(forced.hits[0]!.confidence).toBeLessThan(0.5)
    expectSilence(await recall('repair the bicycle chain', { force: true }), /^no skill matches/)
    expectSilence(await recall('tea', { force: true }), /fewer than 2 words/)
  })

  test('with a confidence that is below what is needed also as it is printed', async () => {
    const { recall } = recallOn(DEVELOPER_SKILLS)
    const words = new Set(DEVELOPER_SKILLS.flatMap(({ summary }) => summary.match(/[a-z]{4,}/g) ?? []))
    const printed: number[] = []
    for (const word of words) {
      for (let unknown = 1; unknown <= 8; unknown++) {
        const { silent } = await recall(`${word} ${'qa wq eq rq tq zq uq iq'.split(' ').slice(0, unknown).join('x ')}`)
        const confidence = /with confidence (\d\.\d\d), and 0\.5 is needed/.exec(silent ?? '')?.[1]
        if (confidence !== undefined) printed.push(Number(confidence))
      }
    }
    expect(Math.max(...printed)).toBe(0.49)
  })

  test('in an empty library', async () => {
    expectSilence(await recallOn([]).recall('make a pot of tea'), /^no skill matches/)
  })
})

describe('what a session has seen', () => {
  const MESSAGE = 'make a pot of tea or a cup of coffee'

  test('is not shown again in it, is shown in another and without one, and again when forced', async () => {
    const { recall } = recallOn(KITCHEN)
    const both = await recall(MESSAGE, { session: 's' })
    expect(namesOf(both).toSorted()).toEqual(['coffee', 'tea'])
    const again = await recall(MESSAGE, { session: 's' })
    expectSilence(again, /^every matching skill has been shown in this session; force shows them again$/)
    expect(await recall(MESSAGE, { session: 's', force: true })).toEqual(both)
    expect(await recall(MESSAGE, { session: 'other' })).toEqual(both)
    expect(await recall(MESSAGE)).toEqual(both)
    expect(await recall(MESSAGE)).toEqual(both)
  })

  test('does not take the places of what it has not seen', async () => {
    const { recall } = recallOn(KITCHEN)
    const first = await recall(MESSAGE, { session: 's', limit: 1 })
    const second = await recall(MESSAGE, { session: 's', limit: 1 })
    expect([...namesOf(first), ...namesOf(second)].toSorted()).toEqual(['coffee', 'tea'])
    expectSilence(await recall(MESSAGE, { session: 's', limit: 1 }), /^every matching/)
  })

  test('is said to stand in the way when the rest fits poorly', async () => {
    const { recall } = recallOn(DEVELOPER_SKILLS)
    const message = 'translate this letter to my landlord and write it in German'
    expect(namesOf(await recall(message, { session: 's', limit: 1 }))).toEqual(['writing/translate'])
    expectSilence(
      await recall(message, { session: 's' }),
      /^nothing fits well enough beside what this session has seen: the nearest is "[a-z/-]+" with confidence 0\.[0-4]/,
    )
  })

  test('is what was loaded as well', async () => {
    const { recall, happened } = recallOn(KITCHEN)
    await happened('s', { event: 'loaded', actor: 'agent', skillName: 'tea', version: 1, how: 'by-name' })
    expect(namesOf(await recall(MESSAGE, { session: 's' }))).toEqual(['coffee'])
  })

  test('is forgotten after thirty turns', async () => {
    const { recall } = recallOn(KITCHEN)
    await recall(MESSAGE, { session: 's' })
    for (let turn = 2; turn <= 30; turn++) {
      expectSilence(await recall(turn % 2 === 0 ? MESSAGE : 'ok', { session: 's' }), /every matching|fewer than/)
    }
    expect(namesOf(await recall(MESSAGE, { session: 's' })).toSorted()).toEqual(['coffee', 'tea'])
  })

  test.each([
    ['clear', ['coffee', 'tea']],
    ['compact', ['coffee', 'tea']],
    ['resume', []],
    ['startup', []],
  ])('is %s: a session that begins so has %j before it', async (source, names) => {
    const { recall, happened } = recallOn(KITCHEN)
    await recall(MESSAGE, { session: 's' })
    await happened('s', { event: 'session-started', actor: 'agent', client: 'a client', source })
    expect(namesOf(await recall(MESSAGE, { session: 's' })).toSorted()).toEqual(names)
    expectSilence(await recall(MESSAGE, { session: 's' }), /^every matching/)
  })

  test('is written down with what was shown, what went with it, and how long the block was', async () => {
    const { recall, events } = recallOn([{ ...TEA, seeAlso: ['bread'] }, COFFEE, BREAD])
    const { hits, block } = await recall('a pot of tea', { session: 's', actor: 'operator' })
    const [turn, recalled, ...more] = events('s')
    expect(turn).toMatchObject({ event: 'turn', actor: 'operator', stems: ['pot', 'tea'] })
    expect(recalled).toMatchObject({
      event: 'recalled',
      actor: 'operator',
      skills: ['tea'],
      related: ['bread'],
      confidence: hits[0]!.confidence,
      blockChars: block.length,
    })
    expect(more).toEqual([])
  })
})

describe('see-also', () => {
  const LINKED: RecallableSkill[] = [
    { ...TEA, seeAlso: ['bread', 'coffee', 'gone', 'tea'] },
    { ...COFFEE, seeAlso: ['bread'] },
    BREAD,
  ]

  test('comes after the hits, once, and only for skills that are there and are no hits', async () => {
    const { hits, related, block } = await recallOn(LINKED).recall('make a pot of tea or a cup of coffee')
    expect(hits.map(({ name }) => name).toSorted()).toEqual(['coffee', 'tea'])
    expect(related).toEqual([{ name: 'bread', summary: 'Bake a loaf of rye bread', of: hits[0]!.name }])
    expect(block.split('\n').slice(0, 2)).toEqual([
      `Relevant skills for this message: ${hits.map(({ name }) => name).join(', ')}`,
      'Related skills (see-also): bread',
    ])
  })

  test('comes once in a session, and its skill may still be recalled', async () => {
    const { recall } = recallOn(LINKED)
    expect((await recall('a pot of tea', { session: 's' })).related.map(({ name }) => name)).toEqual([
      'bread',
      'coffee',
    ])
    const coffee = await recall('a cup of coffee', { session: 's' })
    expect([namesOf(coffee), coffee.related]).toEqual([['coffee'], []])
    expect(namesOf(await recall('a loaf of rye bread', { session: 's' }))).toEqual(['bread'])
    expect((await recall('a pot of tea', { session: 's', force: true })).related).toHaveLength(2)
    expect((await recall('a pot of tea')).related).toHaveLength(2)
  })

  test('does not come for what the session has seen', async () => {
    const { recall } = recallOn(LINKED)
    await recall('a loaf of rye bread', { session: 's' })
    const tea = await recall('a pot of tea', { session: 's' })
    expect(tea.related.map(({ name }) => name)).toEqual(['coffee'])
  })

  test('never comes alone', async () => {
    const { recall } = recallOn([
      { ...TEA, seeAlso: [] },
      { ...COFFEE, seeAlso: [] },
    ])
    expect(await recall('a pot of tea')).toMatchObject({ hits: [{ name: 'tea' }], related: [] })
  })
})

describe('bodies', () => {
  const sized = (name: string, chars: number) => skill(name, 'Brew a beverage', { content: name[0]!.repeat(chars) })
  const bodiesIn = (block: string) => [...block.matchAll(/<skill-reference name="([a-z]+)">/g)].map(([, name]) => name)
  const message = 'brew a beverage'

  test.each<[what: string, sizes: number[], asked: Asked, shown: string[]]>([
    ['none unasked', [10, 10], {}, []],
    ['of the best only', [10, 10, 10], { bodies: 2 }, ['a', 'b']],
    ['of hits only', [10, 10, 10], { bodies: 5, limit: 1 }, ['a']],
    ['up to 8,000 characters', [8_000], { bodies: 1 }, ['a']],
    ['not beyond', [8_001], { bodies: 1 }, []],
    ['up to 8,000 characters together', [4_000, 4_000], { bodies: 2 }, ['a', 'b']],
    ['whole or not at all, and the next one that fits', [4_000, 4_001, 4_000], { bodies: 3 }, ['a', 'c']],
  ])('%s', async (_, sizes, asked, shown) => {
    const skills = sizes.map((chars, i) => sized('abc'[i]!, chars))
    const { hits, block } = await recallOn(skills).recall(message, asked)
    expect(hits).toHaveLength(asked.limit ?? sizes.length)
    const names = hits.filter(({ body }) => body !== undefined).map(({ name }) => name)
    expect({ answer: names, block: bodiesIn(block) }).toEqual({ answer: shown, block: shown })
    for (const { body } of hits) if (body !== undefined) expect(block).toContain(`\n${body}\n</skill-reference>`)
    // What was asked for and does not fit is named.
    const left = hits.slice(0, asked.bodies ?? 0).filter(({ name }) => !shown.includes(name))
    for (const { name } of left)
      expect(block).toContain(`(${name}: the text does not fit here; load it with get_skill)`)
  })

  test('with the lines of twenty skills the block stays within 14,000 characters and its frame', async () => {
    const skills = Array.from({ length: 20 }, (_, i) =>
      skill(`a${String.fromCharCode(97 + i)}`, `Brew a beverage ${'and so on '.repeat(60)}`, {
        content: 'x'.repeat(1_900),
      }),
    )
    const { hits, block } = await recallOn([...skills, ...DEVELOPER_SKILLS]).recall(message, { limit: 20, bodies: 5 })
    expect(hits).toHaveLength(20)
    expect(hits.filter(({ body }) => body !== undefined)).toHaveLength(4)
    expect(block).toMatch(/\(\d+ more lines left out: the budget is 6000 characters\)/)
    expect(block.length).toBeLessThanOrEqual(14_000 + 500)
  })
})

describe('the answer', () => {
  test('is the same for the same question, in whatever order the skills came', async () => {
    const messages = [
      'write the release notes for GitHub',
      'slow query in postgres',
      'merge two pdf files',
      'set up a project',
    ]
    for (const message of messages) {
      const asked = { why: true, bodies: 2, limit: 20 }
      const answer = await recallOn(DEVELOPER_SKILLS).recall(message, asked)
      expect(answer.hits.length).toBeGreaterThan(1)
      expect(await recallOn(DEVELOPER_SKILLS.toReversed()).recall(message, asked)).toEqual(answer)
    }
  })

  test('puts equals in the order of their names', async () => {
    const twins = ['9', 'a', 'a-b', 'a/b', 'b'].map((name) => skill(name, 'An identical twin'))
    const { recall } = recallOn([...twins.toReversed(), ...DEVELOPER_SKILLS])
    expect(namesOf(await recall('identical twin'))).toEqual(['9', 'a', 'a-b', 'a/b', 'b'])
  })

  test.each([
    [
      'mistyped words as they were read',
      'sourdoug breda',
      'bread',
      'matches "breda" read as "bread", "sourdoug" read as "sourdough" in name, summary, content',
    ],
    [
      'a mistyped word as the whole word that was meant',
      'baking with sourdoguhs',
      'bread',
      'matches "baking", "sourdoguhs" read as "sourdoughs" in summary, content',
    ],
    ['in the words of the message', 'baking breads', 'bread', 'matches "breads", "baking" in name, summary'],
    ['of the text', 'feed my sourdough', 'bread', 'matches "feed", "sourdough" in content'],
  ])('says why each came up: %s', async (_, message, name, reason) => {
    const { hits } = await recallOn(KITCHEN).recall(message)
    expect(hits.map((hit) => [hit.name, hit.reason])).toEqual([[name, reason]])
  })

  test('puts what was loaded after such messages before what the text says', async () => {
    const { recall, happened } = recallOn(KITCHEN)
    const message = 'make something hot for the morning'
    expect(namesOf(await recall(message, { force: true }))).toEqual(['coffee', 'tea'])
    for (const session of ['a', 'b', 'c']) {
      await recall(message, { session, force: true })
      await happened(session, { event: 'loaded', actor: 'agent', skillName: 'tea', version: 1, how: 'by-name' })
    }
    const { hits } = await recall(message, { force: true })
    expect(hits.map(({ name }) => name)).toEqual(['tea', 'coffee'])
    expect(namesOf(await recall(message))).toEqual(['tea'])
    expect(hits[0]!.reason).toBe('matches "make" in summary; was loaded after 3 similar messages')
  })

  test('leaves out a skill that the index still has and the library no more', async () => {
    const { recall, index } = recallOn(KITCHEN)
    index.upsert(skill('teapot', 'Make a pot of tea in a teapot'))
    expect(namesOf(await recall('make a pot of tea'))).toEqual(['tea'])
  })
})
