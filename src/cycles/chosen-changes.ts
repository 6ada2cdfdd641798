// Part of what a dry run showed, carried out: the answer that the model gave is kept for a while, and a person says which of
// its changes are to be made. It is judged anew against the library as it stands by then.
import { sha256Of } from '../domain/digest.ts'
import type { ChangeKind, PassChange, PassName } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Engine } from './engine.ts'
import type { PassRun } from './run-pass.ts'

/** Beyond that the oldest is let go; a server that starts anew has none. */
export const ANSWERS_KEPT_MAX = 10
const ID_CHARS = 16

export type Chosen = { kind: ChangeKind; name: string }
export type ApplyAsked = { preview: string; changes: readonly Chosen[]; author: string }

export type KeptAnswers = {
  keep(run: PassRun): void
  /** @throws `not-found` for one that is not kept any more. */
  find(preview: string): { pass: PassName; answer: string }
}

export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, { pass: PassName; answer: string }>()
  return {
    keep(run) {
      const id = previewOf(run)
      if (run.kind !== 'judged' || id === null) return
      kept.delete(id)
      kept.set(id, { pass: run.pass, answer: run.answer })
      const [oldest] = kept.keys()
      if (kept.size > ANSWERS_KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    },
    find(preview) {
      const found = kept.get(preview)
      if (found !== undefined) return found
      throw new SkillError('not-found', 'what that dry run showed is kept no more', 'Do the dry run once more.')
    },
  }
}

/** What a dry run is called when part of it is to be carried out; null for a run that was none. */
export function previewOf(run: PassRun): string | null {
  return run.kind === 'judged' ? sha256Of(`${run.pass} ${run.answer}`).slice(0, ID_CHARS) : null
}

/** @throws `not-found`, `busy` while somebody is at the pass, `conflict` where there is nothing to do for it any more. */
export async function applyChosen(
  { preview, changes, author }: ApplyAsked,
  { engine, answers }: { engine: Engine; answers: KeptAnswers },
): Promise<PassRun> {
  const { pass, answer } = answers.find(preview)
  const { order, skipped } = await engine.begin(pass, { kind: 'provider', author }, { force: true })
  if (order === undefined) {
    const why = skipped[0]?.reason ?? 'there is nothing to do'
    throw new SkillError('conflict', `${pass}: ${why}`, 'The library has changed since; do the dry run once more.')
  }
  const { cycleId } = order
  try {
    const report = await engine.submit(cycleId, answer, { isChosen: isAmong(changes) })
    return { pass, kind: 'applied', cycleId, report }
  } catch (error) {
    // Nobody else will answer this one, and it must not keep others from the pass.
    await engine.abandon(cycleId, error instanceof Error ? error.message : 'it could not be carried out')
    throw error
  }
}

function isAmong(changes: readonly Chosen[]): (change: PassChange) => boolean {
  return ({ kind, name }) => changes.some((chosen) => chosen.kind === kind && chosen.name === name)
}
