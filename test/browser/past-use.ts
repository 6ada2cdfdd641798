// Use that lies days back, as lines of the journal: for pictures over time.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { homeLayout } from '../../src/files/home-layout.ts'

const DAY_MS = 86_400_000

export type PastUse = { daysAgo: number; skill: string; outcome?: Outcome; key?: string }

/** One session for each: recalled, loaded, and reported on where it has an outcome. */
export function writePastUse(home: string, uses: readonly PastUse[]): void {
  const folder = homeLayout(home).usage
  mkdirSync(folder, { recursive: true })
  for (const [i, { daysAgo, skill, outcome, key }] of uses.entries()) {
    const sessionId = `past-${i}`
    const timestamp = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    const line = (seq: number, event: Record<string, unknown>) =>
      JSON.stringify({ id: `${sessionId}-${seq}`, sessionId, timestamp, seq, actor: 'agent', ...event })
    const lines = [
      line(0, { event: 'recalled', skills: [skill], related: [], confidence: 1, blockChars: 10 }),
      line(1, { event: 'loaded', skillName: skill, version: 1, how: 'recalled' }),
      ...(outcome === undefined
        ? []
        : [line(2, { event: 'outcome', skill, outcome, ...(key !== undefined && { key }) })]),
    ]
    writeFileSync(`${folder}/${sessionId}.jsonl`, `${lines.join('\n')}\n`)
  }
}
