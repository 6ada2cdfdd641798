// Real folders in the system's temporary folder, gone when the test is over.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type HomeLayout, homeLayout } from '../../src/files/home-layout.ts'

export function makeFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'skill-cortex-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** An empty folder for this test. */
export function tempFolder(): string {
  const { folder, remove } = makeFolder()
  onTestFinished(remove)
  return folder
}

/** An empty home for this test; nothing in it exists yet. */
export function tempHome(): HomeLayout {
  return homeLayout(tempFolder())
}
