// What every engine promises of mistyped words: read as the word that was meant when there is one, and left alone else.
import { describe, expect, test } from 'vitest'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'
import { skill } from './indexed-skill.ts'

const LIBRARY: IndexedSkill[] = [
  {
    ...skill('mcp/email', 'Send email through a mail server'),
    triggers: ['forward a letter'],
    tags: ['smtp', 'inbox'],
  },
  skill('mcp/calendar', 'Read and write appointments'),
  skill('deploy-docker', 'Deploy a container to the staging server', {
    content: 'Ask terraform what it would do to Kubernetes.',
  }),
  skill('invoice', 'Write an invoice as PDF for GitHub sponsors'),
]

export function typoRepairContract(engine: string, createIndex: () => SkillIndex): void {
  function indexOf(...skills: IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of skills) index.upsert(each)
    return index
  }
  const repairsOf = (index: SkillIndex, message: string) =>
    index.search(message, 5).repairs.map(({ word, term }) => `${word} as ${term}`)

  describe(`${engine}: a mistyped word`, () => {
    test.each([
      ['a letter missing', 'contaner', 'contain', 'deploy-docker', 'container'],
      ['the first letter missing', 'ocker', 'docker', 'deploy-docker', 'docker'],
      ['the last letter missing', 'invoic', 'invoic', undefined, undefined],
      ['a letter too many', 'dockker', 'docker', 'deploy-docker', 'docker'],
      ['a letter too many in front', 'xdocker', 'docker', 'deploy-docker', 'docker'],
      ['a letter too many behind', 'emailq', 'email', 'mcp/email', 'email'],
      ['a wrong letter', 'invaice', 'invoic', 'invoice', 'invoice'],
      ['a wrong first letter', 'falendar', 'calendar', 'mcp/calendar', 'calendar'],
      ['a wrong last letter', 'dockes', 'docker', 'deploy-docker', 'docker'],
      ['two letters swapped', 'claendar', 'calendar', 'mcp/calendar', 'calendar'],
      ['the first two letters swapped', 'edploy', 'deploy', 'deploy-docker', 'deploy'],
      ['the last two letters swapped', 'dockre', 'docker', 'deploy-docker', 'docker'],
      ['five letters', 'emial', 'email', 'mcp/email', 'email'],
      ['five letters that are four and one too many', 'smtpp', 'smtp', 'mcp/email', 'smtp'],
      ['of a trigger', 'lettre', 'letter', 'mcp/email', 'letter'],
      ['of a tag', 'imbox', 'inbox', 'mcp/email', 'inbox'],
      ['of the text', 'teraform', 'terraform', 'deploy-docker', 'terraform'],
      ['of a part of a word', 'gihub', 'github', 'invoice', 'github'],
      ['in another form than the skill has', 'appiontment', 'appoint', 'mcp/calendar', 'appointment'],
      ['in capitals', 'DOKCER', 'docker', 'deploy-docker', 'docker'],
    ])('with %s: %s', (_, word, term, name, meant) => {
      const { hits, terms, repairs } = indexOf(...LIBRARY).search(word, 1)
      expect(terms).toEqual([term])
      // A row without a name is a word that needs no repair: the stem is the same.
      expect(repairs).toEqual(name === undefined ? [] : [{ word, term, meant }])
      expect(hits.map((hit) => hit.name)).toEqual([name ?? 'invoice'])
      expect(indexOf(...LIBRARY).explain(word, name ?? 'invoice')?.score).toBeGreaterThan(0)
    })

    test.each([
      ['in the ending that was written', 'tarnslations', 'translat', 'translations'],
      ['in another ending', 'transltaing', 'translat', 'translating'],
      ['of a text, whose ending nobody knows', 'univrese', 'univers', 'universe'],
      ['of a text, mistyped in its ending', 'univerw', 'univers', 'univers…'],
    ])('is shown as a whole word, %s', (_, word, term, meant) => {
      const index = indexOf(skill('speak', '', { content: 'Translation of the universe.' }))
      expect(index.search(word, 1).repairs).toEqual([{ word, term, meant }])
    })

    test.each([
      ['two letters wrong', 'kalindar'],
      ['nothing like it', 'unicorns'],
      ['fewer than five letters', 'mial smpt pfd'],
      ['a word in several parts', 'dokcerCompose'],
      ['a digit in it', 'd0cker em4il'],
      ['a part of a path that is short', 'a/b/mcpp'],
      ['another alphabet', 'емайл докер'],
      ['a language in one piece', '发送邮箱'],
      ['more letters than any word', `docker${'r'.repeat(40)}`],
    ])('with %s is left alone: %s', (_, message) => {
      const { hits, repairs } = indexOf(...LIBRARY).search(message, 5)
      expect({ hits, repairs }).toEqual({ hits: [], repairs: [] })
    })

    test('counts as unknown when it is left alone', () => {
      const { hits, terms } = indexOf(...LIBRARY).search('docker kalindar', 5)
      expect(terms).toEqual(['docker', 'kalindar'])
      expect(hits[0]?.coverage).toBeLessThan(0.5)
    })

    test('stands in the answer once, and counts once beside the word itself', () => {
      const index = indexOf(...LIBRARY)
      const { terms, repairs, hits } = index.search('dokcer docker dokcer', 5)
      expect(terms).toEqual(['docker'])
      expect(repairs).toEqual([{ word: 'dokcer', term: 'docker', meant: 'docker' }])
      expect(hits).toEqual(index.search('docker', 5).hits)
    })

    test('scores as the word that was meant', () => {
      const index = indexOf(...LIBRARY)
      expect(index.search('deploj the contaner', 5).hits).toEqual(index.search('deploy the container', 5).hits)
    })
  })

  describe(`${engine}: which words are repaired`, () => {
    test.each([
      ['in a name', skill('coral', '')],
      ['in a summary', skill('reef', 'A coral')],
      ['in a text only', skill('reef', '', { content: 'A coral' })],
    ])('none that a skill holds %s, however near another is', (_, holder) => {
      const index = indexOf(skill('moral', 'moral'), skill('morals', 'moral'), holder)
      expect(index.search('coral', 5).repairs).toEqual([])
      expect(index.search('coral', 5).hits.map(({ name }) => name)).toEqual([holder.name])
    })

    test.each([
      ['the one that more skills hold', ['porter one', 'poster two', 'poster three'], 'poster'],
      ['the other one then', ['porter one', 'porter two', 'poster three'], 'porter'],
      ['of equals the first by code unit', ['poster one', 'porter two'], 'porter'],
    ])('of several neighbours it is %s', (_, summaries, term) => {
      const skills = summaries.map((summary, i) => skill(`s${i}`, summary))
      expect(repairsOf(indexOf(...skills), 'pofter')).toEqual([`pofter as ${term}`])
      expect(repairsOf(indexOf(...skills.toReversed()), 'pofter')).toEqual([`pofter as ${term}`])
    })

    test('what authors route by comes before what stands in the texts only', () => {
      const texts = [1, 2, 3].map((i) => skill(`s${i}`, '', { content: 'poster' }))
      expect(repairsOf(indexOf(skill('porter', ''), ...texts), 'pofter')).toEqual(['pofter as porter'])
      expect(repairsOf(indexOf(skill('other', ''), ...texts), 'pofter')).toEqual(['pofter as poster'])
    })

    test('a word is no longer offered when the last skill that has it is gone or says something else', () => {
      const index = indexOf(...LIBRARY, skill('docker', ''))
      index.remove('docker')
      expect(repairsOf(index, 'dokcer teraform')).toEqual(['dokcer as docker', 'teraform as terraform'])
      index.upsert(skill('deploy-docker', 'Say nothing'))
      expect(repairsOf(index, 'dokcer teraform')).toEqual(['dokcer as docker'])
      index.remove('deploy-docker')
      expect(repairsOf(index, 'dokcer teraform')).toEqual([])
    })

    test('at most twenty in one message; what comes behind is left alone', () => {
      const words = 'anchor basket candle desert engine falcon garden hammer island jacket kitchen ladder magnet needle'
      const more = 'orchid pencil quarry rocket saddle tunnel umbrella valley window yellow zipper'
      const known = `${words} ${more}`.split(' ')
      const mistyped = known.map((word) => `${word}x`)
      const { terms, repairs } = indexOf(skill('all', known.join(' '))).search(mistyped.join(' '), 1)
      expect(known).toHaveLength(25)
      expect(repairs.map(({ word }) => word)).toEqual(mistyped.slice(0, 20))
      expect(terms.slice(20)).toEqual(mistyped.slice(20))
    })
  })
}
