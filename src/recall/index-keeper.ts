// Keeps the search index level with the library, and a snapshot of it for the next process: what that finds unchanged it
// need not read or index again.

import type { Mark } from '../domain/exposure.ts'
import type { Calibration } from './calibration.ts'
import type { IndexEngine } from './index-engine.ts'
import { decodeIndexSnapshot, encodeIndexSnapshot, type SkillCard } from './index-snapshot.ts'
import type { Lessons } from './lessons.ts'
import type { IndexedSkill, SkillIndex } from './skill-index.ts'

/** A skill with the stamp of its file, and whether it may come up. */
export type KeptSkill = {
  skill: IndexedSkill & { seeAlso: string[] }
  stamp: string
  recordStamp?: string | undefined
  mark: Mark
  /** Of one that is served from a mounted folder: the file of its text. */
  mount?: { textPath: string }
}

export type KeeperParts = {
  engine: IndexEngine
  index: SkillIndex
  calibration: Calibration
  lessons: Lessons
  isLearning: boolean
  loadsOf: (name: string) => number
}

export type IndexKeeper = {
  /** Takes what a snapshot holds of these skills, and indexes the rest. @returns how many it had to index. */
  begin(skills: readonly KeptSkill[], snapshot: Uint8Array | undefined): number
  /** A skill was added or changed, or (undefined) is gone. One that may not come up is not in the index. */
  follow(name: string, kept: KeptSkill | undefined): void
  /**
   * Hands out bytes for the next process, unless the last ones still say it all. When `write` throws, so does this, and the
   * next call tries again.
   */
  keep(skills: readonly KeptSkill[], write: Write): void
  /** The same in any case: the last bytes hold something that must not stay. */
  keepAnew(skills: readonly KeptSkill[], write: Write): void
}

type Write = (bytes: Uint8Array) => void
/** Grows, part by part, with all that a snapshot should say. */
type Standing = { changes: number; lessons: number; loads: number }
/** What a snapshot says beside the index; without the threshold, which moves a little with the age of every lesson. */
type Said = { skills: SkillCard[]; isLearning: boolean; lessons: Uint8Array }

export function createIndexKeeper(parts: KeeperParts): IndexKeeper {
  const { engine, index, calibration, lessons, loadsOf } = parts
  let changes = 0
  let kept: Standing | undefined
  // What the snapshot said that this process began from; forgotten when that is no longer what is kept.
  let begunFrom: Said | undefined

  function follow(name: string, now: KeptSkill | undefined): void {
    if (now?.mark.listed !== true) index.remove(name)
    else index.upsert(now.skill)
    calibration.skillChanged()
    changes += 1
    begunFrom = undefined
  }
  const standing = (skills: readonly KeptSkill[]): Standing => ({
    changes,
    lessons: lessons.changes(),
    loads: skills.reduce((sum, { skill }) => sum + loadsOf(skill.name), 0),
  })
  const said = (skills: readonly KeptSkill[]): Said => ({
    skills: skills.map((each) => cardOf(each, loadsOf)),
    isLearning: parts.isLearning && lessons.isLearning(),
    lessons: lessons.freeze(),
  })
  function bytesOf({ lessons, ...said }: Said): Uint8Array {
    return encodeIndexSnapshot({
      head: { engine, threshold: calibration.threshold(), ...said },
      lessons,
      index: index.snapshot(),
    })
  }
  function handOut(now: Standing, said: Said, write: Write): void {
    write(bytesOf(said))
    kept = now
    begunFrom = undefined
  }
  return {
    begin(skills, bytes) {
      const snapshot = bytes === undefined ? undefined : decodeIndexSnapshot(bytes)
      const fits = snapshot !== undefined && snapshot.head.engine === engine && index.restore(snapshot.index)
      const indexed = fits ? snapshot.head.skills.filter(({ hidden }) => hidden !== true) : []
      const stampByName = new Map(indexed.map(({ name, stamp }) => [name, stamp]))
      if (fits) begunFrom = { ...snapshot.head, lessons: snapshot.lessons }
      const listed = skills.filter(({ mark }) => mark.listed)
      const names = new Set(listed.map(({ skill }) => skill.name))
      for (const name of stampByName.keys()) if (!names.has(name)) follow(name, undefined)
      const stale = listed.filter(({ skill, stamp }) => stampByName.get(skill.name) !== stamp)
      for (const each of stale) follow(each.skill.name, each)
      return stale.length
    },
    follow,
    keep(skills, write) {
      const now = standing(skills)
      if (kept !== undefined && isSame(kept, now)) return
      const what = said(skills)
      if (begunFrom !== undefined && saysTheSame(begunFrom, what)) kept = now
      else handOut(now, what, write)
    },
    keepAnew: (skills, write) => handOut(standing(skills), said(skills), write),
  }
}

function cardOf({ skill, stamp, recordStamp, mark, mount }: KeptSkill, loadsOf: KeeperParts['loadsOf']): SkillCard {
  const { name, summary, seeAlso } = skill
  const warning = mark.warning === undefined ? {} : { warning: mark.warning }
  const record = recordStamp === undefined ? {} : { recordStamp }
  return {
    name,
    stamp,
    summary,
    seeAlso,
    loads: loadsOf(name),
    ...record,
    ...(mount === undefined ? {} : { textPath: mount.textPath }),
    ...(mark.listed ? warning : { hidden: true }),
  }
}

function isSame(a: Standing, b: Standing): boolean {
  return a.changes === b.changes && a.lessons === b.lessons && a.loads === b.loads
}

function saysTheSame(a: Said, b: Said): boolean {
  return (
    a.isLearning === b.isLearning &&
    JSON.stringify(a.skills) === JSON.stringify(b.skills) &&
    Buffer.from(a.lessons).equals(b.lessons)
  )
}
