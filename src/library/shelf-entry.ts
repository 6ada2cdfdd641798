// What the shelf holds of a skill, and what it is given to do its work: shared by the files that make it up.
import type { Lifecycle, Origin, SkillRecord } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import type { Publish } from '../events/bus.ts'
import type { Log } from '../events/log.ts'
import type { MountedAt, SkillStore } from '../store/skill-store.ts'

export type ShelfEntry = {
  skill: Skill
  digest: string
  stamp: string
  version: number
  /** Absent for a skill that was placed by hand and never written through us. */
  record: SkillRecord | undefined
  /** As `stamp`, of the record. */
  recordStamp: string | undefined
  origin: Origin
  lifecycle: Lifecycle
  modifiedAt: string
  /** Of one that is served from a mounted folder. */
  mount?: MountedAt
  /** What the scan calls severe in it, where files had to be read for that; undefined: it is worked out when asked. */
  severeRules: readonly string[] | undefined
}

export type ShelfParts = {
  store: SkillStore
  publish: Publish
  log: Log
  now: () => Date
  /** The origin that the ledger knows for a name whose record is gone. */
  lostOrigin: (name: string) => Origin
  /** Whether a skill says what we ship under its name. */
  isShipped: (skill: Skill) => boolean
  /** Severe rules of a machine's skill with files. */
  scanAhead: (digest: string, skill: Skill) => Promise<readonly string[]>
}
