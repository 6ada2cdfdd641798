// What every engine of lexical search promises, run on each of them.
import { describe, expect, test } from 'vitest'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'
import { indexExplainContract } from './index-explain.contract.ts'
import { indexPropertiesContract } from './index-properties.contract.ts'
import { indexSnapshotContract } from './index-snapshot.contract.ts'
import { CALENDAR, DEPLOY, INVOICE, MAIL, skill } from './indexed-skill.ts'
import { typoRepairContract } from './typo-repair.contract.ts'

export { skill }

/** @param numRuns of the random libraries: the package builds its index anew for each of them. */
export function skillIndexContract(engine: string, createIndex: () => SkillIndex, numRuns: number): void {
  indexExplainContract(engine, createIndex)
  typoRepairContract(engine, createIndex)
  indexSnapshotContract(engine, createIndex)
  indexPropertiesContract(engine, createIndex, numRuns)

  function indexOf(...skills: IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of skills) index.upsert(each)
    return index
  }
  const namesFor = (index: SkillIndex, message: string, hitsMax = 10) =>
    index.search(message, hitsMax).hits.map(({ name }) => name)

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

    test.each([
      ['in the text', 'Run xslt first.', ['apply']],
      ['up to its 3,000th character', `${' '.repeat(2_996)}xslt`, ['apply']],
      ['over that', `${' '.repeat(2_997)}xslt`, []],
      ['behind it', `${' '.repeat(3_000)}xslt`, []],
    ])('a word %s is found there and only there', (_, content, names) => {
      const index = indexOf(MAIL, CALENDAR, skill('apply', 'Change what stands', { content }))
      const { hits } = index.search('xslt', 5)
      expect(hits.map(({ name }) => name)).toEqual(names)
      expect(hits.flatMap(({ terms }) => terms.flatMap(({ fields }) => fields))).toEqual(names.map(() => 'content'))
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
      const [hit] = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE).search('send the email with unicorns', 1).hits
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
      expect(index.search('alpha', 1).hits[0]?.score).toBeCloseTo(1.622_6, 3)
      // In two of three: ln(1 + 1.5 / 2.5) * 2.2 / (1.2 * (0.6 + 0.4 * 4 / 4) + 1) for the shorter one, which leads.
      const [first, second] = index.search('beta', 2).hits
      expect([first?.name, second?.name]).toEqual(['gamma', 'alpha'])
      expect(first?.score).toBeCloseTo(0.47, 3)
    })

    test('the text counts a tenth: the word once in a name beats it ten times in a text', () => {
      const wordy = skill('apply', 'Change what stands', { content: 'terraform '.repeat(10) })
      const index = indexOf(wordy, skill('terraform', ''), skill('gamma', 'beta beta beta'))
      // Lengths 3 + 2 + 10 / 10 = 6, 3 and 6, on average 5; in two skills of three, with a weight of 1 and of 3:
      // ln(1 + 1.5 / 2.5) * weight * 2.2 / (1.2 * (0.6 + 0.4 * length / 5) + weight).
      const [named, worded] = index.search('terraform', 2).hits
      expect([named?.name, worded?.name]).toEqual(['terraform', 'apply'])
      expect(named?.score).toBeCloseTo(0.774, 3)
      expect(worded?.score).toBeCloseTo(0.450_4, 3)
    })

    test('coverage is 1 when every term is held', () => {
      expect(indexOf(MAIL, CALENDAR, DEPLOY).search('deploy docker container', 1).hits[0]?.coverage).toBe(1)
    })

    test('a repeated word counts once', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      expect(index.search('server server email server', 5).hits).toEqual(index.search('server email', 5).hits)
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
      expect(index.search('server', hitsMax).hits).toHaveLength(count)
      expect(index.search('server', 10).hits).toHaveLength(3)
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
      const before = index.search('email server', 5).hits
      for (let i = 0; i < 5; i++) index.upsert(MAIL)
      expect(index.search('email server', 5).hits).toEqual(before)
    })

    test('a removed skill is gone, and the rest scores as if it had never been', () => {
      const index = indexOf(MAIL, INVOICE, CALENDAR, DEPLOY)
      index.remove('invoice')
      index.remove('never-there')
      expect(index.size()).toBe(3)
      expect(index.search('write to the server', 5).hits).toEqual(
        indexOf(DEPLOY, MAIL, CALENDAR).search('write to the server', 5).hits,
      )
      for (const { name } of [MAIL, CALENDAR, DEPLOY]) index.remove(name)
      expect(index.size()).toBe(0)
      expect(namesFor(index, 'email')).toEqual([])
      index.upsert(MAIL)
      expect(namesFor(index, 'email')).toEqual(['mcp/email'])
    })

    test('a skill that was handed over may be changed afterwards', () => {
      const mine = skill('mine', 'original', { tags: ['first'], triggers: ['former'], content: 'beginning' })
      const index = indexOf(mine, MAIL, DEPLOY)
      const pristine = indexOf(structuredClone(mine), MAIL, DEPLOY, INVOICE)
      mine.name = 'renamed'
      mine.summary = 'changed'
      mine.content = 'finish'
      mine.tags.push('second')
      mine.triggers[0] = 'latter'
      expect(namesFor(index, 'original first former beginning')).toEqual(['mine'])
      // The package is only told of a skill at the next search, so a change makes it look again.
      index.upsert(INVOICE)
      expect(namesFor(index, 'original first former beginning')).toEqual(['mine'])
      expect(namesFor(index, 'changed finish second latter renamed')).toEqual([])
      expect(index.search('fomrer lattre secodn', 5).repairs).toEqual([
        { word: 'fomrer', term: 'former', meant: 'former' },
      ])
      expect(Buffer.compare(index.snapshot(), pristine.snapshot())).toBe(0)
    })

    test('terms that were handed over, and answers that were handed out, may be changed afterwards', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      const message = ['email', 'docker']
      const answer = index.search(message, 5)
      const before = structuredClone(answer)
      message[0] = 'unicorn'
      expect(answer).toEqual(before)
      answer.terms.length = 0
      answer.hits[0]!.terms.length = 0
      answer.hits.length = 0
      expect(index.search(['email', 'docker'], 5)).toEqual(before)
    })

    test('a message of 20 kB answers, and leaves nothing behind for the next', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      const before = index.search('send an email', 5).hits
      const long = `deploy the container ${Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ')}`
      expect(index.search(long, 5).hits[0]?.name).toBe('deploy-docker')
      expect(index.search('send an email', 5).hits).toEqual(before)
    })
  })
}
