// Takes what a person wanted forgotten out of the journal itself: stems and words of messages, arguments of tools. A message
// keeps its stems only where something that it taught stays, and its words never. It goes by the journal and not by the lessons at hand: what was learned beyond the cap of a skill, or was
// to be forgotten by a process that was killed on the way, must not stay on the disk either.
import { type Forgetting, isForgotten, learnUnlessForgotten, withoutWords } from '../domain/forgetting.ts'
import type { JournalEvent } from '../domain/journal-event.ts'
import { nothingLearned, type SessionLearning, turnOfLesson } from '../domain/lesson.ts'
import type { Journal } from '../journal/journal.ts'
import { isStateless } from '../journal/stream-name.ts'

/** Reads every stream twice. @returns of how many messages and calls something is gone. */
export async function blankForgotten(
  journal: Pick<Journal, 'streams' | 'readStream' | 'blank'>,
  forgettings: readonly Forgetting[],
): Promise<number> {
  const { meant, needed } = await turnsThatTaught(journal, forgettings)
  return journal.blank((event) => {
    const said = { session: event.sessionId, at: event.timestamp }
    const isMeant = meant.has(event.id) || forgettings.some((forgetting) => isForgotten(said, forgetting))
    return isMeant ? saysLess(event, needed.has(event.id)) : undefined
  })
}

// Undefined where nothing is left to say less of.
function saysLess(event: JournalEvent, isNeeded: boolean): JournalEvent | undefined {
  const hasStems = event.event === 'turn' && (event.stems?.length ?? 0) > 0
  if (!hasStems || isNeeded) return withoutWords(event)
  return { ...event, stems: [], text: undefined }
}

// By the ids of the turns: what taught something that is to be forgotten, and what taught something that stays.
async function turnsThatTaught(
  journal: Pick<Journal, 'streams' | 'readStream'>,
  forgettings: readonly Forgetting[],
): Promise<{ meant: ReadonlySet<string>; needed: ReadonlySet<string> }> {
  const meant = new Set<string>()
  const needed = new Set<string>()
  for (const { stream } of await journal.streams()) {
    const sessions = new Map<string, SessionLearning>()
    const { events } = await journal.readStream(stream, 0)
    for (const event of events.filter(({ sessionId }) => !isStateless(sessionId))) {
      const before = sessions.get(event.sessionId) ?? nothingLearned()
      const { state, lesson } = learnUnlessForgotten(before, event, forgettings)
      sessions.set(event.sessionId, state)
      if (lesson === undefined) continue
      const isMeant = forgettings.some((forgetting) => isForgotten(lesson, forgetting))
      const turns = isMeant ? meant : needed
      turns.add(turnOfLesson(lesson))
    }
  }
  return { meant, needed }
}
