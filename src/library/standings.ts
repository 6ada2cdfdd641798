// The standing of each skill on the shelf, worked out when somebody asks: from its record, its bytes and what was reported
// of it. Nothing is stored; the hash over a text is worked out once per reading of its file.

import type { Mark } from '../domain/exposure.ts'
import { isListed } from '../domain/exposure.ts'
import type { Gate } from '../domain/gate.ts'
import type { Verdicts } from '../domain/performance.ts'
import { NOTHING_FOUND, type Scan } from '../domain/scan.ts'
import type { Skill } from '../domain/skill.ts'
import { type Standing, standingOf } from '../domain/standing.ts'
import type { Shelf } from './shelf.ts'
import type { ShelfEntry } from './shelf-entry.ts'
import type { SkillScans } from './skill-scans.ts'

export type Standings = {
  of(entry: ShelfEntry): Standing
  /** Whether it may come up unasked, and with which short warning. Whether moves with its record and bytes alone. */
  markOf(entry: ShelfEntry): Mark
  /** What the scan finds in it and its files; nothing in bytes that somebody vouched for: a person saw them. */
  scanOf(entry: ShelfEntry): Promise<Scan>
  /** The same of any text of a skill, also one that is not in force, whoever vouched for it. */
  scan(skill: Skill): Promise<Scan>
  /** What may come up unasked. Sorted by name. */
  listed(shelf: Pick<Shelf, 'entries'>): ShelfEntry[]
  /** Who else knows what the reader of a skill should: asked by name from then on, and by a synchronous look alone. */
  warnFrom(source: (name: string) => string | undefined): void
}

const NOTHING_REPORTED: Verdicts = { successes: 0, failures: 0 }

export function createStandings(
  gate: Gate,
  verdictsOf: (name: string) => Verdicts | undefined,
  scans: Pick<SkillScans, 'severe' | 'of'>,
): Standings {
  const unused = new WeakMap<ShelfEntry, Standing>()
  let learned: (name: string) => string | undefined = () => undefined
  const standing = (entry: ShelfEntry, verdicts: Verdicts, misleads?: string): Standing => {
    const { skill, digest, record, origin, lifecycle } = entry
    const scanned = () => scans.severe(entry)
    return standingOf({ record, origin, lifecycle, bytes: { skill, digest }, verdicts, gate, scanned, misleads })
  }
  // An entry is made anew whenever file or record change, so what is known of it stands as long as it does.
  const bare = (entry: ShelfEntry): Standing => {
    const known = unused.get(entry)
    if (known !== undefined) return known
    const made = standing(entry, NOTHING_REPORTED)
    unused.set(entry, made)
    return made
  }
  const of = (entry: ShelfEntry): Standing => {
    const { name } = entry.skill
    const [verdicts, misleads] = [verdictsOf(name), learned(name)]
    if (verdicts === undefined && misleads === undefined) return bare(entry)
    return standing(entry, verdicts ?? NOTHING_REPORTED, misleads)
  }
  return {
    of,
    markOf(entry) {
      if (!isListed(bare(entry).exposure)) return { listed: false }
      const [warning] = of(entry).warnings
      return warning === undefined ? { listed: true } : { listed: true, warning }
    },
    scanOf: async (entry) => (bare(entry).approval === 'approved' ? NOTHING_FOUND : scans.of(entry.skill)),
    scan: scans.of,
    warnFrom: (source) => {
      learned = source
    },
    listed: (shelf) => shelf.entries().filter((entry) => isListed(bare(entry).exposure)),
  }
}
