import type { SkillRecord, SkillVersion } from '../../domain/record.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import { readHistory } from '../../library/history.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import { columns } from '../columns.ts'
import type { Command, CommandHome } from '../command.ts'
import { withHome } from '../with-home.ts'
import { bytesText, counted, day } from '../wording.ts'

type Row = {
  version: number
  at: string
  actor: SkillVersion['actor']
  cause: SkillVersion['cause']
  bytes: number | null
  isLive: boolean
  /** Its bytes are whole and can be brought back. */
  isKept: boolean
}
type History = { name: string; archivedAt: string | null; versions: Row[] }

export const history: Command = {
  usage: 'history <name>',
  summary: 'the versions of a skill, newest first: when, by whom, why, how large',
  help: 'Look at one with: skill-cortex show <name> <version>. Bring it back with: skill-cortex restore <name> <version>',
  async run([name = ''], options, around) {
    return withHome(around, options, async (home) => {
      const entry = await home.shelf.look(parseSkillName(name))
      const isRecorded = entry === undefined || entry.record !== undefined
      const read = isRecorded ? await recorded(home, name, entry) : await unrecorded(home, entry)
      return { json: read, text: asText(read) }
    })
  },
}

async function recorded({ store }: CommandHome, name: string, entry: ShelfEntry | undefined): Promise<History> {
  const record: SkillRecord = await readHistory(store, name)
  const versions: Row[] = []
  for (const { version, at, actor, cause, digest, manifest } of record.versions.toReversed()) {
    const bytes = manifest.find((file) => file.sha256 === digest)?.size ?? null
    const isLive = entry?.digest === digest && entry.version === version
    const isKept = (await store.blob(digest)) !== undefined
    versions.push({ version, at, actor, cause, bytes, isLive, isKept })
  }
  return { name, archivedAt: record.archivedAt, versions }
}

// Placed by hand and never changed since: its file is its only version, and nobody needs a record for that.
async function unrecorded({ store }: CommandHome, { skill, version, modifiedAt }: ShelfEntry): Promise<History> {
  const stored = await store.read(skill.name)
  const bytes = stored === undefined ? null : Buffer.byteLength(stored.text)
  const source = { at: modifiedAt, actor: 'operator', cause: 'hand-edited' } as const
  return { name: skill.name, archivedAt: null, versions: [{ version, ...source, bytes, isLive: true, isKept: false }] }
}

function asText({ name, archivedAt, versions }: History): string {
  const rows = versions.map(({ version, at, actor, cause, bytes, isLive, isKept }) => [
    String(version),
    day(at),
    actor,
    cause,
    bytes === null ? 'unknown' : bytesText(bytes),
    isLive ? 'live' : isKept ? '' : 'text not kept',
  ])
  const archived = archivedAt === null ? '' : `, archived on ${day(archivedAt)}`
  const head = `${name}: ${counted(versions.length, 'version')}${archived}.`
  return [head, '', columns(['version', 'day', 'by', 'cause', 'size', ''], rows)].join('\n')
}
