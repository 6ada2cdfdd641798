// What attaching a client would change, file by file. Reads; writes nothing. The plan is what --dry-run shows and what
// carry-out-setup.ts does.
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../domain/client-channels.ts'
import { type ConfigEntry, type ConfigForm, clientForms } from '../domain/client-forms.ts'
import { sha256Of } from '../domain/digest.ts'
import { SkillError } from '../domain/skill-error.ts'
import { assertWritable, missingFolders } from '../files/outside-file.ts'
import { type AttachedFile, attachmentRecord } from './attachment-record.ts'
import { clientFiles } from './client-files.ts'
import { bytesOf, textOf } from './config-bytes.ts'
import type { OurEntry, Wanted } from './config-language.ts'
import { type FileChange, inFile, isChange, readBackup, readConfig } from './file-change.ts'
import { type Installation, programOf, shellOf } from './installation.ts'
import { LANGUAGES, stood } from './languages.ts'

export type SetupFile = FileChange & {
  file: ConfigForm['file']
  /** What disconnect brings back; undefined for no file. */
  base: Buffer | undefined
  /** What is known of this file from before. */
  recorded: AttachedFile | undefined
  /** Folders that have to be made for it. */
  folders: string[]
  hasOurs: boolean
}

export type SetupPlan = {
  client: Client
  files: SetupFile[]
  /** Other homes that the client was attached to, as far as its files say. */
  formerHomes: string[]
}

/**
 * @param nameTaken what to do with a server of our name that we did not write.
 * @throws `damaged` for a file that cannot be read, `conflict` for a name that is taken, `refused` for one that is read-only.
 */
export async function planSetup(client: Client, at: Installation, nameTaken: 'refuse' | 'replace'): Promise<SetupPlan> {
  const paths = clientFiles(client, at)
  const recorded = (await attachmentRecord(at.layout).read())[client]?.files ?? []
  const files: SetupFile[] = []
  const homes = new Set<string>()
  for (const form of clientForms(client, programOf(at), shellOf(at))) {
    const path = paths[form.file]
    if (path === undefined) throw new Error(`${client} has no place for its ${form.file}`)
    const now = await readConfig(path)
    const known = recorded.find((file) => file.path === path)
    const backup = await readBackup(known)
    const wanted = { entries: form.entries, shell: shellOf(at) }
    await inFile(path, () => {
      if (nameTaken === 'refuse') assertNameFree(form, textOf(now), wanted)
      const found = LANGUAGES[form.language].ours(textOf(now), wanted)
      for (const { home } of found) if (home !== at.layout.home) homes.add(home)
      const { base, next } = planFile({ form, now, known, backup, found, shell: wanted.shell })
      const folders = missingFolders(path)
      const change = { path, now, next, base, file: form.file, recorded: known, folders, hasOurs: found.length > 0 }
      if (isChange(change)) assertWritable(path)
      files.push(change)
    })
  }
  return { client, files, formerHomes: [...homes] }
}

type Look = {
  form: ConfigForm
  now: Buffer | undefined
  known: AttachedFile | undefined
  backup: Buffer | undefined
  found: OurEntry[]
  shell: Wanted['shell']
}

function planFile(look: Look): Pick<SetupFile, 'base' | 'next'> {
  const { form, now, found, shell } = look
  const language = LANGUAGES[form.language]
  const wanted = { entries: form.entries.map((entry) => withExtras(entry, found)), shell }
  const base = baseOf(look)
  if (now !== undefined && standsAlready(found, wanted.entries) && language.hasNeeded(textOf(now), wanted)) {
    return { base, next: now }
  }
  const clean = language.takeOut(textOf(base), wanted, () => true)
  return { base, next: bytesOf(language.add(clean, wanted), base) }
}

// What stands there without us. Our own bytes lead back to what was there before them; a file that somebody changed since
// keeps the change.
function baseOf({ form, now, known, backup, shell }: Look): Buffer | undefined {
  if (known === undefined || now === undefined) return now
  if (sha256Of(now) === known.after) {
    if (known.before === null) return undefined
    if (backup !== undefined) return backup
  }
  const language = LANGUAGES[form.language]
  const wanted = { entries: form.entries, shell }
  const text = language.takeOut(textOf(now), wanted, (at) => stood(language, known, backup, at))
  return known.before === null && language.isBare(text, wanted) ? undefined : bytesOf(text, now)
}

// What a person added to our entry (an environment, more arguments) is theirs and stays.
function withExtras(entry: ConfigEntry, found: OurEntry[]): ConfigEntry {
  if (entry.kind !== 'member') return entry
  const ours = found.find(({ at }) => isDeepStrictEqual(at, entry.at))?.value
  if (typeof ours !== 'object' || ours === null) return entry
  const more = 'args' in ours && Array.isArray(ours.args) ? ours.args.slice(4) : []
  const args = Array.isArray(entry.value.args) ? [...entry.value.args, ...more] : more
  return { ...entry, value: { ...ours, ...entry.value, args } }
}

// Once each, whatever stands around them.
function standsAlready(found: OurEntry[], entries: ConfigEntry[]): boolean {
  const wanted = entries.flatMap((entry) => (entry.kind === 'needed' ? [] : [keyOf(entry.at, entry.value)]))
  return isDeepStrictEqual(found.map(({ at, value }) => keyOf(at, value)).sort(), wanted.sort())
}

function keyOf(at: string[], value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof inner === 'bigint'
        ? String(inner)
        : inner
  return JSON.stringify([at, value], sorted)
}

function assertNameFree(form: ConfigForm, text: string, wanted: Wanted): void {
  if (!LANGUAGES[form.language].isNameTaken(text, wanted)) return
  throw new SkillError(
    'conflict',
    'expected no server named "skill-cortex", or one that setup wrote, got another one',
    'Nothing was changed; rename yours, or pass --yes to replace it: disconnect brings it back.',
  )
}
