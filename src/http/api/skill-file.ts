// One file of a skill as its bytes. A browser that is sent here must run nothing of it: types that could are called plain
// text, nothing is guessed, and what is not plainly harmless is only to be saved.
import { z } from 'zod'
import { canScript, isShownSafely, mimeTypeOf } from '../../domain/mime-types.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { hiddenSkill } from '../../domain/skill-refusal.ts'
import type { Caller } from '../../library/library.ts'
import { type ReadFile, readFileOf, readLiveFile } from '../../library/read-skill-file.ts'
import { readSide } from '../../library/skill-sides.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { versionQuery } from './asked.ts'
import { assertVisible } from './visible.ts'

const PATH_CHARS_MAX = 4096

export const file = defineRoute({
  method: 'GET',
  path: '/api/skills/file',
  who: 'anyone',
  summary:
    'The bytes of one file of a skill, by its path as the detail lists it (SKILL.md too); of its draft or a former version with version. Counts no load',
  query: z.object({ name: nameArgument, path: z.string().min(1).max(PATH_CHARS_MAX), version: versionQuery }),
  answer: z.string(),
  isBytes: true,
  async run({ query: { name, path, version }, caller }, parts) {
    const read = await asked(name, path, version, caller, parts)
    return { bytes: read.bytes, headers: headersOf(read) }
  },
})

async function asked(
  name: string,
  path: string,
  version: number | 'draft' | undefined,
  caller: Caller,
  parts: ApiParts,
): Promise<ReadFile> {
  if (version === 'draft') return readFileOf(parts.store, (await parts.review.draft(name)).skill, path)
  if (version === undefined || parts.shelf.entry(name)?.version === version) {
    const { entry, ...read } = await readLiveFile(parts, name, path)
    const standing = parts.standings.of(entry)
    if (standing.exposure === 'hidden' && caller.actor !== 'operator') throw hiddenSkill(name, standing)
    if (version === undefined || version === entry.version) return read
  }
  await assertVisible(name, caller, parts)
  const { skill } = await readSide(parts, name, version)
  if (skill === undefined)
    throw new SkillError('not-found', `skill "${name}" changed while it was read`, 'Ask once more.')
  return readFileOf(parts.store, skill, path)
}

function headersOf({ file: { path, sha256 } }: ReadFile): Record<string, string> {
  const type = mimeTypeOf(path)
  const told = canScript(type) ? 'text/plain' : type
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ascii = name.replace(/[^\w.-]/g, '_')
  const saved = `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`
  return {
    'content-type': told.startsWith('text/') ? `${told}; charset=utf-8` : told,
    'content-disposition': isShownSafely(told) ? 'inline' : saved,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: `"${sha256}"`,
  }
}

// As RFC 8187 has it, which leaves fewer characters as they are.
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
