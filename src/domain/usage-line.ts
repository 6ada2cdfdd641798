// One line of the usage log of seed 004: which skill was loaded, in which session, when. Pure.
import { caselessKey } from './caseless-key.ts'
import { isRecord, parseJsonText } from './json-value.ts'
import { pastInstant } from './past-instant.ts'
import { shown } from './skill-error.ts'

/** @property session undefined when the line does not say. @property at ISO 8601 in UTC. */
export type UsageLine = { kind: 'use'; skill: string; session: string | undefined; at: string }
/** `other`: an event of ours that is no load. */
export type UsageReading = UsageLine | { kind: 'other' } | { kind: 'fault'; expected: string; received: string }

/** @param now nothing was used later. */
export function readUsageLine(text: string, now: string): UsageReading {
  const value = parseJsonText(text)
  if (!isRecord(value)) return { kind: 'fault', expected: 'a JSON object', received: shown(text) }
  if (typeof value.event === 'string' && value.event !== 'loaded') return { kind: 'other' }
  const [skill, session, timestamp] = ['skillName', 'sessionId', 'timestamp'].map((key) => {
    const stood = caselessKey(value, key)
    return stood === undefined ? undefined : value[stood]
  })
  if (typeof skill !== 'string' || skill === '') return fault('"skillName": the name of a skill', skill)
  const at = pastInstant(timestamp, now)
  if (at === undefined) return fault('"timestamp": a date that is past, in ISO 8601', timestamp)
  return { kind: 'use', skill, session: typeof session === 'string' && session !== '' ? session : undefined, at }
}

function fault(expected: string, received: unknown): UsageReading {
  return { kind: 'fault', expected, received: received === undefined ? 'none' : shown(received) }
}
