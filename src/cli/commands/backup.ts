import { type CopiedFile, copyHome } from '../../files/copy-home.ts'
import { guarded } from '../../files/storage-error.ts'
import { columns } from '../columns.ts'
import type { Command } from '../command.ts'
import { withHome } from '../with-home.ts'
import { bytesText, counted } from '../wording.ts'

type Part = { part: string; files: number; bytes: number }

/** In the order of the home folder; the first that fits counts. */
const PARTS: [part: string, prefix: string][] = [
  ['skills', 'skills/'],
  ['usage', 'skill-usage/'],
  ['directives', 'directives/'],
  ['records', 'cortex/records/'],
  ['blobs', 'cortex/blobs/'],
  ['server', 'cortex/'],
  ['config', 'config.json'],
  ['recall cases', 'recall-cases.jsonl'],
]

export const backup: Command = {
  usage: 'backup <folder>',
  summary: 'copy the home as it stands at one moment into a new folder, and verify the copy',
  help: [
    'The copy is a home itself: use it with --home <folder>, or copy it back to where the home was.',
    'Servers may go on writing meanwhile. Locks, half-written files and the operator token are not copied.',
    'Blobs are the texts of former and archived versions. Exit code 1 when something could not be copied.',
  ].join('\n'),
  async run([target = ''], options, around) {
    return withHome(around, options, async ({ layout }) => {
      const { files, leftOut } = await guarded('copying the home', () => copyHome(layout, target))
      const parts = summed(files)
      const damaged = damagedBlobs(files)
      const lines = leftOut.map(({ path, reason }) => `Left out: ${path} (${reason})`)
      const rows = parts.map(({ part, files: count, bytes }) => [part, counted(count, 'file'), bytesText(bytes)])
      return {
        json: { target, parts, leftOut, damaged, verified: true },
        text: [
          `Copied to ${target}:`,
          columns(['part', 'files', 'size'], rows),
          '',
          ...lines,
          ...damaged.map((path) => `Damaged before it was copied: ${path} (its bytes are not those of its name)`),
          `${counted(files.length, 'file')} read again and compared by SHA-256. To use the copy: --home ${target}`,
        ].join('\n'),
        exit: leftOut.length === 0 && damaged.length === 0 ? 0 : 1,
      }
    })
  },
}

function summed(files: CopiedFile[]): Part[] {
  const parts = PARTS.map(([part]): Part => ({ part, files: 0, bytes: 0 }))
  for (const { path, bytes } of files) {
    const part = parts[PARTS.findIndex(([, prefix]) => path.startsWith(prefix))]!
    part.files += 1
    part.bytes += bytes
  }
  return parts.filter((part) => part.files > 0)
}

// A blob is named by its own digest, so a copy can tell whether the original was whole.
function damagedBlobs(files: CopiedFile[]): string[] {
  return files
    .filter(({ path, sha256 }) => path.startsWith('cortex/blobs/') && path !== `cortex/blobs/${sha256}`)
    .map(({ path }) => path)
}
