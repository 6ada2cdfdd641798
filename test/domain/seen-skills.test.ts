// Goal: what a session was shown is not shown again for 30 turns, unless its client has forgotten it.
import { expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { foldSeen, isSeen, NOTHING_SEEN, type SeenSkills } from '../../src/domain/seen-skills.ts'
import { loaded, NOW } from '../support/builders.ts'

const envelope = { id: 'i', sessionId: 's', timestamp: NOW, seq: 0, actor: 'agent' as const }
const turn: JournalEvent = { event: 'turn', ...envelope }
const turns = (count: number) => Array.from({ length: count }, () => turn)
const recalled = (skills: string[], related: string[] = []): JournalEvent => ({
  ...envelope,
  ...{ event: 'recalled', skills, related, confidence: 1, blockChars: 0 },
})
const started = (source: string): JournalEvent => ({ event: 'session-started', ...envelope, source })
const fold = (...events: JournalEvent[]): SeenSkills => events.reduce(foldSeen, NOTHING_SEEN)

test.each<[title: string, events: JournalEvent[], seen: boolean]>([
  ['nothing happened', [], false],
  ['recalled in this turn', [turn, recalled(['mail'])], true],
  ['recalled another', [turn, recalled(['post'])], false],
  ['loaded by name', [loaded('mail')], true],
  ['29 turns ago', [turn, recalled(['mail']), ...turns(29)], true],
  ['30 turns ago', [turn, recalled(['mail']), ...turns(30)], false],
  ['30 turns ago and loaded since', [turn, recalled(['mail']), ...turns(15), loaded('mail'), ...turns(15)], true],
  ['before the context was cleared', [turn, recalled(['mail']), started('clear')], false],
  ['before the context was compacted', [turn, recalled(['mail']), started('compact')], false],
  ['before the session was resumed', [turn, recalled(['mail']), started('resume')], true],
  ['after the context was cleared', [turn, started('clear'), turn, recalled(['mail'])], true],
  ['before the session ended and went on', [turn, recalled(['mail']), { event: 'session-ended', ...envelope }], true],
])('seen after: %s', (_, events, seen) => {
  const state = fold(...events)
  expect(isSeen(state.shown, 'mail', state.turns)).toBe(seen)
})

test('a see-also line is remembered apart and does not count as shown', () => {
  const state = fold(turn, recalled(['mail'], ['calendar']))
  expect(isSeen(state.shown, 'calendar', state.turns)).toBe(false)
  expect(isSeen(state.related, 'calendar', state.turns)).toBe(true)
})

test('turns go on counting over a reset', () => {
  expect(fold(...turns(3), started('clear'), turn).turns).toBe(4)
})

test('a fold changes nothing that it was given', () => {
  const before = fold(turn, recalled(['mail']))
  foldSeen(before, recalled(['post']))
  expect([...before.shown.keys()]).toEqual(['mail'])
})
