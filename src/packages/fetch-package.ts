// A package that somebody names by URL as a file of ours, which is read like any other one.
// What it is follows from its bytes: neither its name nor its Content-Type says so for sure.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { PACKAGE_DOWNLOAD_BYTES_MAX, PACKAGE_TEXT_BYTES_MAX } from '../domain/package-limits.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { suggestName } from '../domain/skill-name.ts'
import { guarded } from '../files/storage-error.ts'
import { streamToNewFile } from '../files/stream-file.ts'
import type { FetchBytes } from '../net/fetcher.ts'

/**
 * @property url as it was named. @property from where the bytes were in the end. @property at ISO 8601.
 * @property sha256 of the bytes as they came, in hexadecimal.
 */
export type Provenance = { url: string; from: string; at: string; bytes: number; sha256: string }
export type FetchedPackage = { place: string; provenance: Provenance }

const ACCEPT = 'text/markdown, application/zip, text/plain, application/octet-stream, */*;q=0.1'

/** Two letters at least: `C:` is a drive. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(path)
}

/**
 * @param into a folder of ours, without a link in its path, that holds nothing of that name.
 * @throws as `FetchBytes`; `bad-input` for a web page, `too-large` for a text.
 */
export async function fetchPackage(
  url: string,
  into: string,
  { fetchBytes, now }: { fetchBytes: FetchBytes; now: () => Date },
): Promise<FetchedPackage> {
  const { url: from, bytes } = await fetchBytes(url, { bytesMax: PACKAGE_DOWNLOAD_BYTES_MAX, accept: ACCEPT })
  const place = await keepFetched({ bytes, name: nameIn(new URL(url)), label: url }, into)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { place, provenance: { url, from, at: now().toISOString(), bytes: bytes.length, sha256 } }
}

/**
 * @param fetched what it is called by its place, and in messages. @param into as in `fetchPackage`.
 * @returns the path of the file. @throws `bad-input`, `too-large` as `fetchPackage`.
 */
export async function keepFetched(
  { bytes, name, label }: { bytes: Buffer; name: string; label: string },
  into: string,
): Promise<string> {
  const place = join(into, `${name}${extensionOf(bytes, label)}`)
  await guarded('keeping what was fetched', () => streamToNewFile(place, [bytes], false))
  return place
}

function extensionOf(bytes: Buffer, url: string): '.zip' | '.tgz' | '.md' {
  // An archive without a single file begins with its end, PK 5 6.
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4]) || beginsWith(bytes, [0x50, 0x4b, 5, 6])) return '.zip'
  if (beginsWith(bytes, [0x1f, 0x8b])) return '.tgz'
  if (/^\ufeff?\s*<(?:!doctype html|html)[\s>]/i.test(bytes.toString('utf8', 0, 256))) throw webPage(url)
  if (bytes.length <= PACKAGE_TEXT_BYTES_MAX) return '.md'
  throw new SkillError(
    'too-large',
    `"${shown(url)}": expected a text of at most ${PACKAGE_TEXT_BYTES_MAX} bytes, got ${bytes.length}`,
    'Nothing was taken; a skill must be shorter.',
  )
}

function beginsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return bytes.subarray(0, magic.length).equals(Buffer.from(magic))
}

// What the file is called by its place, which counts where its text does not say a name: of ".../pdf/SKILL.md" that is the
// folder. "_" is the name of nothing.
function nameIn({ pathname }: URL): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const last = (segments.pop() ?? '').replace(/\.(?:md|zip|skill|tgz|tar\.gz)$/i, '')
  return suggestName(last.toLowerCase() === 'skill' ? (segments.pop() ?? '') : last) ?? '_'
}

function webPage(url: string): SkillError {
  return new SkillError(
    'bad-input',
    `"${shown(url)}": expected a SKILL.md or an archive, got a web page`,
    'Name the file itself; on GitHub that is the link behind "Raw".',
  )
}
