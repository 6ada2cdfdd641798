// What the package says of itself agrees with what is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../src/app.ts'

const ROOT = join(import.meta.dirname, '..')
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

test('the version is said once in the code and once in the package', () => {
  expect(VERSION).toBe(json('package.json').version)
})

test('whoever installs the package downloads nothing else, and nothing runs a script at install', () => {
  const { dependencies, optionalDependencies, peerDependencies, scripts } = json('package.json')
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined])
  expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([])
  const lock = json('package-lock.json').packages as Record<string, { hasInstallScript?: boolean; optional?: boolean }>
  const installing = Object.entries(lock).filter(([, entry]) => entry.hasInstallScript && !entry.optional)
  expect(installing.map(([path]) => path)).toEqual([])
})

test('the packages inside the program are few, and each comes with its license', () => {
  const licenses = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  const headings = [...licenses.matchAll(/^## (\S+) \S+ \((.*)\)$/gm)].map((match) => `${match[1]}: ${match[2]}`)
  expect(headings).toEqual([
    '@hono/node-server: MIT',
    '@modelcontextprotocol/core: Apache-2.0',
    '@modelcontextprotocol/server: Apache-2.0',
    '@preact/signals: MIT',
    '@preact/signals-core: MIT',
    'chokidar: MIT',
    'commander: MIT',
    'croner: MIT',
    'd3-dispatch: ISC',
    'd3-force: ISC',
    'd3-quadtree: ISC',
    'd3-timer: ISC',
    'dompurify: (MPL-2.0 OR Apache-2.0)',
    'hono: MIT',
    'jsonc-parser: MIT',
    'lowdb: MIT',
    'marked: MIT',
    'pend: MIT',
    'preact: MIT',
    'readdirp: MIT',
    'smol-toml: BSD-3-Clause',
    'uplot: MIT',
    'wink-bm25-text-search: MIT',
    'wink-helpers: MIT',
    'wink-porter2-stemmer: MIT',
    'yaml: ISC',
    'yauzl: MIT',
    'zod: MIT',
  ])
})

test('server.json, for the MCP registry, says what the package says', () => {
  const { name, version, mcpName } = json('package.json')
  const server = json('server.json')
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] })
  // What the registry's schema of 2025-12-11 asks of these two.
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(server.description.length).toBeLessThanOrEqual(100)
})

test('the lock file names no place that packages come from', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved":/)
})

test('mcp.json.example shows both transports', () => {
  const servers = Object.values(json('mcp.json.example').mcpServers) as {
    command?: string
    args?: string[]
    url?: string
  }[]
  expect(servers.map((server) => server.url ?? `${server.command} ${server.args?.[1]}`)).toEqual([
    'node stdio',
    'http://127.0.0.1:7420/mcp',
  ])
})
