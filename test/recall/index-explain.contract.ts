// What every engine promises of terms, of the account it gives of one skill, and of the bound of its scores.
import { describe, expect, test } from 'vitest'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'
import { CALENDAR, DEPLOY, INVOICE, MAIL, skill } from './indexed-skill.ts'

export function indexExplainContract(engine: string, createIndex: () => SkillIndex): void {
  function indexOf(...skills: IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of skills) index.upsert(each)
    return index
  }

  describe(`${engine}: terms, explanations and bounds`, () => {
    const MESSAGE = 'send the email with unicorns to the dokcer'

    test('a message may come as the terms that another search gave', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      const byWords = index.search(MESSAGE, 5)
      expect(byWords.terms).toEqual(['send', 'email', 'unicorn', 'docker'])
      expect(byWords.repairs).toEqual([{ word: 'dokcer', term: 'docker', meant: 'docker' }])
      expect(index.search(byWords.terms, 5)).toEqual({ ...byWords, repairs: [] })
      // Terms are neither cut, nor stemmed, nor repaired, and count once.
      expect(index.search(['dokcer', 'sending', 'mcp/email'], 5).hits).toEqual([])
      expect(index.search(['email', 'email'], 5)).toEqual(index.search(['email'], 5))
    })

    test('explain says of a hit what the search says of it', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      const { hits, terms } = index.search(MESSAGE, 5)
      expect(hits.map(({ name }) => name)).toEqual(['mcp/email', 'deploy-docker'])
      for (const hit of hits) {
        for (const message of [MESSAGE, terms]) {
          const { score, ...explained } = index.explain(message, hit.name)!
          // The package rounds its scores.
          expect(score).toBeCloseTo(hit.score, 6)
          expect(explained).toEqual({ name: hit.name, coverage: hit.coverage, terms: hit.terms })
        }
      }
    })

    test('explain knows a skill without a word of the message, and no skill that is not there', () => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      expect(index.explain(MESSAGE, 'invoice')).toEqual({ name: 'invoice', score: 0, coverage: 0, terms: [] })
      expect(index.explain('', 'invoice')).toEqual({ name: 'invoice', score: 0, coverage: 0, terms: [] })
      for (const name of ['nowhere', 'constructor', '__proto__', '']) {
        expect(index.explain(MESSAGE, name)).toBeUndefined()
      }
      index.remove('mcp/email')
      expect(index.explain(MESSAGE, 'mcp/email')).toBeUndefined()
    })

    test.each([
      ['email', true],
      ['appoint', true],
      ['appointments', false],
      ['unicorn', false],
      ['the', false],
      ['Email', false],
      ['', false],
      ['constructor', false],
    ])('it holds the term "%s": %s', (term, held) => {
      expect(indexOf(MAIL, CALENDAR, DEPLOY, INVOICE).holds(term)).toBe(held)
    })

    test('a term is held as long as one skill has it', () => {
      const index = indexOf(DEPLOY, skill('docker', ''))
      index.remove('docker')
      expect(index.holds('docker')).toBe(true)
      index.upsert(skill('deploy-docker', 'Something else', { content: 'docker' }))
      expect(index.holds('docker')).toBe(true)
      expect(index.holds('contain')).toBe(false)
      index.remove('deploy-docker')
      expect(index.holds('docker')).toBe(false)
    })

    test.each([
      ['', 0],
      ['the of it', 0],
      // ln(1 + 3.5 / 1.5) * 2.2, and for the unknown word ln(1 + 4.5 / 0.5) * 2.2.
      ['docker', 2.648_7],
      ['docker docker', 2.648_7],
      ['unicorn', 5.065_7],
      ['docker unicorn', 7.714_4],
    ])('no skill could ever score more for "%s" than %d', (message, bound) => {
      const index = indexOf(MAIL, CALENDAR, DEPLOY, INVOICE)
      expect(index.search(message, 5).scoreBound).toBeCloseTo(bound, 3)
    })

    test('a skill that is nothing but the word comes close to the bound and stays below', () => {
      const index = indexOf(skill('docker', 'docker '.repeat(500)), MAIL, CALENDAR)
      const { hits, scoreBound } = index.search('docker', 1)
      expect(hits[0]!.score).toBeLessThan(scoreBound)
      expect(hits[0]!.score).toBeGreaterThan(0.97 * scoreBound)
    })
  })
}
