// Goal: the files of a skill, by get_skill and as resources: what is listed is what is read, byte for byte, a look counts no
// load, and bytes that somebody changes are never handed out as others.
// Method: real clients of both eras on both transports; files put there and changed by hand.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentHash } from '../../src/domain/content-hash.ts'
import { createServedSkills } from '../../src/mcp/served-skills.ts'
import { BLOB_BYTES_MAX, TEXT_BYTES_MAX } from '../../src/mcp/skill-file-answer.ts'
import { PIXEL, writeFiles } from '../support/files-beside.ts'
import { type ClientKind, connectClient, type McpClient, type Target } from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

type Listed = { path: string; size: number; sha256: string; mimeType: string; executable?: boolean }
type Content = { uri: string; mimeType?: string; text?: string; blob?: string }
type Block = { type: string; text?: string; uri?: string; size?: number; resource?: Content }
type Manifest = { uri: string; digest: string; size: number }[]

const RUN = '#!/bin/sh\necho tea\n'
const LONG = `${'é'.repeat(TEXT_BYTES_MAX / 2 - 1)}aéé`
const HEAVY = Buffer.alloc(BLOB_BYTES_MAX + 1, 0)
const FILES = {
  'scripts/run.sh': RUN,
  'references/GUIDE.md': '\ufeff# Guide\r\n',
  'references/deep/a b#%.md': 'odd name\n',
  'references/SKILL.md': '# Of nobody\n',
  'assets/logo.png': PIXEL,
  'assets/lies.md': Buffer.from([0xff, 0xfe, 0x00]),
  'assets/long.txt': LONG,
  'assets/heavy.bin': HEAVY,
  LICENSE: 'MIT',
}

const { folder: home, remove } = makeFolder()
let http: HttpServer

beforeAll(async () => {
  writeSkill(home, 'kitchen/tea', '# Tea\n', { summary: 'Brew tea' })
  writeFiles(home, 'kitchen/tea', FILES)
  http = await startHttpServer(home)
})
afterAll(async () => {
  await http.stop()
  remove()
})

const CLIENTS: [who: string, kind: ClientKind, target: () => Target][] = [
  ['a v1 client on stdio', 'v1', () => ({ kind: 'stdio', home })],
  ['a 2026 client on stdio', 'v2 pin 2026-07-28', () => ({ kind: 'stdio', home })],
  ['a v1 client in an HTTP session', 'v1', () => ({ kind: 'http', url: http.url })],
  ['a 2026 client over HTTP', 'v2 pin 2026-07-28', () => ({ kind: 'http', url: http.url })],
]
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const get = async (client: McpClient, args: Record<string, unknown>, name = 'kitchen/tea') => {
  const result = await client.call('get_skill', { name, ...args })
  const blocks = result.content as Block[]
  return { ...result, blocks, told: blocks[0]!.text!, structured: result.structuredContent as Record<string, unknown> }
}
const read = async (client: McpClient, uri: string) =>
  ((await client.request('resources/read', { uri })) as { contents: Content[] }).contents[0]!
const bytesOf = ({ text, blob }: Content) => (text === undefined ? Buffer.from(blob!, 'base64') : Buffer.from(text))
const manifest = async (client: McpClient, name = 'kitchen/tea') =>
  ((await client.request('skills/get', { uri: `skill://${name}/SKILL.md` })) as { skill: { resources: Manifest } })
    .skill
const loads = (where: string) =>
  readdirSync(join(where, 'skill-usage'))
    .flatMap((file) => readFileSync(join(where, 'skill-usage', file), 'utf8').split('\n'))
    .filter((line) => line.includes('"loaded"')).length

