// What routing needs of the rest, each as one function: features do not know each other.
import type { CortexDocument } from '../domain/cortex-document.ts'
import type { Forgetting } from '../domain/forgetting.ts'
import type { NewEvent } from '../domain/journal-event.ts'
import type { Lesson } from '../domain/lesson.ts'
import type { Actor, SkillRecord } from '../domain/record.ts'
import type { ReflexSkill } from '../domain/routing-reflex.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import type { Skill } from '../domain/skill.ts'
import type { Standing } from '../domain/standing.ts'
import type { Journal } from '../journal/journal.ts'
import type { LockedDocument } from '../store/locked-document.ts'

/** A skill of the library as it stands now. */
export type RoutedSkill = {
  skill: Skill
  version: number
  digest: string
  /** Where it first came from. */
  source: 'clawhub' | 'local'
  /** A person approved these very bytes. */
  executable: boolean
  standing: Standing
  /** May come up unasked. */
  listed: boolean
  warning: string | undefined
  /** It was taken for one session alone. */
  scope: SkillRecord['scope']
}

export function reflexSkill({ skill, digest, version, executable }: RoutedSkill): ReflexSkill {
  return { digest, version, executable, sideEffects: skill.policy.sideEffects }
}

export type RoutingMemoryParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger' | 'appendLedger'>
  document: LockedDocument<CortexDocument>
  /** What recall has learned of wording, up to this moment. */
  lessons: () => Promise<readonly Lesson[]>
  skill: (name: string) => RoutedSkill | undefined
  now: () => Date
  settings: RoutingSettings
}

/** Off by the setting recall.learn, or paused by a person. */
export type LearningStatus = { isOn: boolean; isPaused: boolean }

/** What recall learned of wording, and the say over it. */
export type Wording = {
  status: () => Promise<LearningStatus>
  set: (to: 'pause' | 'resume', actor: Actor) => Promise<void>
  /** @returns how many lessons are gone, and of how many messages and calls the words. */
  forget: (what: Forgotten, actor: Actor) => Promise<{ lessons: number; messages: number }>
}
export type Forgotten = Pick<Forgetting, 'scope' | 'of'>

export type Append = (session: string, event: NewEvent) => Promise<unknown>
