// The built-in directives stand in the repository's own directives/ too, for people to read and to copy, and nothing else
// does that a pass would take for one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import type { Pass } from '../../src/cycles/pass.ts'
import { PASSES } from '../../src/domain/pass-change.ts'
import { dreamPasses } from '../../src/dream/index.ts'
import { tempFolder } from '../support/temp-home.ts'

const FOLDER = join(import.meta.dirname, '../../directives')

async function builtIn(): Promise<readonly Pass[]> {
  let passes: readonly Pass[] = []
  const app = await openApp({
    flags: { home: tempFolder() },
    log: () => {},
    serving: false,
    passes(parts, beside) {
      passes = [...dreamPasses(parts), ...beside]
      return passes
    },
  })
  await app.close()
  return passes
}

test('directives/ holds the text of every pass as it is built in', async () => {
  const passes = await builtIn()
  expect(passes.map(({ name }) => name)).toEqual(PASSES)
  const files = passes.map(({ directive }) => directive.file)
  expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...files].sort())
  for (const { directive } of passes) {
    expect(readFileSync(join(FOLDER, directive.file), 'utf8')).toBe(directive.builtIn)
  }
})

test('consolidate, optimize and gap read the files of those names', async () => {
  const files = new Map((await builtIn()).map(({ name, directive }) => [name, directive.file]))
  expect([files.get('consolidate'), files.get('optimize'), files.get('gap')]).toEqual([
    ...['skill-dream.md', 'skill-optimize.md', 'skill-gap.md'],
  ])
})
