// Events of one session as a journal holds them, with everything at a neutral value but what a test is about. Times are
// minutes after NOW.
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import type { Lesson } from '../../src/domain/lesson.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { NOW } from './builders.ts'

export function minute(minutes: number): string {
  return new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
}

const envelope = (id: string, minutes: number) => ({
  ...{ id, sessionId: 's', timestamp: minute(minutes), seq: 0 },
  actor: 'agent' as const,
})

export function turn(id: string, stems: string, minutes = 0): JournalEvent {
  return { event: 'turn', ...envelope(id, minutes), stems: stems === '' ? [] : stems.split(' ') }
}

export function recalled(skills: string[], minutes = 0): JournalEvent {
  return { event: 'recalled', ...envelope('r', minutes), skills, related: [], confidence: 1, blockChars: 0 }
}

export function load(skillName: string, minutes = 0, how: Lesson['how'] = 'by-name'): JournalEvent {
  return { event: 'loaded', ...envelope(`l-${skillName}-${minutes}`, minutes), skillName, version: 1, how }
}

export function outcome(skill: string, what: Outcome, minutes = 0): JournalEvent {
  return { event: 'outcome', ...envelope(`o-${skill}-${minutes}`, minutes), skill, outcome: what }
}

export function tool(over: { ok?: boolean; skill?: string; outcome?: Outcome }, minutes = 0): JournalEvent {
  return { event: 'tool-called', ...envelope('t', minutes), tool: 'x', ok: true, ...over }
}

export function ended(minutes = 0): JournalEvent {
  return { event: 'session-ended', ...envelope('e', minutes) }
}

export function lessonOf(over: Partial<Lesson> & { turn?: string } = {}): Lesson {
  const { turn: id = 't', ...rest } = over
  const { skill = 'mail' } = rest
  return {
    ...{
      id: `${id}/${skill}`,
      skill,
      session: 's',
      at: NOW,
      how: 'by-name',
      stems: ['send', 'letter'],
      verdict: 'open',
    },
    ...rest,
  }
}
