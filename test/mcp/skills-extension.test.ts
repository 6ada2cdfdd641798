// Skills over MCP (SEP-2640), seen by real clients of both eras on both transports: what is listed is what is read, byte for
// byte, and what must not come up unasked is not there under any name.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { openApp } from '../../src/app.ts'
import { createServedSkills } from '../../src/mcp/served-skills.ts'
import { type StdioPeer, startStdioPeer } from '../support/json-rpc.ts'
import { type ClientKind, connectClient, type McpClient, type Target } from '../support/mcp-clients.ts'
import { forThisTest, type HttpServer, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

type Resource = { uri: string; digest: string; size: number }
type Skill = {
  uri: string
  frontmatter: Record<string, unknown> & { name: string }
  resources: Resource[]
  _meta: { 'skill-cortex/standing': { contentHash: string; executable: boolean; approval: string; version: number } }
}
type Page = { skills: Skill[]; nextCursor?: string }
type Folder = { resources: { uri: string; name: string; mimeType: string }[]; nextCursor?: string }

const TEMPLATE = 'skill://{+name}/SKILL.md'
const OPERATOR = { actor: 'operator' as const, via: 'cli', author: null }
const BREW = '# Brew tea\n\n1. Boil water.\n'
const BREW_MD =
  '---\nname: tea\ndescription: "Brew tea"\nmetadata:\n  skill-cortex-name: "kitchen/tea"\n---\n\n# Brew tea\n\n1. Boil water.\n'

const { folder: home, remove } = makeFolder()
let http: HttpServer
/** Another process on the same home. */
let other: StdioPeer

beforeAll(async () => {
  writeSkill(home, 'kitchen/tea', BREW, { summary: 'Brew tea' })
  writeSkill(home, 'kitchen/pots/kettle', '# Kettle\n', { summary: 'Descale' })
  http = await startHttpServer(home)
  other = await startStdioPeer(home, 'legacy')
})
afterAll(async () => {
  await Promise.all([http.stop(), other.stop()])
  remove()
})

const onStdio = (): Target => ({ kind: 'stdio', home })
const onHttp = (): Target => ({ kind: 'http', url: http.url })
const CLIENTS: [who: string, kind: ClientKind, target: () => Target][] = [
  ['a v1 client on stdio', 'v1', onStdio],
  ['a 2026 client on stdio', 'v2 pin 2026-07-28', onStdio],
  ['a v1 client in an HTTP session', 'v1', onHttp],
  ['a 2026 client over HTTP', 'v2 pin 2026-07-28', onHttp],
]

const list = async (client: McpClient, cursor?: string) =>
  (await client.request('skills/list', cursor === undefined ? {} : { cursor })) as Page
const get = async (client: McpClient, uri: string) =>
  ((await client.request('skills/get', { uri })) as { skill: Skill }).skill
const folder = async (client: McpClient, uri: string, cursor?: string) =>
  (await client.request('resources/directory/read', { uri, ...(cursor === undefined ? {} : { cursor }) })) as Folder
const complete = async (client: McpClient, value: string) => {
  const request = { ref: { type: 'ref/resource', uri: TEMPLATE }, argument: { name: 'name', value } }
  return ((await client.request('completion/complete', request)) as { completion: { values: string[] } }).completion
    .values
}
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const uriOf = (name: string) => `skill://${name}/SKILL.md`
const everyPage = async (client: McpClient, between: (page: Page) => unknown = () => {}) => {
  const pages: Page[] = [await list(client)]
  while (pages.at(-1)!.nextCursor !== undefined) {
    await between(pages.at(-1)!)
    pages.push(await list(client, pages.at(-1)!.nextCursor))
  }
  return pages.map((page) => page.skills.map(({ uri }) => uri))
}
async function byHand<T>(work: (app: Awaited<ReturnType<typeof openApp>>) => Promise<T>, where = home): Promise<T> {
  const app = await openApp({ flags: { home: where }, log: () => {}, serving: false })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** What a host does before it trusts a file: size, digest, and front matter as a full YAML parser reads it. */
async function expectVerified(client: McpClient, skill: Skill): Promise<void> {
  expect(skill.resources.map(({ uri }) => uri)).toContain(skill.uri)
  for (const { uri, digest, size } of skill.resources) {
    const text = await client.read(uri)
    expect({ uri, digest: sha256(text), size: Buffer.byteLength(text) }).toEqual({ uri, digest, size })
    const front = /^---\n([\s\S]*?\n)---\n/.exec(text)![1]!
    if (uri === skill.uri) expect(parse(front)).toEqual(skill.frontmatter)
  }
}

describe.each(CLIENTS)('%s', (_who, kind, target) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connectClient(kind, target())
  })
  afterAll(() => client.close())

  test('lists every skill, and reads the bytes that the digests are of', async () => {
    const { skills } = await list(client)
    expect(skills.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([uriOf('kitchen/tea'), uriOf('mcp-tool-guide')]),
    )
    for (const skill of skills) await expectVerified(client, skill)
    expect(await client.read(uriOf('kitchen/tea'))).toBe(BREW_MD)
    expect(await get(client, uriOf('kitchen/tea'))).toEqual(skills.find(({ uri }) => uri === uriOf('kitchen/tea')))
  })

  test('walks the folders down to each file', async () => {
    const kitchen = await folder(client, 'skill://kitchen')
    expect(kitchen.resources).toMatchObject([
      { uri: 'skill://kitchen/pots', name: 'pots', mimeType: 'inode/directory' },
      { uri: 'skill://kitchen/tea', name: 'tea', mimeType: 'inode/directory' },
    ])
    expect((await folder(client, 'skill://kitchen/tea')).resources).toMatchObject([
      { uri: uriOf('kitchen/tea'), name: 'SKILL.md', mimeType: 'text/markdown', description: 'Brew tea' },
    ])
  })

  test('finds skills among the resources, and completes their names', async () => {
    expect(await client.resources()).toContain(uriOf('kitchen/tea'))
    expect(await complete(client, 'kitch')).toEqual(['kitchen/pots/kettle', 'kitchen/tea'])
  })

  test('is told that an approval is of the very manifest that it is listed', async () => {
    const name = `approved/${kind.replaceAll(/\W+/g, '-')}-${target().kind}`
    writeSkill(home, name, '# Approved\n', { summary: 'Approved', policy: { tools: ['send'] } })
    await expect.poll(() => complete(client, name), SOON).toEqual([name])
    const before = (await get(client, uriOf(name)))._meta['skill-cortex/standing']
    expect(before).toMatchObject({ executable: false, approval: 'needs_reapproval' })
    const granted = await byHand(async ({ review, shelf }) => {
      await review.approve(name, (await review.look(name)).hash, OPERATOR)
      return (await shelf.look(name))!.record!.approval!.contentHash
    })
    const after = (await get(client, uriOf(name)))._meta['skill-cortex/standing']
    expect(after).toMatchObject({ executable: true, approval: 'approved', contentHash: granted })
    expect(after.contentHash).toBe(before.contentHash)
  })

  test('hears of a change by another process, and then reads the new bytes', async () => {
    const name = `changing/${kind.replaceAll(/\W+/g, '-')}-${target().kind}`
    await other.call('save_skill', { name, content: '# Once\n' })
    await expect.poll(() => complete(client, name), SOON).toEqual([name])
    await (kind === 'v1' ? client.subscribe(uriOf(name)) : client.listen(uriOf(name)))
    const first = await get(client, uriOf(name))
    const heard = client.notified().length
    await other.call('save_skill', { name, content: '# Twice\n' })
    await expect
      .poll(() => client.notified().slice(heard), SOON)
      .toEqual(expect.arrayContaining(['notifications/resources/list_changed', 'notifications/resources/updated']))
    const second = (await list(client)).skills.find(({ uri }) => uri === uriOf(name))!
    expect(second.resources[0]!.digest).not.toBe(first.resources[0]!.digest)
    await expectVerified(client, second)
  })

  test.each(['deprecated', 'archived', 'gone', 'never there'])('is not given what is %s, by any way', async (how) => {
    const name = `away/${how.replace(' ', '-')}-${kind.replaceAll(/\W+/g, '-')}-${target().kind}`
    if (how !== 'never there') {
      writeSkill(home, name, '# Away\n')
      await expect.poll(() => complete(client, name), SOON).toEqual([name])
      expect((await get(client, uriOf(name))).uri).toBe(uriOf(name))
    }
    if (how === 'gone') rmSync(join(home, 'skills', `${name}.json`))
    if (how === 'deprecated') await byHand(({ review }) => review.step(name, 'deprecate', OPERATOR, { reason: 'over' }))
    if (how === 'archived') await byHand(({ library }) => library.archive(name, OPERATOR))
    const isAbsent = async () => !(await list(client)).skills.some(({ uri }) => uri === uriOf(name))
    await expect.poll(isAbsent, SOON).toBe(true)
    await expect(get(client, uriOf(name))).rejects.toMatchObject({ code: -32602 })
    await expect(client.read(uriOf(name))).rejects.toMatchObject({ code: -32602 })
    await expect(folder(client, `skill://${name}`)).rejects.toMatchObject({ code: -32602 })
    expect(await client.resources()).not.toContain(uriOf(name))
    expect(await complete(client, name)).toEqual([])
    if (kind === 'v1') await expect(client.subscribe(uriOf(name))).rejects.toThrow(/not found/)
  })

  test('is given what is in force while a draft waits', async () => {
    const name = `drafted/${kind.replaceAll(/\W+/g, '-')}-${target().kind}`
    writeSkill(home, name, BREW)
    await expect.poll(() => complete(client, name), SOON).toEqual([name])
    const before = await get(client, uriOf(name))
    const edit = await client.call('edit_skill', { name, old_string: 'Boil water', new_string: 'Boil milk' })
    expect(edit.structuredContent).toMatchObject({ draft: true })
    expect((await get(client, uriOf(name))).resources).toEqual(before.resources)
    expect(await client.read(uriOf(name))).not.toContain('milk')
  })

  test.each([
    ['above the root', 'skill://../x/SKILL.md'],
    ['above the root, encoded', 'skill://%2e%2e/x/SKILL.md'],
    ['out of a skill', 'skill://kitchen/tea/../../../config.json'],
    ['a slash in disguise', 'skill://kitchen%2Ftea/SKILL.md'],
    ['a backslash', 'skill://kitchen\\tea/SKILL.md'],
    ['the record of a skill', 'skill://kitchen/tea/record.json'],
    ['the file itself', 'skill://kitchen/tea.json'],
    ['upper case', 'skill://KITCHEN/TEA/SKILL.md'],
    ['another spelling of the file', 'skill://kitchen/tea/skill.md'],
    ['an encoded letter', 'skill://kitchen/te%61/SKILL.md'],
    ['a doubled slash', 'skill://kitchen//tea/SKILL.md'],
    ['a query', 'skill://kitchen/tea/SKILL.md?x'],
    ['a fragment', 'skill://kitchen/tea/SKILL.md#x'],
    ['a user and a port', 'skill://me@kitchen:80/tea/SKILL.md'],
    ['a NUL', 'skill://kitchen/tea%00/SKILL.md'],
    ['a bidirectional mark', 'skill://kitchen/\u202etea/SKILL.md'],
    ['no name', 'skill:///SKILL.md'],
    ['a device of Windows', 'skill://con/SKILL.md'],
    ['what every object has', 'skill://constructor/SKILL.md'],
    ['another scheme', 'file:///etc/passwd'],
    ['no URI', 'kitchen/tea'],
    ['a long one', `skill://${'a/'.repeat(5_000)}SKILL.md`],
  ])('asks for %s and gets nothing', async (_what, uri) => {
    await expect(get(client, uri)).rejects.toMatchObject({ code: -32602 })
    await expect(client.read(uri)).rejects.toMatchObject({ code: -32602 })
    for (const dir of [uri, uri.replace('/SKILL.md', ''), `${uri}/`]) {
      await expect(folder(client, dir)).rejects.toMatchObject({ code: -32602 })
    }
  })

  test.each(['', 'after:x', 'bm9wZQ', '\u202e'])('sends a cursor that is none: %j', async (cursor) => {
    await expect(list(client, cursor)).rejects.toThrow(/cursor: expected the nextCursor of an earlier answer/)
    await expect(folder(client, 'skill://kitchen', cursor)).rejects.toThrow(/cursor: expected the nextCursor/)
  })
})

