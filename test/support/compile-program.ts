// Builds the program once per run, as it is built for users, into a folder of its own: tests of the command line start it
// as a process, and a build that is older than the sources would test something else.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built main.js. */
    program: string
  }
}

const REPOSITORY = join(import.meta.dirname, '../..')
const MODULES = join(REPOSITORY, 'node_modules')

export default function compileProgram(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skill-cortex-program-'))
  symlinkSync(MODULES, join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const dist = join(folder, 'dist')
  const compiler = join(MODULES, 'typescript/bin/tsc')
  const build = join(REPOSITORY, 'tsconfig.build.json')
  const program = join(dist, 'main.js')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', build, '--outDir', dist], { encoding: 'utf8' })
  // Wrong types are the type check's to report; here it counts that there is a program.
  if (!existsSync(program)) throw new Error(`the program does not compile:\n${stdout}`)
  project.provide('program', program)
  return () => rmSync(folder, { recursive: true, force: true })
}
