// What the built program consists of, for the packages that carry a copy of it.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
export const DIST = join(ROOT, 'dist')

export const MAIN = 'main.js'
export const HOOK = 'hook-line.js'
export const CHUNKS = 'chunks'
export const DASHBOARD = 'dashboard'
/** Which files of packages went into the dashboard, for the licenses; not packed. */
export const DASHBOARD_MODULES = 'dashboard-modules.json'
export const LICENSES = 'THIRD-PARTY-LICENSES.txt'

/**
 * The home of whoever runs a package that knows no paths: the same for all clients of that person. Said outright, because
 * the folder that a client happens to start us in may hold somebody else's skills.
 */
export const PERSONS_HOME = '~/.skill-cortex'

/** @param {string} folder made if need be; it needs a package.json that says `"type": "module"`, in it or above it. */
export function copyProgram(folder) {
  for (const name of [MAIN, HOOK, CHUNKS, DASHBOARD, LICENSES])
    cpSync(join(DIST, name), join(folder, name), { recursive: true })
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Where to write: the folder named as argument, as it is, or this one of ours, emptied. */
export function outputFolder(name) {
  const [, , named] = process.argv
  if (named !== undefined) return named
  const folder = join(ROOT, name)
  rmSync(folder, { recursive: true, force: true })
  return folder
}

export function packageFacts() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
}
