// What stands in skills/ and is damaged or odd, made whole where that takes no guess. Pure: gives the bytes that should
// stand, writes nothing. What it cannot repair is told by whoever reads the file: skill-file.ts.
import { findJsonFault } from './json-fault.ts'
import { repairJson } from './json-repair.ts'
import { isRecord } from './json-value.ts'
import { type FieldContext, repairFields } from './skill-field-repair.ts'
import { parseSkillFile, serializeSkill } from './skill-file.ts'

/** @property repairs what was put right. */
export type Repair =
  | { kind: 'fine' }
  | { kind: 'repaired'; text: string; repairs: string[] }
  /** Not without a guess: nothing of it is changed. */
  | { kind: 'left' }

/** @param json the bytes of the file itself. Never throws; asked again about its answer it says `fine`. */
export function repairSkillFile(json: string, context: FieldContext): Repair {
  const read = repairJson(json)
  if (findJsonFault(read.text) !== undefined) return { kind: 'left' }
  const value: unknown = JSON.parse(read.text)
  if (!isRecord(value)) return { kind: 'left' }
  const { fields, repairs } = repairFields(value, context)
  // No string holds one, so it stands between the tokens.
  const lineEnds = read.text.includes('\r') ? ['line ends of Windows'] : []
  const all = [...read.repairs, ...lineEnds, ...repairs]
  const { pathName, createdAt } = context
  const { skill } = parseSkillFile(JSON.stringify(fields), { file: '', pathName, createdAt })
  if (skill === undefined) return { kind: 'left' }
  return all.length === 0 ? { kind: 'fine' } : { kind: 'repaired', text: serializeSkill(skill), repairs: all }
}
