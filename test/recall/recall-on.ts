// Recall on skills in memory, with everything of it real but the disk: index, calibration, lessons and what was seen.
import { expect } from 'vitest'
import type { JournalEvent, NewEvent } from '../../src/domain/journal-event.ts'
import { createCalibration } from '../../src/recall/calibration.ts'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { openLearner } from '../../src/recall/learner.ts'
import { noLearning } from '../../src/recall/learning-fold.ts'
import type { RecallRequest, RecallResult } from '../../src/recall/recall-result.ts'
import { recallSkills } from '../../src/recall/recall-skills.ts'
import { createSessionMemory } from '../../src/recall/session-memory.ts'
import type { IndexedSkill } from '../../src/recall/skill-index.ts'
import { NOW } from '../support/builders.ts'
import { emptyDisk, memoryJournal } from '../support/memory-journal.ts'

export type RecallableSkill = IndexedSkill & { seeAlso?: string[] }
export type Asked = Partial<Omit<RecallRequest, 'message'>>

export function recallOn(skills: readonly RecallableSkill[]) {
  const library = new Map<string, RecallableSkill>()
  const index = createSkillIndex('bm25f')
  const disk = emptyDisk()
  let count = 0
  const clock = { now: () => new Date(NOW), newId: () => `id-${++count}` }
  const journal = memoryJournal(disk, clock)
  // Nothing here outlives the test, so nothing is kept.
  const document = { read: async () => noLearning(), write: async () => {} }
  const learner = openLearner({ journal, document, now: clock.now })
  const calibration = createCalibration(index, learner)
  const parts = {
    index,
    lessons: learner,
    calibration,
    skill: (name: string) => {
      const known = library.get(name)
      return known === undefined ? undefined : { seeAlso: [], ...known }
    },
    sessions: createSessionMemory(journal.read),
    append: journal.append,
  }

  function put(skill: RecallableSkill): void {
    library.set(skill.name, skill)
    index.upsert(skill)
    calibration.skillChanged()
  }
  function remove(name: string): void {
    library.delete(name)
    index.remove(name)
    calibration.skillChanged()
  }
  for (const skill of skills) put(skill)

  return {
    index,
    learner,
    calibration,
    put,
    remove,
    recall: (message: string, asked: Asked = {}): Promise<RecallResult> =>
      recallSkills(
        { message, session: undefined, limit: 5, bodies: 0, force: false, why: false, actor: 'agent', ...asked },
        parts,
      ),
    /** What happens beside recall: loads, outcomes, a client that cleared its context. */
    async happened(session: string, ...events: NewEvent[]): Promise<void> {
      for (const event of events) await journal.append(session, event)
      learner.stale()
    },
    events: (session: string): JournalEvent[] => disk.sessions.get(session) ?? [],
  }
}

export const namesOf = ({ hits }: RecallResult): string[] => hits.map(({ name }) => name)

/** Nothing was recalled, and for this reason. */
export function expectSilence(result: RecallResult, because: RegExp): void {
  expect(result).toMatchObject({
    hits: [],
    related: [],
    context: [],
    block: '',
    silent: expect.stringMatching(because),
  })
}
