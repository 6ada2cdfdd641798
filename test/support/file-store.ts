import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileSkillStore } from '../../src/store/file-skill-store.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'

/** A store on this home as one process opens it; trouble of its watcher fails the test. */
export function storeOn(layout: HomeLayout): SkillStore {
  return openFileSkillStore(layout, (error) => {
    throw error
  })
}

export const skillPath = (layout: HomeLayout, name: string) => join(layout.skills, `${name}.json`)

/** Writes any file of the home in place, as a person or another program does; `undefined` removes it. */
export function put(path: string, text: string | Uint8Array | undefined): void {
  mkdirSync(dirname(path), { recursive: true })
  if (text === undefined) rmSync(path)
  else writeFileSync(path, text)
}
