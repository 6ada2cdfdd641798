// A hook is started with every message, so what it loads is a promise: nothing of the protocol, no schema library, no
// parser of a command line, and of Node itself little more than the file system.
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN } from '../support/server-process.ts'
import { INPUTS } from './client-inputs.ts'
import { homeOf, hookArgs, keepSnapshot, runHook } from './hook-home.ts'

const SRC = join(import.meta.dirname, '../../src')

// What stands in a file once types are gone.
const IMPORTS = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s+)?['"]([^'"]+)['"]/gm
const onlyTypes = (statement: string) =>
  /\{[^}]*\}/.test(statement) && !/\{\s*(?!type\b)|,\s*(?!type\b|\s*\})/.test(statement)

/** All that is loaded with these files: modules of ours by path, others by name. */
function loadedWith(...entries: string[]): { files: string[]; packages: string[] } {
  const files = new Set(entries)
  const packages = new Set<string>()
  for (const file of files) {
    for (const [statement, specifier] of readFileSync(join(SRC, file), 'utf8').matchAll(IMPORTS)) {
      if (onlyTypes(statement)) continue
      if (specifier!.startsWith('.')) files.add(normalize(join(dirname(file), specifier!)))
      else packages.add(specifier!)
    }
  }
  return { files: [...files], packages: [...packages].sort() }
}

test('the sources of a hook import the stemmer and small parts of Node, and nothing else', () => {
  const { files, packages } = loadedWith('hook-line.ts')
  expect(files).toContain('hooks/run-hook.ts')
  expect(files).toContain('home-location.ts')
  expect(files.filter((file) => /^(?:mcp|http|cli|clients|library|usage|starter)\//.test(file))).toEqual([])
  expect(packages).toEqual([
    // For what a hook does not call; the bundle leaves it out.
    'node:crypto',
    'node:fs',
    'node:fs/promises',
    'node:os',
    'node:path',
    'node:timers/promises',
    'node:zlib',
    'wink-porter2-stemmer',
  ])
})

test('main.ts imports nothing before it knows what is asked', () => {
  const { files, packages } = loadedWith('main.ts')
  expect(files).toEqual(['main.ts'])
  expect(packages).toEqual(['node:url'])
})

test('this test would notice', () => {
  expect(loadedWith('config.ts').packages).toContain('zod')
  expect(loadedWith('serving.ts').packages.some((name) => name.startsWith('@modelcontextprotocol'))).toBe(true)
  expect(loadedWith('command-line.ts').packages).toContain('commander')
})

test('the built hook is one file that imports parts of Node only', async () => {
  const text = readFileSync(join(dirname(MAIN), 'hook-line.js'), 'utf8')
  const imported = [...text.matchAll(/\bfrom\s*["']([^"']+)["']|^import\s*["']([^"']+)["']/gm)].map((m) => m[1] ?? m[2])
  expect(imported.length).toBeGreaterThan(3)
  expect(imported.filter((name) => !name!.startsWith('node:'))).toEqual([])
  expect(imported).not.toContain('node:crypto')
  const layout = homeOf([{ name: 'mail', content: '# Mail\n', summary: 'Send email to a customer' }])
  await keepSnapshot(layout)
  const run = await runHook(hookArgs('prompt', 'claude', layout), INPUTS.claude.prompt, { program: MAIN })
  expect(run).toEqual({ exit: 0, out: expect.stringContaining('for this message: mail'), err: '' })
})

test.each(['prompt', 'session-start', 'tool'] as const)(
  'the process of a %s hook loads no network, streams or keys',
  async (event) => {
    const layout = homeOf([{ name: 'mail', content: '# Mail\n', summary: 'Send email to a customer' }])
    await keepSnapshot(layout)
    const tell = `process.on('exit', () => process.getBuiltinModule('fs').writeSync(2, process.moduleLoadList.join('\\n')))`
    const node = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`]
    const args = hookArgs(event, 'claude', layout)
    const { err } = await runHook(args, { ...INPUTS.claude[event] }, { node, program: MAIN })
    const loaded = err.split('\n').filter((line) => line.startsWith('NativeModule '))
    expect(loaded).toContain('NativeModule fs')
    const heavy = [
      'crypto',
      'http',
      'https',
      'net',
      'tls',
      'child_process',
      'readline',
      'worker_threads',
      'internal/deps/undici/undici',
    ]
    expect(heavy.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([])
  },
)
