// The bundle for Claude Desktop: packed, unpacked and turned into a command by its makers' own tool, then started.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { type Command, connectTo, DEFAULT_TOOLS, ROOT, run, toolNames } from './packed.ts'

const TOOL = join(ROOT, 'build/mcpb/node_modules/@anthropic-ai/mcpb/dist')
const { folder, remove } = makeFolder()
const unpacked = join(folder, 'unpacked')
const mcpb = (args: string[]) => run({ command: process.execPath, args: [join(TOOL, 'cli/cli.js'), ...args] })

beforeAll(async () => {
  try {
    await run({ command: process.execPath, args: ['build/mcpb/pack.mjs', folder] })
  } catch (error) {
    if (existsSync(TOOL)) throw error
  }
  if (existsSync(TOOL)) await mcpb(['unpack', join(folder, 'skill-cortex.mcpb'), unpacked])
}, 180_000)
beforeEach((context) => context.skip(!existsSync(TOOL), 'the packer is not installed and no registry can be reached'))
afterAll(remove)

const manifest = () => JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))

/** The command that a client makes of the manifest, by the makers' own rules. */
async function commandOf(userConfig: Record<string, string>): Promise<Command> {
  const { getMcpConfigForManifest } = await import(pathToFileURL(join(TOOL, 'shared/config.js')).href)
  const systemDirs = { HOME: '/home/ann', DESKTOP: '/d', DOCUMENTS: '/d', DOWNLOADS: '/d' }
  return getMcpConfigForManifest({
    manifest: manifest(),
    extensionPath: unpacked,
    systemDirs,
    userConfig,
    pathSeparator: '/',
  })
}

test('it holds the program and its manifest', () => {
  expect(readdirSync(unpacked).sort()).toEqual(['manifest.json', 'server'])
  expect(readdirSync(join(unpacked, 'server')).sort()).toEqual([
    'LICENSE',
    'THIRD-PARTY-LICENSES.txt',
    'chunks',
    'dashboard',
    'hook-line.js',
    'main.js',
    'package.json',
  ])
})

test('the manifest says what the package says, and is valid', async () => {
  const { name, version, description, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(manifest()).toMatchObject({
    manifest_version: '0.3',
    name,
    version,
    description,
    license: 'MIT',
    server: { type: 'node', entry_point: 'server/main.js' },
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19.0' } },
  })
  expect(engines.node).toBe('>=20.19')
  expect(await mcpb(['validate', join(unpacked, 'manifest.json')])).toMatch(/passes/)
})

describe('the command that a client makes of it', () => {
  test('keeps skills in the usual place, and starts a server with the tools that the manifest lists', async () => {
    const command = await commandOf({})
    expect(command).toMatchObject({
      command: 'node',
      args: [join(unpacked, 'server/main.js'), 'stdio', '--home', '~/.skill-cortex'],
    })
    const env = { HOME: tempFolder() }
    const tools = await toolNames(await connectTo(command, env))
    expect(tools).toEqual(DEFAULT_TOOLS)
    expect(tools).toEqual(
      manifest()
        .tools.map((tool: { name: string }) => tool.name)
        .sort(),
    )
    expect(existsSync(join(env.HOME, '.skill-cortex/skills'))).toBe(true)
  })

  test('keeps them where the person says', async () => {
    expect((await commandOf({ home: '/srv/my skills' })).args.slice(-2)).toEqual(['--home', '/srv/my skills'])
  })
})
