// The ledger as a story: what happened to one skill, by whom, at which version, and which step.
import { expect } from 'vitest'
import type { Json } from './one-home.ts'

/** A line about a proposal is of no version. */
export type LedgerRow = [event: string, actor: string, version?: number, cause?: string]

export function expectLedger(lines: readonly Json[], name: string, rows: LedgerRow[]): void {
  const own = lines.filter((line) => line.name === name)
  expect(
    own.map(({ event, actor, version, cause }) => [event, actor, version, cause].filter((each) => each != null)),
  ).toEqual(rows)
  // Envelopes are unique: a retry would repeat one.
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
}
