// A version that does not stand (any more), as a skill: for looking at before it is brought back.
import type { SkillVersion } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { damaged } from '../domain/skill-refusal.ts'
import { findFormer } from '../library/history.ts'
import type { SkillStore } from '../store/skill-store.ts'

/** @param version undefined means the newest. @throws `not-found` when it was never kept, `damaged` when it is no skill. */
export async function readFormerSkill(
  store: SkillStore,
  name: string,
  version: number | undefined,
): Promise<{ skill: Skill; version: SkillVersion }> {
  const former = await findFormer(store, name, version)
  const parsed = parseSkillFile(former.text, {
    file: `version ${former.version.version}`,
    pathName: name,
    createdAt: former.version.at,
  })
  if (parsed.skill === undefined) throw damaged(name, parsed.diagnostics)
  return { skill: parsed.skill, version: former.version }
}
