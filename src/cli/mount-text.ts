// Mounted folders for people and for scripts: what each serves, which of its copies another skill stands before, and each
// file that is not taken.
import { type Diagnostic, diagnosticLine } from '../domain/diagnostic.ts'
import { copyName } from '../domain/mount.ts'
import { printableLine } from '../domain/printable.ts'
import type { ShadowedCopy } from '../store/mount-shadows.ts'
import type { MountReport } from '../store/mounted-store.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

export type MountDocument = {
  source: string
  path: string
  prefix: string | null
  client: string | null
  skills: number
  shadowed: { name: string; readAs: string; servedFrom: string; file: string }[]
  findings: Diagnostic[]
}

/** All keys in every one of them. */
export function mountDocument({ mount, skills, shadowed, diagnostics }: MountReport): MountDocument {
  const { source, path, prefix = null, client = null } = mount
  return { source, path, prefix, client, skills, shadowed: shadowed.map(copyDocument), findings: diagnostics }
}

export function mountsText(mounts: readonly MountReport[], fault: Diagnostic | undefined): string {
  const faults = [...(fault === undefined ? [] : [fault]), ...mounts.flatMap(({ diagnostics }) => diagnostics)]
  return [
    ...(mounts.length === 0
      ? ['Nothing is mounted. To serve a folder of skills as it stands: skill-cortex mount PATH']
      : [table(mounts)]),
    ...part(
      'Not served under its name, because another skill has it:',
      mounts.flatMap(({ shadowed }) => shadowed.map(copyLine)),
    ),
    ...part(
      'Not taken, or odd:',
      faults.map((each) => `  ${printableLine(diagnosticLine(each))}`),
    ),
  ].join('\n')
}

function table(mounts: readonly MountReport[]): string {
  const rows = mounts.map(({ mount: { source, prefix = '-', path }, skills }) => [source, String(skills), prefix, path])
  return columns(['source', 'skills', 'prefix', 'folder'], rows)
}

export function mountedText(mounts: readonly MountReport[]): string {
  return mounts
    .map(({ mount, skills, shadowed, diagnostics }) => {
      const { source, prefix, path } = mount
      const below = prefix === undefined ? '' : `, below ${prefix}/`
      return [
        printableLine(`Mounted ${path} as ${source}: ${counted(skills, 'skill')}, served as they stand${below}.`),
        ...shadowed.map(copyLine),
        ...diagnostics.map((each) => `  ${printableLine(diagnosticLine(each))}`),
      ].join('\n')
    })
    .join('\n')
}

function part(head: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', head, ...lines]
}

function copyLine({ name, source, servedFrom }: ShadowedCopy): string {
  const how =
    source === servedFrom ? 'another package of the same folder has the name' : `read it as ${copyName(name, source)}`
  return printableLine(`  ${name} of ${source}: served from ${servedFrom}; ${how}`)
}

function copyDocument({ name, source, servedFrom, textPath }: ShadowedCopy): MountDocument['shadowed'][number] {
  return { name, readAs: copyName(name, source), servedFrom, file: textPath }
}