describe.each(CLIENTS)('%s', (_who, kind, target) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connectClient(kind, target())
  })
  afterAll(() => client.close())

  test('is listed each file with size, hash and type, and none that is run', async () => {
    const { structured, told } = await get(client, {})
    const files = structured.files as Listed[]
    expect(files.map(({ path }) => path)).toEqual(Object.keys(FILES).sort())
    for (const [path, content] of Object.entries(FILES)) {
      const size = Buffer.byteLength(content)
      expect(files.find((each) => each.path === path)).toMatchObject({ size, sha256: sha256(content) })
    }
    expect(files.find(({ path }) => path === 'scripts/run.sh')).toMatchObject({
      mimeType: 'application/x-sh',
      executable: true,
    })
    expect(told).toContain('\n- scripts/run.sh (19 bytes, executable)\n')
  })

  test('reads text in the answer, without the text of the skill, and is told not to run it', async () => {
    const { structured, told, blocks } = await get(client, { file: 'scripts/run.sh' })
    expect(blocks).toHaveLength(1)
    expect(told).toMatch(/Nobody has approved these bytes: read them, do not run them\.\n\n#!\/bin\/sh\necho tea\n/)
    expect(structured.file).toMatchObject({ path: 'scripts/run.sh', text: RUN, textBytes: 19, sha256: sha256(RUN) })
    expect(structured.skill).not.toHaveProperty('content')
    expect(structured.standing).toMatchObject({ executable: false })
    const { structured: own } = await get(client, { file: 'SKILL.md' })
    expect((own.file as { text: string }).text).toBe(await client.read('skill://kitchen/tea/SKILL.md'))
  })

  test('is told where a long text is cut, and never gets half a character', async () => {
    const { structured, told } = await get(client, { file: 'assets/long.txt' })
    const { text, textBytes, size } = structured.file as { text: string; textBytes: number; size: number }
    expect(size).toBe(Buffer.byteLength(LONG))
    expect(textBytes).toBe(TEXT_BYTES_MAX)
    expect(LONG.startsWith(text)).toBe(true)
    expect(Buffer.byteLength(text)).toBe(TEXT_BYTES_MAX - 1)
    expect(told).toContain(`cut: these are its first ${TEXT_BYTES_MAX} bytes`)
  })

  test('reads other bytes as a resource in the answer, and larger ones by their link', async () => {
    for (const path of ['assets/logo.png', 'assets/lies.md'] as const) {
      const { blocks, structured } = await get(client, { file: path })
      expect(structured.file).not.toHaveProperty('text')
      expect(blocks[1]).toMatchObject({ type: 'resource', resource: { uri: `skill://kitchen/tea/${path}` } })
      expect(bytesOf(blocks[1]!.resource!).equals(Buffer.from(FILES[path]))).toBe(true)
    }
    const { blocks } = await get(client, { file: 'assets/heavy.bin' })
    expect(blocks[1]).toMatchObject({ type: 'resource_link', size: HEAVY.length })
    expect(bytesOf(await read(client, blocks[1]!.uri!)).equals(HEAVY)).toBe(true)
  })

  test('is told the nearest paths of one that is not there', async () => {
    const { isError, told } = await get(client, { file: 'script/run.sh' })
    expect(isError).toBe(true)
    expect(told).toMatch(
      /^not-found: skill "kitchen\/tea" has no file "script\/run\.sh"\. Nearest paths: "scripts\/run\.sh"/,
    )
    for (const file of ['../tea.json', '/etc/passwd', 'scripts', 'scripts/RUN.sh', 'scripts//run.sh', 'a\u0000b']) {
      expect((await get(client, { file })).told, file).toMatch(/^not-found: /)
    }
  })

  test('gets a manifest of all files, and each of them as it says', async () => {
    const skill = await manifest(client)
    expect(skill.resources.map(({ uri }) => uri)).toEqual([
      'skill://kitchen/tea/SKILL.md',
      ...Object.keys(FILES)
        .sort()
        .map((path) => `skill://kitchen/tea/${path.split('/').map(encodeURIComponent).join('/')}`),
    ])
    for (const { uri, digest, size } of skill.resources) {
      const bytes = bytesOf(await read(client, uri))
      expect({ uri, digest: `sha256:${sha256(bytes)}`, size: bytes.length }).toEqual({ uri, digest, size })
    }
  })

  test('walks the folders of a skill', async () => {
    const seen: Record<string, string> = {}
    const walk = async (uri: string) => {
      const { resources } = (await client.request('resources/directory/read', { uri })) as {
        resources: { uri: string; mimeType: string; name: string }[]
      }
      for (const each of resources) {
        if (each.mimeType === 'inode/directory') await walk(each.uri)
        else seen[each.uri] = each.name
      }
    }
    await walk('skill://kitchen')
    expect(Object.keys(seen).sort()).toEqual((await manifest(client)).resources.map(({ uri }) => uri).sort())
    expect(seen['skill://kitchen/tea/references/deep/a%20b%23%25.md']).toBe('a b#%.md')
  })

  test.each([
    'skill://kitchen/tea/scripts/../LICENSE',
    'skill://kitchen/tea/scripts/%2e%2e/LICENSE',
    'skill://kitchen/tea/scripts%2Frun.sh',
    'skill://kitchen/tea/scripts/run%2Esh',
    'skill://kitchen/tea/scripts/run.sh?x',
    'skill://kitchen/tea/scripts/run.sh#x',
    'skill://kitchen/tea//LICENSE',
    'skill://kitchen/tea/license',
    'skill://kitchen/tea/scripts/run.sh/',
    'skill://kitchen/LICENSE',
    'skill://kitchen/tea/%FF',
    'skill://kitchen/tea/constructor',
  ])('gets nothing at %s', async (uri) => {
    await expect(client.request('resources/directory/read', { uri })).rejects.toMatchObject({ code: -32602 })
    // The way out of a folder is resolved by the address itself, before anybody is asked.
    if (!/\.\.|%2e/i.test(uri)) await expect(read(client, uri)).rejects.toMatchObject({ code: -32602 })
  })
})

