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

test('runtime dependencies are few, and none runs a script at install', () => {
  const lock = json('package-lock.json').packages as Record<
    string,
    { dev?: boolean; hasInstallScript?: boolean; optional?: boolean }
  >
  const scripts = Object.entries(lock).filter(([, entry]) => entry.hasInstallScript === true && entry.optional !== true)
  expect(scripts.map(([path]) => path)).toEqual([])
  expect(Object.keys(json('package.json').dependencies).sort()).toEqual([
    '@hono/node-server',
    '@modelcontextprotocol/server',
    'chokidar',
    'commander',
    'hono',
    'lowdb',
    'wink-bm25-text-search',
    'wink-porter2-stemmer',
    'yaml',
    'zod',
  ])
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
