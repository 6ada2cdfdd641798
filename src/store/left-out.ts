// What an import or a mount passes over, one sentence a file: nothing is dropped without a word. The judgement on a package
// as a whole is domain/package-faults.ts.
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { OutsideEntry } from '../files/outside-folder.ts'

type Reason =
  | 'dotfile'
  | 'mac-metadata'
  | 'reserved'
  | 'nested-package'
  | 'not-a-package'
  | 'foreign-folder'
  | 'link'
  | 'not-a-file'
  | 'unreadable'
  | 'too-deep'
  | 'too-many'

type Sentence = [severity: Diagnostic['severity'], expected: string, received: string, fix: string]

const REASONS: Record<Reason, Sentence> = {
  dotfile: ['warning', 'a file of a skill', 'a hidden one', 'Hidden files are never taken.'],
  'mac-metadata': ['warning', 'a file of a skill', 'what macOS puts beside the files', 'It is never taken.'],
  reserved: ['warning', 'a file of the skill', 'another spelling of SKILL.md or policy.json', 'Rename it.'],
  'nested-package': [
    'warning',
    'one SKILL.md in a package',
    'another one inside it',
    'It is taken as a file of the outer one; import its folder by itself if it is a skill of its own.',
  ],
  'not-a-package': [
    'warning',
    'a folder with a SKILL.md',
    'a file without one beside it',
    'If it is a skill, name the file itself.',
  ],
  'foreign-folder': ['warning', 'a folder of skills', 'packages of a program', 'Name a folder in it if it has skills.'],
  link: ['error', 'a folder or a file', 'a link', 'Import what it leads to by its own path.'],
  'not-a-file': ['error', 'a folder or a file', 'a pipe, socket or device', 'Remove it.'],
  unreadable: ['error', 'a folder that may be read', 'one that may not, or is gone', 'Check its permissions.'],
  'too-deep': ['error', 'at most 12 folders in each other', 'more', 'Import the inner folder by its own path.'],
  'too-many': ['error', 'at most 10000 entries in a folder', 'more', 'Import the folders of the skills themselves.'],
}

export function passedOver(code: Reason, file: string): Diagnostic {
  const [severity, expected, received, fix] = REASONS[code]
  return { severity, code, file, expected, received, fix }
}

/** Of an entry outside any package. Undefined for a folder to look into. */
export function foundFile({ name, kind }: OutsideEntry, file: string): Diagnostic | undefined {
  if (kind === 'link') return passedOver('link', file)
  if (kind === 'special') return passedOver('not-a-file', file)
  if (kind === 'unreadable') return passedOver('unreadable', file)
  if (name.startsWith('.')) return passedOver('dotfile', file)
  if (kind === 'file') return passedOver('not-a-package', file)
  return name === 'node_modules' ? passedOver('foreign-folder', file) : undefined
}

/** Of an entry inside a package, its text and its policy apart. Undefined for what is taken, and for what refuses it whole. */
export function leftOut({ name, kind }: OutsideEntry, path: string, label: string): Diagnostic | undefined {
  const file = `${label}/${path}`
  if (name.startsWith('.')) return passedOver('dotfile', file)
  if (kind !== 'file') return undefined
  if (isReserved(path)) return passedOver('reserved', file)
  return name.toLowerCase() === 'skill.md' ? passedOver('nested-package', file) : undefined
}

/** What is made of the skill itself wherever it travels as a folder, in any spelling. */
export function isReserved(path: string): boolean {
  return ['skill.md', 'policy.json'].includes(path.toLowerCase())
}
