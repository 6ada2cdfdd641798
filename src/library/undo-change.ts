// Takes one version's change out of a skill: reads what it changed from the history, then decides and writes like every
// change. Reading needs no lock, since the bytes of a version never change.
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { decideUndo, predecessorOf, type Undo, type VersionChange } from '../domain/skill-undo.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Caller, Changed, ChangeSkill } from './change-skill.ts'
import { findFormer, readHistory } from './history.ts'
import type { Shelf } from './shelf.ts'

export type UndoParts = { store: SkillStore; shelf: Shelf; change: ChangeSkill }
export type Undone = Omit<Changed<Undo>, 'record'>

/** @throws as `decideUndo` does, and `not-found` when the text of that version or of the one before was not kept. */
export async function undoChange(
  { store, shelf, change }: UndoParts,
  name: string,
  version: number,
  caller: Caller,
): Promise<Undone> {
  // A hand edit that nobody has looked at yet becomes a version, which can then be taken back.
  await shelf.look(parseSkillName(name))
  const taken = await changeOf(store, name, version)
  const find = (other: string) => shelf.entry(other)?.skill
  return change('skill-restored', name, caller, (current, context) => decideUndo(current, taken, context, find))
}

async function changeOf(store: SkillStore, name: string, version: number): Promise<VersionChange> {
  const record = await readHistory(store, name)
  const found = record.versions.find((each) => each.version === version)
  const before = found === undefined ? 'none' : predecessorOf(record, found)
  if (before === 'let-go') {
    throw new SkillError(
      'not-found',
      `the version before version ${version} of "${name}" was not kept, so nobody knows what that one changed`,
      `Versions known: ${record.versions.map((each) => each.version).join(', ')}.`,
    )
  }
  const after = await findFormer(store, name, version)
  const former = before === 'none' ? null : await findFormer(store, name, before.version)
  return { version, before: former?.text ?? null, after: after.text }
}
