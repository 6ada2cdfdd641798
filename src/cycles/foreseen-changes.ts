// What a model proposes, before anything of it is done: each change as a diff against what stands, or why it is refused.
import {
  type ChangeKind,
  isNote,
  type NoteChange,
  type PassName,
  type SaveChange,
  type Verdict,
} from '../domain/pass-change.ts'
import { type FileDiff, skillDiff, skillDiffText } from '../domain/skill-diff.ts'
import { patched } from '../domain/skill-patch.ts'
import { comparable } from '../library/diff-texts.ts'
import type { Shelf } from '../library/shelf.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { PassRun } from './run-pass.ts'

export type Foreseen = {
  pass: PassName
  kind: ChangeKind
  name: string
  verdict: 'apply' | 'refuse'
  reason: string
  files: FileDiff[]
  /** For people; empty where there is none. */
  diff: string
}

type ForeseenParts = { shelf: Pick<Shelf, 'look'>; store: Pick<SkillStore, 'file'> }

/** Of a run that was not one of judging, none. */
export async function foreseenChanges(run: PassRun, parts: ForeseenParts, now: Date): Promise<Foreseen[]> {
  if (run.kind !== 'judged') return []
  return Promise.all(run.verdicts.map((verdict) => foreseen(run.pass, verdict, parts, now)))
}

async function foreseen(pass: PassName, verdict: Verdict, parts: ForeseenParts, now: Date): Promise<Foreseen> {
  if (verdict.kind === 'refuse') {
    const { what, name, reason } = verdict
    return { pass, kind: what, name, verdict: 'refuse', reason, files: [], diff: '' }
  }
  const { change } = verdict
  const { kind, name, reason } = change
  const told = { pass, kind, name, verdict: 'apply' as const, reason }
  if (isNote(change)) return { ...told, files: [], diff: noteText(change.note) }
  if (change.kind === 'archive') return { ...told, files: [], diff: `Its place is taken by ${change.into}.` }
  const compared = await comparedTo(change, parts, now)
  const labels = { before: 'as it stands', after: 'proposed' }
  return { ...told, files: skillDiff(compared), diff: skillDiffText(compared, labels) }
}

async function comparedTo({ name, base, patch }: SaveChange, { shelf, store }: ForeseenParts, now: Date) {
  const before = base === null ? undefined : (await shelf.look(name))?.skill
  return comparable(store, name, { before, after: patched(before, patch, { name, now: now.toISOString() }) })
}

function noteText(note: NoteChange['note']): string {
  const said = Object.entries(note).filter(([, value]) => value !== null)
  return said.map(([key, value]) => `  ${key}: ${value}`).join('\n')
}
