import type { LedgerEvent } from '../../domain/journal-event.ts'
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
  cause: SkillVersion['cause'] | 'draft'
  bytes: number | null
  isLive: boolean
  /** Just these bytes were approved. */
  isApproved: boolean
  /** Its bytes are whole and can be brought back. */
  isKept: boolean
}
type Rejection = { at: string; version: number; note: string }
type History = {
  name: string
  archivedAt: string | null
  approvedAt: string | null
  /** Waits for a person; not one of the versions. */
  draft: Row | null
  versions: Row[]
  /** Every no, oldest first. */
  rejections: Rejection[]
}

export const history: Command = {
  usage: 'history <name>',
  summary: 'the versions of a skill, newest first: when, by whom, why, how large; its draft, and what was rejected',
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

async function recorded(home: CommandHome, name: string, entry: ShelfEntry | undefined): Promise<History> {
  const { store, journal } = home
  const record = await readHistory(store, name)
  const { archivedAt, approval, draft } = record
  const versions: Row[] = []
  for (const { version, at, actor, cause, digest, manifest } of record.versions.toReversed()) {
    const bytes = manifest.find((file) => file.sha256 === digest)?.size ?? null
    const isLive = entry?.digest === digest && entry.version === version
    const isKept = (await store.blob(digest)) !== undefined
    versions.push({ version, at, actor, cause, bytes, isLive, isApproved: approval?.digest === digest, isKept })
  }
  const { events } = await journal.readLedger(0)
  return {
    ...{ name, archivedAt, versions },
    approvedAt: approval?.at ?? null,
    draft: draft === null ? null : await draftRow(home, draft),
    rejections: events.flatMap((event) => rejectionOf(event, name)),
  }
}

async function draftRow({ store }: CommandHome, draft: NonNullable<SkillRecord['draft']>): Promise<Row> {
  const { version, at, actor, size, digest } = draft
  const isKept = (await store.blob(digest)) !== undefined
  return { version, at, actor, cause: 'draft', bytes: size, isLive: false, isApproved: false, isKept }
}

function rejectionOf(event: LedgerEvent, name: string): Rejection[] {
  if (event.event !== 'skill-rejected' || event.name !== name) return []
  return [{ at: event.timestamp, version: event.version, note: event.note ?? '' }]
}

// Placed by hand and never changed since: its file is its only version, and nobody needs a record for that.
async function unrecorded({ store }: CommandHome, { skill, version, modifiedAt }: ShelfEntry): Promise<History> {
  const stored = await store.read(skill.name)
  const bytes = stored === undefined ? null : Buffer.byteLength(stored.text)
  const source = { at: modifiedAt, actor: 'operator', cause: 'hand-edited' } as const
  const only = { version, ...source, bytes, isLive: true, isApproved: false, isKept: false }
  return { name: skill.name, archivedAt: null, approvedAt: null, draft: null, versions: [only], rejections: [] }
}

function asText({ name, archivedAt, approvedAt, draft, versions, rejections }: History): string {
  const rows = [...(draft === null ? [] : [draft]), ...versions].map((row) => {
    const { version, at, actor, cause, bytes } = row
    return [
      String(version),
      day(at),
      actor,
      // Who is named wrote the text; only a person accepts one.
      cause === 'accepted' ? 'accepted draft' : cause,
      bytes === null ? 'unknown' : bytesText(bytes),
      noteOf(row, approvedAt),
    ]
  })
  const archived = archivedAt === null ? '' : `, archived on ${day(archivedAt)}`
  const head = `${name}: ${counted(versions.length, 'version')}${draft === null ? '' : ' and a draft'}${archived}.`
  const told = rejections.map(({ at, version, note }) => [day(at), String(version), note])
  const nos = told.length === 0 ? [] : ['', 'Rejected:', '', columns(['day', 'version', 'note'], told)]
  return [head, '', columns(['version', 'day', 'by', 'cause', 'size', ''], rows), ...nos].join('\n')
}

function noteOf({ cause, isLive, isApproved, isKept }: Row, approvedAt: string | null): string {
  const notes = [
    ...(isLive ? ['live'] : []),
    ...(cause === 'draft' ? ['waits for a person'] : []),
    ...(isApproved && approvedAt !== null ? [`approved on ${day(approvedAt)}`] : []),
    ...(isKept || isLive ? [] : ['text not kept']),
  ]
  return notes.join(', ')
}
