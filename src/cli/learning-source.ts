// Where something may have been learned: skills and sessions, told from mistyped names. An archived skill counts, and so
// does one whose file is gone: what was learned of it is still there.
import { nearestNames } from '../domain/nearest-names.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { notFound } from '../domain/skill-refusal.ts'
import type { CommandHome } from './command.ts'
import { listed } from './wording.ts'

/** @throws `not-found` with the nearest names when there is and was no such skill, and nothing was learned of it. */
export async function assertSkillKnown({ learner, shelf, store }: CommandHome, name: string): Promise<void> {
  const learned = learner.all().map(({ skill }) => skill)
  if (learned.includes(name) || shelf.entry(name) !== undefined) return
  const { records } = await store.records()
  const recorded = records.map((record) => record.name)
  if (recorded.includes(name)) return
  const standing = shelf.entries().map(({ skill }) => skill.name)
  throw notFound(name, nearestNames(name, new Set([...learned, ...standing, ...recorded])))
}

/** @throws `not-found` with the nearest ids when the journal has nothing of such a session. */
export async function assertSessionKnown({ learner, journal }: CommandHome, id: string): Promise<void> {
  const learned = new Set(learner.all().map(({ session }) => session))
  if (learned.has(id) || (await journal.read(id, 0)).events.length > 0) return
  const nearest = nearestNames(id, learned)
  throw new SkillError(
    'not-found',
    `no session is called "${shown(id)}"`,
    nearest.length === 0
      ? 'Nothing was learned from any session yet.'
      : `Sessions that something was learned from: ${listed(nearest.map(shown))}.`,
  )
}
