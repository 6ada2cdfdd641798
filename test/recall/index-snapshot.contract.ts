// What every engine promises of its snapshots: an index that begins from one is the index that made it, and bytes that
// are anything else are told from one, whatever they are.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'
import { skill } from './indexed-skill.ts'

const SKILLS: IndexedSkill[] = [
  skill('mcp/email', 'Send email', {
    triggers: ['send a mail'],
    tags: ['smtp'],
    content: 'Ask 发送邮件 first, naïvely. 😀',
  }),
  skill('deploy-docker', 'Deploy a container to the staging server'),
  skill('the', ''),
  skill('письмо', 'constructor __proto__'),
]
const MESSAGES = [
  'send an email to dokcer',
  'Письмо 发送邮件',
  'constructor',
  'naive',
  'nothing',
  '',
  'server smtp contaner',
]

export function indexSnapshotContract(engine: string, createIndex: () => SkillIndex): void {
  function indexOf(skills: readonly IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of skills) index.upsert(each)
    return index
  }
  // Whoever restores gives the bytes away, so each gets a copy.
  const copyOf = (bytes: Uint8Array) => Uint8Array.from(bytes)
  const answersOf = (index: SkillIndex) => ({
    size: index.size(),
    answers: MESSAGES.map((message) => index.search(message, 10)),
    explained: MESSAGES.flatMap((message) => SKILLS.map(({ name }) => index.explain(message, name))),
    held: ['email', 'docker', 'naiv', 'письмо', 'unicorn'].map((term) => index.holds(term)),
  })

  describe(`${engine}: a snapshot`, () => {
    test('holds the whole index, which answers from it to the last bit', () => {
      const index = indexOf(SKILLS)
      const restored = createIndex()
      expect(restored.restore(copyOf(index.snapshot()))).toBe(true)
      expect(answersOf(restored)).toEqual(answersOf(index))
      expect(answersOf(index).answers[0]!.hits.map(({ name }) => name)).toEqual(['mcp/email', 'deploy-docker'])
      expect(answersOf(index).answers[0]!.repairs).toEqual([{ word: 'dokcer', term: 'docker', meant: 'docker' }])
    })

    test('is the same bytes for the same contents, however the index came by them', () => {
      const bytes = indexOf(SKILLS).snapshot()
      expect(indexOf(SKILLS.toReversed()).snapshot()).toEqual(bytes)
      const changed = indexOf([skill('invoice', 'Write an invoice'), ...SKILLS.map(({ name }) => skill(name, 'email'))])
      changed.search('emial', 1)
      changed.remove('invoice')
      for (const each of SKILLS) changed.upsert(each)
      expect(changed.snapshot()).toEqual(bytes)
      const restored = createIndex()
      restored.restore(copyOf(bytes))
      expect(restored.snapshot()).toEqual(bytes)
      restored.upsert(skill('invoice', 'Write an invoice'))
      restored.remove('invoice')
      expect(restored.snapshot()).toEqual(bytes)
      expect(indexOf(SKILLS.slice(1)).snapshot()).not.toEqual(bytes)
    })

    test('of an empty index is one as well', () => {
      const restored = indexOf(SKILLS)
      expect(restored.restore(createIndex().snapshot())).toBe(true)
      expect(restored.size()).toBe(0)
      expect(restored.search('email', 5)).toMatchObject({ hits: [], repairs: [] })
      restored.upsert(SKILLS[0]!)
      expect(restored.search('emial', 5).hits.map(({ name }) => name)).toEqual(['mcp/email'])
      expect(restored.snapshot()).toEqual(indexOf(SKILLS.slice(0, 1)).snapshot())
    })

    test('does not follow the index that it was taken of, nor does that follow who began from it', () => {
      const index = indexOf(SKILLS)
      const before = answersOf(index)
      const bytes = index.snapshot()
      const kept = copyOf(bytes)
      index.upsert(skill('mcp/email', 'Something else'))
      index.remove('deploy-docker')
      expect(copyOf(bytes)).toEqual(kept)
      const other = indexOf(SKILLS)
      const restored = createIndex()
      restored.restore(other.snapshot())
      restored.upsert(skill('mcp/email', 'Something else'))
      restored.remove('deploy-docker')
      expect(answersOf(other)).toEqual(before)
      expect(answersOf(restored)).toEqual(answersOf(index))
    })

    test('takes the place of what the index held', () => {
      const index = indexOf([skill('invoice', 'Write an invoice'), skill('mcp/email', 'Fetch newsletters')])
      index.restore(indexOf(SKILLS).snapshot())
      expect(answersOf(index)).toEqual(answersOf(indexOf(SKILLS)))
      expect(index.search('invoice newsletter', 5).hits).toEqual([])
      expect(index.search('invoicee', 5).repairs).toEqual([])
    })

    test.each([0, 1, 2, 3, 4, 5, 6, 7])('may lie %i bytes into a larger buffer', (offset) => {
      const bytes = indexOf(SKILLS).snapshot()
      const buffer = Buffer.alloc(bytes.length + 16, 0xff)
      buffer.set(bytes, offset)
      const index = createIndex()
      expect(index.restore(buffer.subarray(offset, offset + bytes.length))).toBe(true)
      expect(answersOf(index)).toEqual(answersOf(indexOf(SKILLS)))
      index.remove('mcp/email')
      expect(answersOf(index)).toEqual(answersOf(indexOf(SKILLS.slice(1))))
      // The bytes beside it are somebody else's.
      expect(buffer.subarray(0, offset).every((byte) => byte === 0xff)).toBe(true)
      expect(buffer.subarray(offset + bytes.length).every((byte) => byte === 0xff)).toBe(true)
    })
  })

  describe(`${engine}: bytes that are no snapshot of it leave it empty and usable`, () => {
    const whole = indexOf(SKILLS).snapshot()
    function expectRefused(bytes: Uint8Array): void {
      const index = indexOf(SKILLS)
      expect(index.restore(bytes)).toBe(false)
      expect(index.size()).toBe(0)
      expect(index.search('send emial', 5).hits).toEqual([])
      index.upsert(SKILLS[0]!)
      expect(index.search('send emial', 5).hits.map(({ name }) => name)).toEqual(['mcp/email'])
    }
    const other = createSkillIndex(engine === 'wink' ? 'bm25f' : 'wink')
    for (const each of SKILLS) other.upsert(each)

    test.each<[string, Uint8Array]>([
      ['nothing', new Uint8Array(0)],
      ['one byte', new Uint8Array(1)],
      ['eight zeros', new Uint8Array(8)],
      ['many zeros', new Uint8Array(4_096)],
      ['many ones', new Uint8Array(4_096).fill(0xff)],
      ['JSON', Buffer.from(JSON.stringify(SKILLS))],
      ['dice', randomBytes(4_096)],
      ["the other engine's", other.snapshot()],
      ['one and a byte behind it', Buffer.concat([whole, new Uint8Array(1)])],
      ['one and a byte before it', Buffer.concat([new Uint8Array(1), whole])],
      ['two of them', Buffer.concat([whole, whole])],
    ])('%s', (_, bytes) => expectRefused(bytes))

    test('every beginning of one', () => {
      for (let length = 0; length < whole.length; length++) expectRefused(copyOf(whole.subarray(0, length)))
    })

    test('one with any bit turned', () => {
      const index = createIndex()
      for (let at = 0; at < whole.length; at++) {
        for (let bit = 0; bit < 8; bit++) {
          const bytes = copyOf(whole)
          bytes[at]! ^= 1 << bit
          if (index.restore(bytes) || index.size() > 0) throw new Error(`bit ${bit} of byte ${at} was not noticed`)
        }
      }
      expectRefused(Uint8Array.from(whole, (byte) => byte ^ 0xff))
    })
  })
}
