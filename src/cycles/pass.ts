// The port of a pass: what it looks at, what it asks a model for, and how it judges the answer. The engine does the rest:
// who may answer, until when, what is applied, and what is written down. Adding one is a file in dream/ and a line in
// dream/index.ts.
import type { z } from 'zod'
import type { AppliedItem, Cycle } from '../domain/cycle.ts'
import type { JudgedLibrary, NoteChange, PassName, Verdict } from '../domain/pass-change.ts'

/** What a pass found to do. */
export type Gathered = {
  /** What the model is shown: bounded, ordered, the same for the same library. Text of others in it is quoted and labelled. */
  context: string
  /** Skills in it, with the digests of their texts: what is said of others is refused. At most 60. */
  seen: Readonly<Record<string, string>>
  /** Of the content that matters, never of counts and dates that move by themselves. */
  fingerprint: string
  /** Plain JSON that `judge` and `done` get back, at most 16 KiB. */
  state: unknown
}

export type GatherResult = { kind: 'work'; gathered: Gathered } | { kind: 'skip'; reason: string }

/**
 * @property past this pass's cycles, oldest first.
 * @property isAsked somebody asked for this very pass, so that it need not be due.
 */
export type Look = { past: readonly Cycle[]; isAsked: boolean }

/** @property applied what was carried out of it before, in this order. */
export type NoteCycle = Pick<Cycle, 'id' | 'at' | 'executor' | 'author' | 'state'> & { applied: readonly AppliedItem[] }
/** @property note takes the place of the reason that the model gave, where there is more to say. */
export type NoteDone = { created: boolean; note?: string }

export type Pass<O = unknown> = {
  name: PassName
  /** File name in `directives/` that takes the place of the text that is built in. */
  directive: { file: string; builtIn: string }
  /** Of the answer; also what the model is shown as JSON Schema. */
  output: z.ZodType<O>
  gather(now: Date, look: Look): Promise<GatherResult>
  /** Pure. @param was what `gather` gave. */
  judge(output: O, was: Pick<Gathered, 'seen' | 'state'>, library: JudgedLibrary, now: Date): Verdict[]
  /** After an answer was carried out: watermarks move here. @param applied what came of it. */
  done?(was: Pick<Gathered, 'state'>, applied: readonly AppliedItem[]): Promise<void>
  /**
   * Carries out what is none of the library's. May be called again for the same cycle after a crash, whether it was done
   * or not: then nothing is done twice. @throws SkillError: it is refused for that reason; `storage`: it is tried later.
   */
  carryOut?(change: NoteChange, cycle: NoteCycle): Promise<NoteDone>
  /** Takes that back as far as it still stands so; nothing for what was never done. */
  takeBack?(item: Pick<AppliedItem, 'kind' | 'name'>, cycleId: string): Promise<TakenBack>
  /** How long who answers has; absent: what the engine gives to each. */
  leaseMs?(executor: Cycle['executor']): number
}

export type TakenBack = 'restored' | 'taken out' | 'stays, it is only added to' | 'nothing to undo'
