// A version that does not stand (any more), as a skill: for looking at before it is brought back.
import type { SkillRecord, SkillVersion } from '../domain/record.ts'
import { bareSkill, type Skill } from '../domain/skill.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { damaged } from '../domain/skill-refusal.ts'
import type { Standing } from '../domain/standing.ts'
import { findFormer } from '../library/history.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { CommandHome } from './command.ts'

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

/**
 * How a skill stands under its name with the text of one version: what the record says, and whether just that text was
 * approved. @param skill undefined when its bytes are gone: then nobody can have approved them.
 */
export function formerStanding(
  { standings, shelf }: Pick<CommandHome, 'standings' | 'shelf'>,
  record: SkillRecord,
  skill: Skill | undefined,
  version: SkillVersion | undefined = record.versions.at(-1),
): Standing {
  return standings.of({
    skill: skill ?? bareSkill(record.name, '', version?.at ?? ''),
    digest: skill === undefined ? '' : (version?.digest ?? ''),
    version: version?.version ?? 0,
    record,
    origin: shelf.entry(record.name)?.origin ?? record.origin,
    lifecycle: shelf.entry(record.name)?.lifecycle ?? record.lifecycle,
    modifiedAt: version?.at ?? '',
    ...{ stamp: '', recordStamp: undefined, severeRules: undefined },
  })
}
