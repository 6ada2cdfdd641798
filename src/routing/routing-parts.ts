// What routing needs of the rest, each as one function: features do not know each other.
import type { CortexDocument } from '../domain/cortex-document.ts'
import type { NewEvent } from '../domain/journal-event.ts'
import type { Lesson } from '../domain/lesson.ts'
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
  /** A person approved these very bytes. */
  executable: boolean
  standing: Standing
  /** May come up unasked. */
  listed: boolean
  warning: string | undefined
}

export function reflexSkill({ skill, digest, version, executable }: RoutedSkill): ReflexSkill {
  return { digest, version, executable, sideEffects: skill.policy.sideEffects }
}

export type RoutingMemoryParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger' | 'appendLedger'>
  document: LockedDocument<CortexDocument>
  /** Keeps a copy of a document that cannot be read, before it is written anew. */
  putAside: () => Promise<void>
  /** What recall has learned of wording, up to this moment. */
  lessons: () => Promise<readonly Lesson[]>
  skill: (name: string) => RoutedSkill | undefined
  now: () => Date
  settings: RoutingSettings
}

export type Append = (session: string, event: NewEvent) => Promise<unknown>
