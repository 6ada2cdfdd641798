// Compiles the programs in children/ once per run, with what they import from src/: Node 20 runs no TypeScript, and what
// several processes do to one file can only be tested with several processes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    childrenFolder: string
  }
}

const REPOSITORY = join(import.meta.dirname, '../..')
const MODULES = join(REPOSITORY, 'node_modules')

export default function compileChildren(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skill-cortex-children-'))
  symlinkSync(MODULES, join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const config = join(import.meta.dirname, 'children/tsconfig.json')
  const compiler = join(MODULES, 'typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', config, '--outDir', folder], { encoding: 'utf8' })
  const children = join(folder, 'test/support/children')
  // Wrong types are the type check's to report; here it counts that there are programs.
  if (!existsSync(children)) throw new Error(`the children of the tests do not compile:\n${stdout}`)
  project.provide('childrenFolder', children)
  return () => rmSync(folder, { recursive: true, force: true })
}