test('pages stay right while skills come and go at their borders', async () => {
  const where = tempFolder()
  const names = Array.from({ length: 250 }, (_, i) => `page/s${String(i).padStart(3, '0')}`)
  for (const name of names) writeSkill(where, name, '# Page\n')
  const client = await connectClient('v1', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  const renamed: string[] = []
  const pages = await everyPage(client, ({ skills }) => {
    const border = skills.at(-1)!.uri.slice('skill://'.length, -'/SKILL.md'.length)
    rmSync(join(where, 'skills', `${border}.json`))
    writeSkill(where, `${border}-renamed`, '# Page\n')
    renamed.push(`${border}-renamed`)
    return expect.poll(() => complete(client, border), SOON).toEqual([`${border}-renamed`])
  })
  const seen = pages.flat()
  expect(pages.map((page) => page.length)).toEqual([100, 100, seen.length - 200])
  expect(new Set(seen).size).toBe(seen.length)
  // Everything that stood all the time, and what a border became, once.
  expect(seen).toEqual(expect.arrayContaining([...names, ...renamed].map(uriOf)))
  const inFolder = [await folder(client, 'skill://page')]
  while (inFolder.at(-1)!.nextCursor !== undefined) {
    inFolder.push(await folder(client, 'skill://page', inFolder.at(-1)!.nextCursor))
  }
  const stands = names.map((name) => (renamed.includes(`${name}-renamed`) ? `${name}-renamed` : name))
  expect(inFolder.flatMap(({ resources }) => resources.map(({ name }) => `page/${name}`))).toEqual(stands)
  expect(inFolder[0]!.resources).toHaveLength(100)
})

test('a folder that is a skill and holds skills lists the files of all', async () => {
  const where = tempFolder()
  writeSkill(where, 'a', '# A\n')
  writeSkill(where, 'a/b', '# B\n')
  writeSkill(where, 'a-c', '# C\n')
  const client = await connectClient('v2 pin 2026-07-28', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  const outer = await get(client, uriOf('a'))
  expect(outer.resources.map(({ uri }) => uri)).toEqual([uriOf('a'), uriOf('a/b')])
  await expectVerified(client, outer)
  expect((await folder(client, 'skill://a')).resources.map(({ uri }) => uri)).toEqual([uriOf('a'), 'skill://a/b'])
})

const HOSTILE_TEXTS: [what: string, content: string, more: Record<string, unknown>][] = [
  ['a second front matter', '---\nname: evil\n---\n# X\n', {}],
  ['line ends of Windows and none at the end', '# X\r\nDo.\r\n---\r\nmore', {}],
  ['marks that turn text around', '# X \u202e\u2066 y\n', { summary: 'turns \u202e around' }],
  ['a byte order mark and a NUL', '\ufeff# X \u0000\n', { summary: '\ufeffmarked' }],
  ['half of a character', '# X \ud83d\n', { summary: 'half \ud83d', triggers: ['\udc00'] }],
  ['YAML in the summary', '# X\n', { summary: 'a: b # c - [d] {e} &f *g !h | > "i" \'j\' @k `l` %m' }],
  ['an object as extra', '# X\n', { __proto__x: 1, constructor: { y: 2 }, frontMatter: { name: 'evil' } }],
  ['no summary', '\n\n\n', { summary: '' }],
  ['a summary of a thousand emoji', '# X\n', { summary: '\u{1f600}'.repeat(512) }],
]
test.each(HOSTILE_TEXTS)('%s is listed and verified like any other', async (_what, content, more) => {
  const where = tempFolder()
  writeSkill(where, 'hostile', content, more)
  const client = await connectClient('v2 pin 2026-07-28', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  const skill = await get(client, uriOf('hostile'))
  expect(skill.frontmatter.name).toBe('hostile')
  await expectVerified(client, skill)
})

test('nothing is written before somebody asks, and what is too large costs nobody the list', async () => {
  const where = tempFolder()
  const steps = Array.from({ length: 500 }, () => ({ action: 'x', description: 'y'.repeat(1_000) }))
  writeSkill(where, 'huge', '# Huge\n', { steps })
  writeSkill(where, 'small', '# Small\n')
  const server = await forThisTest(startHttpServer(where))
  const client = await connectClient('v1', { kind: 'http', url: server.url })
  onTestFinished(() => client.close())
  await client.tools()
  expect(server.stderr()).not.toContain('left out of skills/list')
  expect((await client.call('get_skill', { name: 'huge' })).structuredContent).toMatchObject({
    skill: { name: 'huge' },
  })
  for (let i = 0; i < 3; i++) {
    const uris = (await list(client)).skills.map(({ uri }) => uri)
    expect(uris).toContain(uriOf('small'))
    expect(uris).not.toContain(uriOf('huge'))
  }
  await expect(client.read(uriOf('huge'))).rejects.toMatchObject({ code: -32602 })
  expect(
    server.stderr().match(/skill "huge" is left out of skills\/list .*does not fit into a SKILL\.md/g),
  ).toHaveLength(1)
})

test('a page of long front matter is cut short, and none is lost', async () => {
  const where = tempFolder()
  const steps = Array.from({ length: 200 }, () => ({ action: 'x', description: 'y'.repeat(1_000) }))
  const names = Array.from({ length: 12 }, (_, i) => `a-long/s${i + 10}`)
  for (const name of names) writeSkill(where, name, '# Long\n', { steps })
  const client = await connectClient('v1', { kind: 'stdio', home: where })
  onTestFinished(() => client.close())
  const pages = await everyPage(client)
  // Each is a little over 200,000 characters of JSON, of which a page holds a million.
  expect(pages.map((page) => page.length).slice(0, 3)).toEqual([4, 4, 4 + 3])
  expect(pages.flat().slice(0, 12)).toEqual(names.map(uriOf))
})

test('one change costs one skill', async () => {
  const where = tempFolder()
  for (const name of ['changes', 'stays', 'stays-too']) writeSkill(where, name, '# Once\n')
  const { app } = await useApp(where)
  const served = createServedSkills({ ...app.parts, log: () => {} })
  const written = () => Promise.all(served.all().map(served.written))
  const before = await written()
  expect(await written()).toHaveLength(3)
  await app.library.save('changes', { content: '# Twice\n' }, OPERATOR)
  const after = await written()
  expect(after.map((each, i) => each === before[i])).toEqual([false, true, true])
  expect(after[0]!.listed.resources).not.toEqual(before[0]!.listed.resources)
})
