// What a pass may change, as data: every proposal of a model is turned into one of these or refused with a reason. Nothing
// else of what a model says is ever carried out.
import type { Landing } from './gate.ts'
import type { Origin } from './record.ts'
import type { Skill } from './skill.ts'
import type { SkillPatch } from './skill-patch.ts'

/** In the order in which a whole run takes them: what is new first, so that the rest sees it. */
export const PASSES = ['gap', 'extract', 'consolidate', 'optimize', 'summarize', 'reflect', 'consult'] as const
export type PassName = (typeof PASSES)[number]
/** What these look at, and what came of it, is told of peers: to the person and to attached agents alone. */
const PEER_PASSES: readonly PassName[] = ['reflect', 'consult']

export function isOfPeers(pass: PassName): boolean {
  return PEER_PASSES.includes(pass)
}

const SKILL_KINDS = ['save', 'archive'] as const
/** What a pass carries out itself, for it is none of the library's: a peer's assessment, a belief, a word to the agent. */
export const NOTE_KINDS = ['assess', 'believe', 'direct', 'conclude', 'answer'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]
export const CHANGE_KINDS = [...SKILL_KINDS, ...NOTE_KINDS] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * @property base digest of the text that was shown to the model; null for a name that must be new.
 * @property from skills whose text went into it, itself apart.
 * @property after saves of the same submission without which this one makes no sense; they come before it.
 */
export type SaveChange = {
  kind: 'save'
  name: string
  base: string | null
  patch: SkillPatch
  from: readonly string[]
  after?: readonly string[]
  reason: string
}
/** @property into the skill of the same submission that says what this one said. */
export type ArchiveChange = { kind: 'archive'; name: string; base: string; into: string; reason: string }
/**
 * @property name of what it is about: a peer, a belief. Once for each kind in a submission.
 * @property note all that carrying it out takes, as plain JSON.
 */
export type NoteChange = {
  kind: NoteKind
  name: string
  note: Readonly<Record<string, string | number | null>>
  reason: string
}
export type SkillChange = SaveChange | ArchiveChange
export type PassChange = SkillChange | NoteChange

export type Verdict =
  | { kind: 'apply'; change: PassChange }
  | { kind: 'refuse'; what: PassChange['kind']; name: string; reason: string }

/**
 * A skill as a judge sees it.
 * @property landing where a model's change of it goes: live, or before a person. Only a live one is a model's to archive.
 */
export type JudgedSkill = {
  skill: Skill
  digest: string
  origin: Origin
  pinned: boolean
  approved: boolean
  landing: Landing
}
/** The library as it stands when a submission is judged. */
export type JudgedLibrary = {
  find(name: string): JudgedSkill | undefined
  /** Live, archived or waiting: no name that was ever used here is new. */
  isKnown(name: string): boolean
  names: readonly string[]
}

/** Beyond that share of the library one run changes nothing more; a small library may change a little all the same. */
export const TOUCHED_SHARE_MAX = 0.2
export const TOUCHED_MIN = 5

/** How many skills one run may touch in a library of this size. */
export function touchedMax(size: number): number {
  return Math.max(TOUCHED_MIN, Math.floor(size * TOUCHED_SHARE_MAX))
}

export function isNoteKind(kind: ChangeKind): kind is NoteKind {
  return NOTE_KINDS.some((each) => each === kind)
}

export function isNote(change: PassChange): change is NoteChange {
  return isNoteKind(change.kind)
}

/** Once a run has touched as many skills as it may, what touches another is refused. Keeps the order. */
export function withinLimit(verdicts: readonly Verdict[], size: number): Verdict[] {
  const touched = new Set<string>()
  const most = touchedMax(size)
  return verdicts.map((verdict) => {
    if (verdict.kind === 'refuse' || isNote(verdict.change)) return verdict
    const { kind, name } = verdict.change
    if (!touched.has(name) && touched.size >= most) {
      const reason = `this run has touched ${most} skills, which is the most for a library of ${size}`
      return { kind: 'refuse', what: kind, name, reason }
    }
    touched.add(name)
    return verdict
  })
}
