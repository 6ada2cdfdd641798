// Follows GET /api/stream over fetch, because an EventSource can send no header: resumes with the number of the last event
// it had, waits longer after each failure, and says whether it is connected. Pages use resource.ts, or onLive:
//
//   useEffect(() => onLive(['cycle.*'], (event) => …), [])
import { signal } from '@preact/signals'
import { callerHeaders } from './api.ts'
import { readEvents } from './event-lines.ts'

export type LiveEvent = {
  type: string
  timestamp?: string
  sequence?: number
  correlation_id?: string | null
  payload?: Record<string, unknown>
}
export type LiveState = 'connecting' | 'live' | 'away'

export const liveState = signal<LiveState>('connecting')

const WAIT_MS_MIN = 1_000
const WAIT_MS_MAX = 30_000

type Listener = { patterns: readonly string[]; hear: (event: LiveEvent) => void }
const listeners = new Set<Listener>()
let lastId: string | undefined
let wasLive = false

/**
 * @param patterns types in segments parted by dots; `*` stands for one or more segments at the end. Whoever listens also
 * hears `stream.reset`: something was missed, look anew.
 * @returns stops it.
 */
export function onLive(patterns: readonly string[], hear: (event: LiveEvent) => void): () => void {
  const listener = { patterns, hear }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Follows for as long as the page lives. */
export function followLive(): void {
  void follow()
  // Back from sleep or another tab: what was missed while nothing was delivered is asked for at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && liveState.value === 'away') tell({ type: 'stream.reset' })
  })
}

async function follow(): Promise<void> {
  let waitMs = WAIT_MS_MIN
  for (;;) {
    try {
      await connect(() => {
        waitMs = WAIT_MS_MIN
      })
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
    liveState.value = 'away'
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)
  }
}

async function connect(opened: () => void): Promise<void> {
  const headers = { ...callerHeaders(), ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
  const response = await fetch('/api/stream', { headers, cache: 'no-store' })
  if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`)
  opened()
  // Who had no event yet cannot say what was missed meanwhile.
  if (wasLive && lastId === undefined) tell({ type: 'stream.reset' })
  wasLive = true
  liveState.value = 'live'
  for await (const { id, data } of readEvents(response.body)) {
    if (id !== undefined) lastId = id
    const event = eventOf(data)
    if (event !== undefined) tell(event)
  }
}

function tell(event: LiveEvent): void {
  for (const { patterns, hear } of listeners) {
    if (event.type === 'stream.reset' || patterns.some((pattern) => fits(event.type, pattern))) hear(event)
  }
}

function fits(type: string, pattern: string): boolean {
  if (pattern === '*' || pattern === type) return true
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

function eventOf(data: string): LiveEvent | undefined {
  try {
    const value: unknown = JSON.parse(data)
    const isEvent = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    // Its other fields are as the server's envelope says.
    return isEvent ? (value as LiveEvent) : undefined
  } catch {
    return undefined
  }
}
