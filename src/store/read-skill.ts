// A skill as it stands on the disk: its JSON and its further files as they stood together, as one document.
import { isUtf8 } from 'node:buffer'
import { dirname } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import { claimsFiles, writeDocument } from '../domain/skill-document.ts'
import { SkillError } from '../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { assertPlainParents } from '../files/plain-parents.ts'
import { type FileRead, readRegularFileSync } from '../files/read-file.ts'
import type { DiskParts } from './disk-parts.ts'
import type { SkillFiles } from './skill-files.ts'
import { jsonPath } from './skill-paths.ts'
import { isOfJsonAlone, joinedStamp } from './skill-stamp.ts'
import type { StoredSkill } from './skill-store.ts'
import { unreadableSkill } from './unreadable-skill.ts'

const READS_PER_BREATH = 200
const STEADY_READS_MAX = 3

/** Undefined when there is none. Under the skill's lock, or where the caller looks whether it held still. */
export async function readSkill({ layout, files }: DiskParts, name: string): Promise<StoredSkill | undefined> {
  const path = jsonPath(layout.skills, name)
  const file = readRegularFileSync(path, SKILL_FILE_BYTES_MAX)
  if (file === undefined) return undefined
  await assertPlainParents(layout.skills, path)
  return stored(name, file, files.read(name))
}

/** JSON and files as they stood together, or undefined when they kept changing. A skill without files is one read. */
export async function readSteady(
  parts: DiskParts,
  name: string,
): Promise<{ skill: StoredSkill | undefined } | undefined> {
  for (let left = STEADY_READS_MAX; left > 0; left--) {
    try {
      const skill = await readSkill(parts, name)
      // What is read alone was read whole.
      const isSteady = skill === undefined || isOfJsonAlone(skill.stamp) || skill.stamp === parts.stampOf(name)
      if (isSteady && parts.swaps.begun(name) === undefined) return { skill }
    } catch (error) {
      if (parts.swaps.begun(name) === undefined) throw error
    }
  }
  return undefined
}

/** @throws `damaged` for bytes that a rewrite as text would change. */
function stored(name: string, file: FileRead, beside: ReturnType<SkillFiles['read']>): StoredSkill {
  if (!isUtf8(file.bytes)) throw unfit('expected text in UTF-8, got other bytes', 'Save the file in UTF-8.')
  const json = file.bytes.toString('utf8')
  if (claimsFiles(json)) throw unfit('expected JSON, got NUL bytes', 'Mend the file.')
  const text = writeDocument(json, beside?.files ?? [])
  const modifiedAt = new Date(file.modifiedAtMs).toISOString()
  return { name, text, digest: sha256Of(text), stamp: joinedStamp(file.stamp, beside?.stamp), modifiedAt }
}

function unfit(message: string, fix: string): SkillError {
  return new SkillError('damaged', message, fix)
}

export async function readAll({ layout, files }: DiskParts, names: Iterable<string>) {
  const skills: StoredSkill[] = []
  const diagnostics: Diagnostic[] = []
  const plainFolders = new Set<string>()
  let count = 0
  for (const name of names) {
    if (++count % READS_PER_BREATH === 0) await breathe()
    try {
      const path = jsonPath(layout.skills, name)
      if (!plainFolders.has(dirname(path))) await assertPlainParents(layout.skills, path)
      plainFolders.add(dirname(path))
      const file = readRegularFileSync(path, SKILL_FILE_BYTES_MAX)
      if (file !== undefined) skills.push(stored(name, file, files.read(name)))
    } catch (error) {
      diagnostics.push(unreadableSkill(name, error))
    }
  }
  return { skills, diagnostics }
}
