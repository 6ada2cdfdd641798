// An archive of packages, read through the same code as a folder: unpacked where nobody else looks, and called by the
// archive's own place in all that is said and recorded.
import { basename, join } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { suggestName } from '../domain/skill-name.ts'
import { listOutsideFolder, outsidePlace } from '../files/outside-folder.ts'
import { labelOf, type ReadContext } from '../store/read-found.ts'
import { type ReadPackages, readPackages } from './read-package.ts'
import { unpackArchive } from './unpack-archive.ts'

const ARCHIVE = /\.(?:zip|skill)$/i
const OTHER_ARCHIVE = /\.(?:tar|tar\.\w+|t[gbx]z2?|tzst|gz|bz2|xz|zst|7z|rar|cab)$/i

/** By its name. @throws `bad-input` for an archive of a kind that is not unpacked. */
export function isArchive(place: string, context: ReadContext): boolean {
  if (!OTHER_ARCHIVE.test(place)) return ARCHIVE.test(place)
  throw new SkillError(
    'bad-input',
    `"${shown(labelOf(place, context))}": expected a zip archive (.zip, .skill), a folder or a Markdown file, got another kind of archive`,
    'Unpack it and import the folder.',
  )
}

/**
 * @param place without a link in it. @param into a folder of ours that does not exist; what is unpacked stays there.
 * @throws as `unpackArchive` and `readPackages`.
 */
export async function readArchive(place: string, into: string, context: ReadContext): Promise<ReadPackages> {
  const label = labelOf(place, context)
  // What a package at the top is called where its text does not say.
  const root = join(into, suggestName(basename(place).replace(ARCHIVE, '')) ?? '_')
  const diagnostics = await unpackArchive({ archive: place, into: root, label })
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return { packages: [{ origin: label, diagnostics }], diagnostics: [] }
  }
  if (outsidePlace(root) === undefined) return { packages: [], diagnostics }
  const read = readPackages(topOf(root), { ...context, shownAs: new Map([[root, label]]) })
  return { packages: read.packages, diagnostics: [...read.diagnostics, ...diagnostics] }
}

// An archive of one folder is that folder: names are counted from it, as when the folder itself is imported.
function topOf(root: string): string {
  const [first, ...others] = listOutsideFolder(root, 1).entries
  return first?.kind === 'folder' && others.length === 0 ? join(root, first.name) : root
}
