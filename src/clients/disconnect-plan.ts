// What undoing a setup would change, file by file: the former bytes where ours stand untouched, else our entries alone
// are taken out. Reads; writes nothing.
import type { Client } from '../domain/client-channels.ts'
import { type ConfigForm, clientForms } from '../domain/client-forms.ts'
import { sha256Of } from '../domain/digest.ts'
import { assertWritable } from '../files/outside-file.ts'
import { type AttachedFile, type Attachment, attachmentRecord } from './attachment-record.ts'
import { clientFiles } from './client-files.ts'
import { bytesOf, textOf } from './config-bytes.ts'
import { type FileChange, inFile, isChange, readBackup, readConfig } from './file-change.ts'
import { type Installation, programOf, shellOf } from './installation.ts'
import { LANGUAGES, stood } from './languages.ts'

export type DisconnectFile = FileChange & {
  recorded: AttachedFile | undefined
  /** `exact`: every byte as before setup. `ours`: only our entries go, because the file was changed since. */
  how: 'exact' | 'ours' | 'nothing'
  /** The home that the entries in it belong to by now, when it is another one. */
  otherHome?: string
}

export type DisconnectPlan = { client: Client; files: DisconnectFile[]; attachment: Attachment | undefined }

export async function planDisconnect(client: Client, at: Installation): Promise<DisconnectPlan> {
  const attachment = (await attachmentRecord(at.layout).read())[client]
  const files: DisconnectFile[] = []
  for (const { form, path, recorded } of places(client, at, attachment)) {
    const now = await readConfig(path)
    const backup = await readBackup(recorded)
    const homes = [at.layout.home, ...(attachment === undefined ? [] : [attachment.home])]
    await inFile(path, () => {
      const undone = undo({ form, now, recorded, backup, homes, at })
      const file = { path, now, recorded, ...undone }
      if (isChange(file)) assertWritable(path)
      files.push(file)
    })
  }
  return { client, files, attachment }
}

type Place = { form: ConfigForm; path: string; recorded: AttachedFile | undefined }

// Where it was written, and where it would be written today: an environment that names folders may have changed.
function places(client: Client, at: Installation, attachment: Attachment | undefined): Place[] {
  const paths = clientFiles(client, at)
  return clientForms(client, programOf(at), shellOf(at)).flatMap((form): Place[] => {
    const known = attachment?.files.filter(({ file }) => file === form.file) ?? []
    const path = paths[form.file]
    const isNew = path !== undefined && !known.some((file) => file.path === path)
    return [
      ...known.map((recorded) => ({ form, path: recorded.path, recorded })),
      ...(isNew ? [{ form, path, recorded: undefined }] : []),
    ]
  })
}

type Look = Omit<Place, 'path'> & {
  now: Buffer | undefined
  backup: Buffer | undefined
  homes: string[]
  at: Installation
}

function undo({ form, now, recorded, backup, homes, at }: Look): Pick<DisconnectFile, 'next' | 'how' | 'otherHome'> {
  const untouched = { next: now, how: 'nothing' as const }
  if (now === undefined) return untouched
  if (recorded !== undefined && sha256Of(now) === recorded.after) {
    if (recorded.before === null) return { next: undefined, how: 'exact' }
    if (backup !== undefined) return { next: backup, how: 'exact' }
  }
  const language = LANGUAGES[form.language]
  const wanted = { entries: form.entries, shell: shellOf(at) }
  const found = language.ours(textOf(now), wanted)
  if (found.length === 0) return untouched
  const other = found.find(({ home }) => !homes.includes(home))
  if (other !== undefined) return { ...untouched, otherHome: other.home }
  const text = language.takeOut(textOf(now), wanted, (path) => stood(language, recorded, backup, path))
  const isOurFile = recorded?.before === null && language.isBare(text, wanted)
  return { next: isOurFile ? undefined : bytesOf(text, now), how: 'ours' }
}
