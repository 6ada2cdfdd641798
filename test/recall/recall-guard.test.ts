import { expect, test } from 'vitest'
import type { ArchiveChange, SaveChange } from '../../src/domain/pass-change.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { SkillPatch } from '../../src/domain/skill-patch.ts'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { NO_LESSONS } from '../../src/recall/lessons.ts'
import { createRecallGuard, GUARD_CASES_MAX } from '../../src/recall/recall-guard.ts'
import type { SkillIndex } from '../../src/recall/skill-index.ts'
import { NOW, skillOf } from '../support/builders.ts'
import { recallOn } from './recall-on.ts'

const skill = (name: string, summary: string, triggers: string[] = []) =>
  skillOf({ name, summary, triggers, content: `# ${summary}\n\nHow to do that.\n` })
const LIBRARY = [
  skill('mail/send', 'Send email through a mail server', ['send a mail']),
  skill('mail/post', 'Post a paper letter with a stamp', ['post a letter']),
  skill('deploy', 'Deploy a container to the staging server'),
  ...Array.from({ length: 20 }, (_, i) => skill(`letter-${i}`, `Fold the paper letter number ${i} for a stamp`)),
]

type Case = { message: string; skill: string }
type Options = { cases?: Case[]; listsNew?: boolean; library?: Skill[] }

function guarded({ cases = [], listsNew = false, library = LIBRARY }: Options = {}) {
  const index = createSkillIndex('bm25f')
  for (const each of library) index.upsert(each)
  const asked: string[] = []
  const watched: SkillIndex = {
    ...index,
    search(message, most) {
      asked.push(String(message))
      return index.search(message, most)
    },
  }
  const guard = createRecallGuard({
    index: watched,
    lessons: NO_LESSONS,
    caseFile: async () => cases.map((each) => JSON.stringify(each)).join('\n'),
    listed: (name) => library.find((each) => each.name === name),
    listsNew,
    now: () => new Date(NOW),
  })
  return { index, guard, asked }
}

const save = (name: string, patch: SkillPatch, base: string | null = 'a'.repeat(64)): SaveChange => ({
  ...{ kind: 'save', name, base, patch, from: [], reason: 'better' },
})
const archive = (name: string, into: string): ArchiveChange => ({
  ...{ kind: 'archive', name, base: 'b'.repeat(64), into, reason: 'merged' },
})
const STAMP = { message: 'post a letter with a stamp', skill: 'mail/post' }

test('a merge that still answers for both is let through', async () => {
  const { guard } = guarded({ cases: [STAMP, { message: 'send an email', skill: 'mail/send' }] })
  const summary = 'Send email through a mail server or post a paper letter with a stamp'
  const patch = { summary, triggers: ['send a mail', 'post a letter'] }
  expect(await guard(save('mail/send', patch), [archive('mail/post', 'mail/send')])).toBeUndefined()
})

test('a merge that loses the words of what goes is refused with the case', async () => {
  const { guard } = guarded({ cases: [STAMP] })
  const refused = await guard(save('mail/send', { summary: 'Send email' }), [archive('mail/post', 'mail/send')])
  expect(refused).toMatch(/^recall would no longer find what it found for file-[0-9a-f]{12} \("mail\/post"\); see/)
  expect(refused).not.toContain('stamp')
})

test('a rewriting that loses its own words is refused, one that gains as many is not', async () => {
  const rewritten = save('deploy', { summary: 'Roll out to production', content: '# Roll out\n\nTo production.\n' })
  const one = guarded({ cases: [{ message: 'container staging', skill: 'deploy' }] })
  expect(await one.guard(rewritten, [])).toMatch(/no longer find/)
  const won = { message: 'roll out production', skill: 'deploy' }
  const both = guarded({ cases: [{ message: 'container staging', skill: 'deploy' }, won] })
  expect(await both.guard(rewritten, [])).toBeUndefined()
  const more = guarded({
    cases: [
      { message: 'container staging', skill: 'deploy' },
      { message: 'a staging container', skill: 'deploy' },
      won,
    ],
  })
  expect(await more.guard(rewritten, [])).toMatch(/ and finds only 1 more/)
})

test('a text that would push another out of sight is refused too', async () => {
  const rivals = Array.from({ length: 4 }, (_, i) =>
    skill(`stamp-${i}`, 'Post a paper letter with a stamp', ['post a letter']),
  )
  const library = [...LIBRARY.slice(0, 3), ...rivals]
  const { guard } = guarded({ cases: [STAMP], library })
  const patch = { summary: 'Post a paper letter with a stamp', triggers: ['post a letter', 'a letter with a stamp'] }
  expect(await guard(save('deploy', { ...patch, content: 'Post a letter with a stamp.' }), [])).toMatch(/"mail\/post"/)
})

test('what comes up for nobody takes the place of nothing that did', async () => {
  const merged = save('letters', { content: '# Letters\n\nSend or post.\n' }, null)
  const { guard } = guarded()
  expect(await guard(merged, [archive('mail/post', 'letters')])).toMatch(
    /for no message before a person has approved it/,
  )
  expect(await guard(merged, [])).toBeUndefined()
  expect(await guarded({ listsNew: true }).guard(merged, [archive('mail/post', 'letters')])).toBeUndefined()
})

test('links alone ask nothing', async () => {
  const { guard, asked } = guarded({ cases: [STAMP] })
  expect(await guard(save('mail/post', { seeAlso: ['deploy'], parent: 'mail/guide' }), [])).toBeUndefined()
  expect(asked).toEqual([])
})

test('however many cases there are, so many are asked, and those of the changed skill before all', async () => {
  const many = Array.from({ length: 2_000 }, (_, i) => ({
    message: `fold letter number ${i}`,
    skill: `letter-${i % 20}`,
  }))
  const { guard, asked } = guarded({ cases: [...many, STAMP] })
  await guard(save('mail/post', { summary: 'Post paper letters with stamps' }), [])
  expect(asked.length).toBeLessThanOrEqual(2 * GUARD_CASES_MAX)
  expect(asked.filter((message) => message === STAMP.message)).toHaveLength(2)
})

test('nothing of a trial is left in the index, whatever came of it', async () => {
  const { index, guard } = guarded({ cases: [STAMP], listsNew: true })
  const before = index.snapshot()
  await guard(save('mail/send', { summary: 'Send email' }), [archive('mail/post', 'mail/send')])
  await guard(save('letters', { content: '# Letters' }, null), [archive('mail/post', 'letters')])
  expect(Buffer.from(index.snapshot()).equals(before)).toBe(true)
})

test('what was used is asked as recall would answer it, with what it learned, whatever the file of cases is', async () => {
  const recall = recallOn(LIBRARY)
  for (const session of ['one', 'two', 'three']) {
    await recall.recall('letter for grandma', { session })
    const of = { actor: 'agent' as const }
    await recall.happened(
      session,
      { event: 'loaded', ...of, skillName: 'mail/post', version: 1, how: 'by-name' },
      { event: 'outcome', ...of, skill: 'mail/post', outcome: 'success' },
    )
  }
  await recall.learner.levelSoon()
  const guard = createRecallGuard({
    ...{ index: recall.index, lessons: recall.learner, listsNew: false },
    caseFile: () => Promise.reject(new SkillError('damaged', 'recall-cases.jsonl is no text', 'Mend it.')),
    listed: (name) => LIBRARY.find((each) => each.name === name),
    now: () => new Date(NOW),
  })
  expect(await guard(save('mail/send', { summary: 'Send email' }), [archive('mail/post', 'mail/send')])).toMatch(
    /use-[0-9a-f]{12} \("mail\/post"\)/,
  )
})
