// What every engine of lexical search promises, run on each of them.
import { describe, expect, test } from 'vitest'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'

const MAIL = skill('mcp/email', 'Send email through a mail server', { triggers: ['send a mail'], tags: ['smtp'] })
const CALENDAR = skill('mcp/calendar', 'Read and write appointments')
const DEPLOY = skill('deploy-docker', 'Deploy a container to the staging server')
const INVOICE = skill('invoice', 'Write an invoice as PDF')

export function skill(name: string, summary: string, lists: Partial<IndexedSkill> = {}): IndexedSkill {
  return { name, summary, triggers: [], tags: [], ...lists }
}

export function skillIndexContract(engine: string, createIndex: () => SkillIndex): void {
  function indexOf(...skills: IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of skills) index.upsert(each)
    return index
  }
  const namesFor = (index: SkillIndex, message: string, hitsMax = 10) =>
    index.search(message, hitsMax).map(({ name }) => name)

  describe(`${engine}: what is found`, () => {
    test.each([0, 1, 2, 3, 4])('a library of %i skills answers', (count) => {
      const index = indexOf(...[MAIL, CALENDAR, DEPLOY, INVOICE].slice(0, count))
      expect(index.size()).toBe(count)
      expect(namesFor(index, 'send an email')).toEqual(count > 0 ? ['mcp/email'] : [])
      expect(namesFor(index, 'prepare the invoice')).toEqual(count > 3 ? ['invoice'] : [])
    })

    test.each([
      ['the name, its "/" and "-" read as spaces', 'docker', ['deploy-docker']],
      ['the summary', 'appointment', ['mcp/calendar']],
      ['the triggers', 'mails', ['mcp/email']],
      ['the tags', 'SMTP', ['mcp/email']],
      ['another form of the word', 'deploying', ['deploy-docker']],
      ['nothing for a word that no skill holds', 'kubernetes', []],
      ['nothing for stop words', 'can you do this for me', []],
      ['nothing for an empty message', '', []],
      ['nothing for punctuation', '?!', []],
      ['nothing for a word that every object knows', 'constructor toString __proto__', []],
    ])('%s', (_, message, names) => {
      expect(namesFor(indexOf(MAIL, CALENDAR, DEPLOY, INVOICE), message)).toEqual(names)
    })

    test('words and names that every object knows are words and names like others', () => {
      const index = indexOf(skill('constructor', 'valueOf'), skill('__proto__', 'toString'), MAIL, skill('7', 'x'))
      expect(namesFor(index, 'constructor')).toEqual(['constructor'])
      expect(namesFor(index, 'what does toString do')).toEqual(['__proto__'])
      expect(namesFor(index, 'proto')).toEqual(['__proto__'])
      index.remove('__proto__')
      expect(namesFor(index, 'proto')).toEqual([])
    })

    test('a skill without a single term is kept and never found', () => {
      const index = indexOf(skill('the', ''), skill('of', '?'), skill('it', 'the'))
      expect(index.size()).toBe(3)
      expect(namesFor(index, 'the thing of it')).toEqual([])
      index.upsert(DEPLOY)
      expect(namesFor(index, 'deploy')).toEqual(['deploy-docker'])
    })
  })

  describe(`${engine}: order, scores and reasons`, () => {
    test('a hit says which terms matched where, best first, and how much of the message they cover', () => {
      const [hit] = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE).search('send the email with unicorns', 1)
      expect(hit?.name).toBe('mcp/email')
      expect(hit?.terms.map(({ term, fields }) => ({ term, fields }))).toEqual([
        { term: 'email', fields: ['name', 'summary'] },
        { term: 'send', fields: ['summary', 'triggers'] },
      ])
      // idf: ln(1 + 3.5 / 1.5) for each of the two, ln(1 + 4.5 / 0.5) for the unicorns.
      expect(hit?.coverage).toBeCloseTo(0.511_2, 3)
      expect(hit?.terms.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(hit!.score, 6)
    })

    test('the score is BM25F to the digit', () => {
      // Lengths 3 + 2 = 5, 3 + 1 = 4 and 3, on average 4; "alpha" weighs 3 + 1 = 4 and stands in one skill of three:
      // ln(1 + 2.5 / 1.5) * 4 * 2.2 / (1.2 * (0.6 + 0.4 * 5 / 4) + 4).
      const index = indexOf(skill('alpha', 'alpha beta'), skill('gamma', 'beta'), skill('delta', ''))
      expect(index.search('alpha', 1)[0]?.score).toBeCloseTo(1.622_6, 3)
      // In two of three: ln(1 + 1.5 / 2.5) * 2.2 / (1.2 * (0.6 + 0.4 * 4 / 4) + 1) for the shorter one, which leads.
      const [first, second] = index.search('beta', 2)
      expect([first?.name, second?.name]).toEqual(['gamma', 'alpha'])
      expect(first?.score).toBeCloseTo(0.47, 3)
    })

    test('coverage is 1 when every term is held', () => {
      expect(indexOf(MAIL, CALENDAR, DEPLOY).search('deploy docker container', 1)[0]?.coverage).toBe(1)
    })

    test('a repeated word counts once', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      expect(index.search('server server email server', 5)).toEqual(index.search('server email', 5))
    })

    test('equal scores stand by name, by code unit, whatever came first', () => {
      // Lone letters and digits are no terms, so that only the names differ.
      const names = ['9', 'a', 'a-b', 'a/b', 'b']
      const twins = names.map((name) => skill(name, 'identical twin'))
      expect(namesFor(indexOf(...twins), 'twin')).toEqual(names)
      expect(namesFor(indexOf(...twins.toReversed()), 'twin')).toEqual(names)
      expect(namesFor(indexOf(...twins.toReversed()), 'twin', 2)).toEqual(['9', 'a'])
    })

    test.each([
      [1, 1],
      [2.9, 2],
      [1e9, 3],
      [Number.POSITIVE_INFINITY, 3],
      [0, 0],
      [-1, 0],
      [Number.NaN, 0],
    ])('of three hits, a limit of %d gives %i', (hitsMax, count) => {
      const index = indexOf(skill('a1', 'server'), skill('b1', 'server'), skill('c1', 'server'))
      expect(index.search('server', hitsMax)).toHaveLength(count)
      expect(index.search('server', 10)).toHaveLength(3)
    })
  })

  describe(`${engine}: changes`, () => {
    test('an upsert replaces the skill of that name', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY)
      index.upsert(skill('mcp/email', 'Fetch newsletters'))
      expect(index.size()).toBe(3)
      expect(namesFor(index, 'send smtp')).toEqual([])
      expect(namesFor(index, 'newsletter')).toEqual(['mcp/email'])
    })

    test('an upsert of the same skill changes nothing', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY)
      const before = index.search('email server', 5)
      for (let i = 0; i < 5; i++) index.upsert(MAIL)
      expect(index.search('email server', 5)).toEqual(before)
    })

    test('a removed skill is gone, and the rest scores as if it had never been', () => {
      const index = indexOf(MAIL, INVOICE, CALENDAR, DEPLOY)
      index.remove('invoice')
      index.remove('never-there')
      expect(index.size()).toBe(3)
      expect(index.search('write to the server', 5)).toEqual(
        indexOf(DEPLOY, MAIL, CALENDAR).search('write to the server', 5),
      )
      for (const { name } of [MAIL, CALENDAR, DEPLOY]) index.remove(name)
      expect(index.size()).toBe(0)
      expect(namesFor(index, 'email')).toEqual([])
      index.upsert(MAIL)
      expect(namesFor(index, 'email')).toEqual(['mcp/email'])
    })

    test('a skill that was handed over may be changed afterwards', () => {
      const mine = skill('mine', 'original', { tags: ['first'] })
      const index = indexOf(mine, MAIL, DEPLOY)
      mine.summary = 'changed'
      mine.tags.push('second')
      expect(namesFor(index, 'original first')).toEqual(['mine'])
      expect(namesFor(index, 'changed second')).toEqual([])
    })

    test('a message of 20 kB answers, and leaves nothing behind for the next', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      const before = index.search('send an email', 5)
      const long = `deploy the container ${Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ')}`
      expect(index.search(long, 5)[0]?.name).toBe('deploy-docker')
      expect(index.search('send an email', 5)).toEqual(before)
    })
  })
}
