// Decides what a repaired file does to its skill: a version of its own, by the person who asked for it. The bytes that stood
// before become a version too, whether they could be read or not, so that they can be brought back.
import { type ChangeContext, type CurrentState, type Decision, recordStanding } from './change-state.ts'
import { decided } from './skill-change.ts'
import { readDocument } from './skill-document.ts'
import { parseSkillFile } from './skill-file.ts'
import { damaged, notFound } from './skill-refusal.ts'

/** @param json what the file should say; its further files stay as they are. @throws `not-found`, `damaged`. */
export function decideRepair(current: CurrentState, json: string, context: ChangeContext): Decision {
  const { live } = current
  if (live === undefined) throw notFound(context.name)
  const file = { file: `skills/${context.name}.json`, pathName: context.name, createdAt: live.modifiedAt }
  const { skill, diagnostics } = parseSkillFile(json, file)
  const { files } = readDocument(live.text)
  if (skill === undefined || files === undefined) throw damaged(context.name, diagnostics)
  return decided(current, recordStanding(current, context), { ...skill, files }, context, 'edited')
}
