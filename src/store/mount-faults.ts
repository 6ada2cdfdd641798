// What is wrong with a mounted folder as a whole, said so that a person can mend it. What is wrong with one package in it is
// said by whoever reads it.
import { sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { MOUNT_FAULTS_MAX, type Mount } from '../domain/mount.ts'
import { SkillError } from '../domain/skill-error.ts'
import { nameFault } from '../domain/skill-name.ts'
import { outsidePlace } from '../files/outside-folder.ts'

/** A link that was put in its place since would let whoever put it there choose what is served. */
export function rootFault(mount: Mount): Diagnostic | undefined {
  const at = outsidePlace(mount.path)
  if (at === undefined) {
    return fault('mount-gone', mount.path, [
      'the mounted folder',
      'nothing there that may be read',
      `Bring it back, and all of it is served as before; or: skill-cortex unmount ${mount.source}`,
    ])
  }
  if (at.kind === 'folder' && at.place === mount.path) return undefined
  const came = at.kind === 'folder' ? 'a link to another one' : 'something else in its place'
  const fix = `Put the folder back, or mount it anew: skill-cortex unmount ${mount.source}`
  return fault('mount-swapped', mount.path, ['the folder that was mounted', came, fix])
}

/** One that cannot be looked through hides none of the others. @throws what is no fault of the folder. */
export function scanFault(mount: Mount, error: unknown): Diagnostic {
  const expected = 'a folder that can be looked through'
  if (error instanceof SkillError) return fault(error.code, mount.path, [expected, error.message, error.fix])
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return fault('unreadable', mount.path, [expected, `a refusal (${code})`, 'Check the disk and its permissions.'])
}

/** At most MOUNT_FAULTS_MAX, and how many more there are. */
export function boundedFaults(diagnostics: Diagnostic[], mount: Mount): Diagnostic[] {
  const more = diagnostics.length - MOUNT_FAULTS_MAX
  if (more <= 0) return diagnostics
  const received = `${more} more files that were passed over`
  const last = fault('too-many', mount.path, ['a folder of skills', received, 'Mount the folders of the skills alone.'])
  // Errors first: those are what is not served.
  const [errors, warnings] = [diagnostics.filter(isError), diagnostics.filter((each) => !isError(each))]
  return [...[...errors, ...warnings].slice(0, MOUNT_FAULTS_MAX), { ...last, severity: 'warning' }]
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** Of a package whose prefix leaves it no name. */
export function badMountedName(name: string, path: string): Diagnostic {
  const received = `"${name}" (${nameFault(name)})`
  return fault('bad-name', path, ['a skill name', received, 'Mount the folder with a shorter --prefix.'])
}

function fault(code: string, path: string, [expected, received, fix]: [string, string, string]): Diagnostic {
  return { severity: 'error', code, file: path.split(sep).join('/'), expected, received, fix }
}