test('a look at a file is no load', async () => {
  const where = tempFolder()
  writeSkill(where, 'tea', '# Tea\n')
  writeFiles(where, 'tea', { 'run.sh': RUN })
  const client = await connectClient('v1', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  await get(client, {}, 'tea')
  expect(loads(where)).toBe(1)
  await get(client, { file: 'run.sh' }, 'tea')
  await read(client, 'skill://tea/run.sh')
  expect(loads(where)).toBe(1)
})

test.each(['v1', 'v2 pin 2026-07-28'] as const)(
  '%s: a changed file is one notice, and then the new bytes',
  async (kind) => {
    const where = tempFolder()
    writeSkill(where, 'tea', '# Tea\n')
    writeSkill(where, 'milk', '# Milk\n')
    writeFiles(where, 'tea', { 'run.sh': RUN })
    const client = await connectClient(kind, { kind: 'stdio', home: where })
    onTestFinished(() => client.close())
    const uri = 'skill://tea/SKILL.md'
    await (kind === 'v1' ? client.subscribe(uri) : client.listen(uri))
    const before = await manifest(client, 'tea')
    const milk = await manifest(client, 'milk')
    const updates = () => client.notified().filter((method) => method === 'notifications/resources/updated').length
    const heard = updates()
    writeFiles(where, 'tea', { 'run.sh': '#!/bin/sh\necho more\n' })
    await expect.poll(updates, SOON).toBeGreaterThan(heard)
    const after = await manifest(client, 'tea')
    expect(after.resources[0]).toEqual(before.resources[0])
    expect(after.resources[1]!.digest).not.toBe(before.resources[1]!.digest)
    expect(bytesOf(await read(client, 'skill://tea/run.sh')).toString()).toBe('#!/bin/sh\necho more\n')
    expect(await manifest(client, 'milk')).toEqual(milk)
    expect(updates()).toBe(heard + 1)
  },
)

test('a changed file costs its own skill alone', async () => {
  const where = tempFolder()
  for (const name of ['changes', 'stays']) {
    writeSkill(where, name, '# Once\n')
    writeFiles(where, name, { 'run.sh': RUN })
  }
  const { app } = await useApp(where)
  const served = createServedSkills({ ...app.parts, log: () => {} })
  const entries = async () => {
    await app.shelf.lookAround()
    return Promise.all(served.all().map(served.written))
  }
  const before = await entries()
  writeFiles(where, 'changes', { 'run.sh': 'echo more\n' })
  const after = await entries()
  expect(after.map((each, i) => each === before[i])).toEqual([false, true])
  expect(after[0]!.listed.resources[1]!.digest).toBe(`sha256:${sha256('echo more\n')}`)
})

test('an approval is of the very manifest that is listed, and ends with a changed file', async () => {
  const where = tempFolder()
  writeSkill(where, 'tea', '# Tea\n')
  writeFiles(where, 'tea', { 'run.sh': RUN })
  const { app, close } = await useApp(where)
  const by = { actor: 'operator' as const, via: 'cli', author: null }
  await app.review.approve('tea', (await app.review.look('tea')).hash, by)
  const granted = app.shelf.entry('tea')!
  await close()
  const client = await connectClient('v1', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  const standing = async () =>
    (
      (await manifest(client, 'tea')) as unknown as {
        _meta: Record<string, { contentHash: string; executable: boolean }>
      }
    )._meta['skill-cortex/standing']
  expect(await standing()).toMatchObject({ executable: true, contentHash: contentHash(granted.skill) })
  expect((await get(client, { file: 'run.sh' }, 'tea')).told).not.toContain('do not run them')
  writeFiles(where, 'tea', { 'run.sh': '#!/bin/sh\nrm everything\n' })
  const { structured, told } = await get(client, { file: 'run.sh' }, 'tea')
  expect(structured.standing).toMatchObject({ executable: false, approval: 'needs_reapproval' })
  expect(told).toContain('do not run them')
})

test('files of a draft are read as its own, and are no resources', async () => {
  const where = tempFolder()
  writeSkill(where, 'tea', '# Tea\n')
  writeFiles(where, 'tea', { 'run.sh': RUN })
  const client = await connectClient('v1', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  await client.call('save_skill', { name: 'tea', content: '# Tea, better\n' })
  rmSync(join(where, 'skills/tea.files'), { recursive: true })
  const { structured } = await get(client, { file: 'run.sh', version: 'draft' }, 'tea')
  expect(structured.file).toMatchObject({ text: RUN })
  expect(structured.file).not.toHaveProperty('uri')
  expect((await get(client, { file: 'run.sh' }, 'tea')).told).toMatch(
    /^not-found: .* It has no files beside its text\.$/,
  )
})
