// The skills that a host publishes of its own, by the draft "Agent Skills Discovery" 0.2.0: one index under /.well-known/,
// with the hash of each artefact. There is no search, no version and no verdict: the index is read, and nobody reviewed it.
import { z } from 'zod'
import { sha256Of } from '../domain/digest.ts'
import { PACKAGE_DOWNLOAD_BYTES_MAX } from '../domain/package-limits.ts'
import { type ListedSkill, sharedStems } from '../domain/registry-offer.ts'
import type { RegistryPlace } from '../domain/registry-place.ts'
import { type RegistryRef, registryRefOf } from '../domain/registry-ref.ts'
import { UNREVIEWED } from '../domain/registry-verdict.ts'
import type { AskRegistry } from './ask-registry.ts'
import type { Registry } from './registry.ts'
import { noAnswerOfRegistry, noSuchSkill, notPackage, otherBytes } from './registry-faults.ts'

const INDEX = '/.well-known/agent-skills/index.json'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const ENTRIES_MAX = 1_000

const indexAnswer = z.looseObject({ $schema: z.unknown(), skills: z.array(z.unknown()) })
const entrySchema = z.looseObject({
  name: z.string(),
  type: z.enum(['skill-md', 'archive']),
  description: z.string(),
  url: z.string(),
  digest: z.string().regex(/^sha256:[\da-f]{64}$/i),
})
type Entry = z.output<typeof entrySchema> & { ref: RegistryRef }

export function openWellKnown(place: RegistryPlace, ask: AskRegistry): Registry {
  const { host } = place
  const index = async (): Promise<{ url: string; entries: Entry[] }> => {
    const { url, value } = await ask.json(INDEX, indexAnswer)
    // The id of a form that we do not know may mean anything, and older drafts have no hashes.
    if (value.$schema !== SCHEMA) throw noAnswerOfRegistry(host, 'an index of another version than 0.2.0')
    return { url, entries: value.skills.slice(0, ENTRIES_MAX).flatMap((entry) => entryOf(entry, place) ?? []) }
  }
  const find = async (ref: RegistryRef) => {
    const { url, entries } = await index()
    const entry = entries.find((each) => each.ref.slug === ref.slug)
    if (entry === undefined) throw noSuchSkill(ref)
    if (ref.sha256 !== null && ref.sha256 !== entry.ref.sha256) throw otherBytes(ref, ref.sha256, `${entry.ref.sha256}`)
    return { url, entry }
  }
  return {
    ...place,
    async search(keywords, countMax) {
      const { entries } = await index()
      const ranked = entries.map(listed).map((each) => ({ each, shared: sharedStems(keywords, each) }))
      const found = ranked.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared)
      return found.slice(0, countMax).map(({ each }) => each)
    },
    inspect: async (ref) => listed((await find(ref)).entry),
    versions: async () => [],
    verdicts: async (refs) => refs.map(() => UNREVIEWED),
    async download(ref) {
      const { url, entry } = await find(ref)
      const accept = entry.type === 'archive' ? 'application/zip' : 'text/markdown, text/plain'
      if (!URL.canParse(entry.url, url)) throw notPackage(ref, 'a URL of its files', 'none')
      const at = new URL(entry.url, url).href
      const { bytes, url: from } = await ask.bytes(at, { accept, bytesMax: PACKAGE_DOWNLOAD_BYTES_MAX })
      const sha256 = sha256Of(bytes)
      if (entry.ref.sha256 !== sha256) throw otherBytes(ref, `${entry.ref.sha256}`, sha256)
      assertType(entry, bytes)
      return { ref: entry.ref, bytes, from }
    },
  }
}

// What the bytes are must be what the index says: a text that is imported as an archive, or the other way round, is none.
function assertType({ ref, type }: Entry, bytes: Buffer): void {
  const isZip = bytes.toString('latin1', 0, 2) === 'PK'
  const isTar = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (type === 'archive' && isZip) return
  if (type === 'skill-md' && !isZip && !isTar) return
  const came = isTar ? 'a tar archive, which is not unpacked here' : 'something else'
  throw notPackage(ref, type === 'archive' ? 'a zip archive' : 'the text of a SKILL.md', came)
}

function entryOf(value: unknown, { kind, host }: RegistryPlace): Entry | undefined {
  const entry = entrySchema.safeParse(value).data
  if (entry === undefined) return undefined
  const sha256 = entry.digest.slice('sha256:'.length).toLowerCase()
  const ref = registryRefOf({ kind, host, owner: null, slug: entry.name, version: null, sha256 })
  return ref === undefined ? undefined : { ...entry, ref }
}

function listed({ ref, description }: Entry): ListedSkill {
  return { ref, title: ref.slug, summary: description, page: null }
}
