// Any story of sessions, processes and forgetting, against a model that simply remembers: processes that live, processes
// that begin anew from what was kept, and one that knows the journal alone all hold what the model holds, and no word of
// what was forgotten stands anywhere.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Learner, openLearner } from '../../src/recall/learner.ts'
import { type LearningCheckpoint, noLearning } from '../../src/recall/learning-fold.ts'
import type { SmallDocument } from '../../src/store/small-document.ts'
import { emptyDisk, memoryJournal } from '../support/memory-journal.ts'
import { levelled, teaching } from '../support/open-learner.ts'
import { seeded } from '../support/seed.ts'

const SESSIONS = ['s1', 's2', 's3']
const SKILLS = ['mail', 'mcp/calendar', 'letter']
const PROCESSES = 2

const session = fc.constantFrom(...SESSIONS)
const skill = fc.constantFrom(...SKILLS)
const process = fc.nat({ max: PROCESSES - 1 })
const storyArbitrary = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), session }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('load' as const), session, skill }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('report' as const), session, skill, right: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), session }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), process }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('save' as const), process }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), process }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('forget' as const), process, scope: fc.constant('all' as const) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('forget' as const),
        process,
        scope: fc.constant('skill' as const),
        of: skill,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('forget' as const),
        process,
        scope: fc.constant('session' as const),
        of: session,
      }),
    },
  ),
  { minLength: 5, maxLength: 60 },
)
type Step = typeof storyArbitrary extends fc.Arbitrary<(infer S)[]> ? S : never

/** A message with a word of its own, and what was learned from it: skill to verdict. */
type Said = { session: string; word: string; learned: Map<string, string>; isGone: boolean }

function createModel() {
  const said: Said[] = []
  type Last = { message?: Said; ofSkill: Map<string, Said> }
  const last = new Map<string, Last>()
  const state = (id: string): Last => {
    const known: Last = last.get(id) ?? { ofSkill: new Map() }
    last.set(id, known)
    return known
  }
  const learn = (step: Step & { kind: 'load' }) => {
    const { message, ofSkill } = state(step.session)
    if (message === undefined || message.isGone) return
    if (!message.learned.has(step.skill)) message.learned.set(step.skill, 'open')
    ofSkill.set(step.skill, message)
  }
  const forget = ({ scope, of }: { scope: string; of?: string }) => {
    for (const message of said) {
      const isMeant = scope === 'all' || (scope === 'session' && message.session === of)
      if (isMeant) message.learned.clear()
      const taught = of !== undefined && scope === 'skill' && message.learned.delete(of)
      if (isMeant || (taught && message.learned.size === 0)) message.isGone = true
    }
  }
  return {
    take(step: Step, word: string) {
      switch (step.kind) {
        case 'say': {
          const message: Said = { session: step.session, word, learned: new Map(), isGone: false }
          said.push(message)
          state(step.session).message = message
          return
        }
        case 'load':
          return learn(step)
        case 'report': {
          const learned = state(step.session).ofSkill.get(step.skill)?.learned
          if (learned?.has(step.skill)) learned.set(step.skill, step.right ? 'right' : 'wrong')
          return
        }
        case 'end':
          return void last.delete(step.session)
        case 'forget':
          return forget(step)
      }
    },
    lessons: () =>
      said
        .flatMap(({ session: id, word, learned }) =>
          [...learned].map(([name, verdict]) => `${id} ${name} ${verdict}: send ${word}`),
        )
        .sort(),
    wordsGone: () => said.filter(({ isGone }) => isGone).map(({ word }) => word),
  }
}

function memoryDocument(): SmallDocument<LearningCheckpoint> & { text(): string } {
  let text = JSON.stringify(noLearning())
  return {
    text: () => text,
    read: async () => JSON.parse(text),
    write: async (value) => {
      text = JSON.stringify(value)
    },
  }
}

test('every process holds what the model holds, and no word of what was forgotten is left', async () => {
  await fc.assert(
    fc.asyncProperty(storyArbitrary, async (story) => {
      // A second between any two lines, so that before and after are never in doubt.
      let [at, ids, words] = [Date.parse('2026-11-21T10:00:00.000Z'), 0, 0]
      const now = () => {
        at += 1_000
        return new Date(at)
      }
      const disk = emptyDisk()
      const document = memoryDocument()
      const openJournal = () => memoryJournal(disk, { now, newId: () => `id-${++ids}` })
      const open = (kept = document): Learner => openLearner({ journal: openJournal(), document: kept, now })
      const processes = Array.from({ length: PROCESSES }, () => open())
      const writer = openJournal()
      const { say, load, report } = teaching(writer)
      const model = createModel()

      const live = async (step: Step, word: string): Promise<unknown> => {
        switch (step.kind) {
          case 'say':
            return say(step.session, `send ${word}`)
          case 'load':
            return load(step.session, step.skill)
          case 'report':
            return report(step.session, step.skill, step.right ? 'success' : 'task_mismatch')
          case 'end':
            return writer.append(step.session, { event: 'session-ended', actor: 'agent' })
          case 'look':
            return levelled(processes[step.process]!)
          case 'save':
            await levelled(processes[step.process]!)
            return processes[step.process]!.save()
          case 'restart':
            processes[step.process] = open()
            return
          case 'forget': {
            const what = { scope: step.scope, of: 'of' in step ? step.of : undefined }
            return processes[step.process]!.forget(what, 'operator')
          }
        }
      }
      for (const step of story) {
        const word = `word${++words}x`
        model.take(step, word)
        await live(step, word)
        if (step.kind !== 'forget') continue
        const written = JSON.stringify([...disk.sessions.values()]) + document.text()
        expect(model.wordsGone().filter((gone) => written.includes(gone))).toEqual([])
      }
      const expected = model.lessons()
      for (const each of [...processes, open(), open(memoryDocument())]) {
        expect((await levelled(each)).sort()).toEqual(expected)
      }
      for (const each of processes) await each.save()
      expect(model.wordsGone().filter((gone) => document.text().includes(gone))).toEqual([])
    }),
    seeded(400),
  )
}, 120_000)
