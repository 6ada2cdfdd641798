// Goal: a client is attached beside whatever stands in its files, and disconnecting leaves every byte as it was. Real
// files, every client.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { carryOutSetup } from '../../src/clients/carry-out-setup.ts'
import { clientStatuses } from '../../src/clients/client-status.ts'
import { isChange } from '../../src/clients/file-change.ts'
import { planSetup } from '../../src/clients/setup-plan.ts'
import { CLIENTS, type Client } from '../../src/domain/client-channels.ts'
import {
  disconnect,
  hooksFile,
  type Machine,
  machine,
  place,
  serverFile,
  setUp,
  snapshot,
  withHome,
} from './machine.ts'

const BACKUP = /\.skill-cortex-[0-9a-f]{8}\.bak$/
const backups = (at: Machine) => Object.keys(snapshot(at)).filter((path) => BACKUP.test(path))

/** The server entry as the client would read it. */
function entryIn(client: Client, at: Machine): { command?: string; args?: string[] } | undefined {
  const text = readFileSync(serverFile(client, at), 'utf8').replace(/^\ufeff/, '')
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client may hold.
  const config = (client === 'codex' ? parseToml(text) : parse(text)) as any
  const key = client === 'codex' ? 'mcp_servers' : client === 'vscode' ? 'servers' : 'mcpServers'
  return config[key]?.['skill-cortex']
}

const EXISTING: [title: string, json: string, toml: string][] = [
  ['empty', '', ''],
  ['white space', ' \n\n', ' \n\n'],
  ['an empty object', '{}', '# nothing yet\n'],
  [
    'other servers',
    '{\n  "mcpServers": {\n    "x": { "command": "y" }\n  },\n  "z": 1\n}\n',
    '[mcp_servers.x]\ncommand = "y"\n',
  ],
  [
    'comments, tabs and last commas',
    '// top\n{\n\t"a": [1, 2,], // about a\n\t/* b */ "servers": {\n\t\t"x": {}, // about x\n\t},\n\t// end\n}\n// after\n',
    '# top\na = 1 # about a\n\n\n# about t\n[t]\n\tb = [\n\t\t1, # one\n\t]\n# end\n',
  ],
  ['CRLF and no last line end', '{\r\n   "a": 1,\r\n   "hooks": {\r\n   }\r\n}', 'a = 1\r\n[t]\r\nb = 2'],
  ['a byte order mark', '\ufeff{\n  "a": 1\n}\n', '\ufeffa = 1\n'],
  ['one line', '{"a":{"b":[{}]},"mcpServers":{"x":{}}}', 'a = { b = [{}] }'],
]

describe.each(CLIENTS)('%s', (client) => {
  test('is attached where nothing was, and nothing is left of it afterwards', async () => {
    const at = machine()
    const before = snapshot(at)
    const { files } = await setUp(client, at)
    expect(files.map((file) => file.now)).toEqual(files.map(() => undefined))
    expect(entryIn(client, at)).toMatchObject({
      command: '/usr/bin/node',
      args: ['/opt/skill-cortex/dist/main.js', 'stdio', '--home', at.layout.home],
    })
    for (const { path } of files) expect(statSync(path).mode & 0o777).toBe(0o600)
    const undone = await disconnect(client, at)
    expect(undone.files.map((file) => file.how)).toEqual(files.map(() => 'exact'))
    expect(snapshot(at)).toEqual(before)
    expect(JSON.parse(readFileSync(at.layout.attachments, 'utf8'))).toEqual({})
  })

  test.each(EXISTING)('is attached beside what stands there: %s', async (_, json, toml) => {
    const at = machine()
    const { files } = await planSetup(client, at, 'refuse')
    for (const { path } of files) place(path, path.endsWith('.toml') ? toml : json)
    const before = snapshot(at)
    await setUp(client, at)
    expect(entryIn(client, at)).toMatchObject({ command: '/usr/bin/node' })
    const marked = readFileSync(serverFile(client, at), 'utf8').startsWith('\ufeff')
    expect(marked).toBe(json.startsWith('\ufeff'))
    expect(backups(at)).toHaveLength(files.length)
    await disconnect(client, at)
    expect(snapshot(at)).toEqual(before)
  })

  test('a second setup changes nothing', async () => {
    const at = machine()
    place(serverFile(client, at), client === 'codex' ? 'a = 1\n' : '{ "a": 1 }\n')
    await setUp(client, at)
    const once = snapshot(at)
    const plan = await setUp(client, at)
    expect(plan.files.filter(isChange)).toEqual([])
    expect(snapshot(at)).toEqual(once)
  })

  test('another home replaces the entry, and leads back to the file as it was', async () => {
    const at = machine()
    // What taking our entries out again would not bring back.
    place(serverFile(client, at), client === 'codex' ? '# a' : '{ }')
    const before = snapshot(at)
    await setUp(client, at)
    const moved = { ...at, script: '/new/dist/main.js' }
    await setUp(client, moved)
    expect(entryIn(client, at)?.args?.[0]).toBe('/new/dist/main.js')
    await disconnect(client, moved)
    expect(snapshot(at)).toEqual(before)
  })

  test('a file that somebody changed since keeps the change, and loses our entries', async () => {
    const at = machine()
    const path = serverFile(client, at)
    place(path, client === 'codex' ? '# a\n[t]\nb = 1\n' : '{\n  "a": 1 // a\n}\n')
    await setUp(client, at)
    const changed = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      client === 'codex' ? `${changed}\n[mine]\nc = 1\n` : changed.replace('"a": 1', '"a": 2,\n  "c": 3'),
    )
    const { files } = await disconnect(client, at)
    expect(files[0]).toMatchObject({ how: 'ours' })
    expect(readFileSync(path, 'utf8')).toBe(
      client === 'codex' ? '# a\n[t]\nb = 1\n\n[mine]\nc = 1\n' : '{\n  "a": 2,\n  "c": 3 // a\n}\n',
    )
    expect(backups(at)).toEqual([])
  })

  test('what cannot be read is refused and left as it is', async () => {
    const at = machine()
    for (const bytes of [client === 'codex' ? 'a = \n' : '{ "a": 1', Buffer.from([0xff, 0xfe, 0x7b, 0x00])]) {
      place(serverFile(client, at), bytes)
      const before = snapshot(at)
      await expect(setUp(client, at)).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining(at.user),
      })
      await expect(disconnect(client, at)).rejects.toMatchObject({ code: 'damaged' })
      expect(snapshot(at)).toEqual(before)
    }
  })

  test('a server of our name that we did not write is refused, or replaced and brought back', async () => {
    const at = machine()
    const theirs =
      client === 'codex'
        ? '[mcp_servers.skill-cortex]\nurl = "http://x"\n'
        : `{ "${client === 'vscode' ? 'servers' : 'mcpServers'}": { "skill-cortex": { "url": "http://x" } } }`
    place(serverFile(client, at), theirs)
    const before = snapshot(at)
    await expect(setUp(client, at)).rejects.toMatchObject({ code: 'conflict' })
    expect(snapshot(at)).toEqual(before)
    await setUp(client, at, 'replace')
    expect(entryIn(client, at)).toMatchObject({ command: '/usr/bin/node' })
    expect(entryIn(client, at)).not.toHaveProperty('url')
    await disconnect(client, at)
    expect(snapshot(at)).toEqual(before)
  })

  test('a link that dotfiles put there stays one, and its target is written', async () => {
    const at = machine()
    const target = join(at.user, 'dotfiles', 'config')
    const text = client === 'codex' ? 'a = 1\n' : '{}\n'
    place(target, text)
    chmodSync(target, 0o640)
    const path = serverFile(client, at)
    place(path, '')
    rmSync(path)
    symlinkSync(target, path)
    await setUp(client, at)
    expect(readlinkSync(path)).toBe(target)
    expect(readFileSync(target, 'utf8')).toContain('skill-cortex')
    expect(statSync(target).mode & 0o777).toBe(0o640)
    await disconnect(client, at)
    expect(readlinkSync(path)).toBe(target)
    expect(readFileSync(target, 'utf8')).toBe(text)
    expect(statSync(target).mode & 0o777).toBe(0o640)
  })

  test('a link that leads nowhere and a read-only file are refused', async () => {
    const at = machine()
    const path = serverFile(client, at)
    place(path, client === 'codex' ? '' : '{}')
    chmodSync(path, 0o444)
    await expect(setUp(client, at)).rejects.toMatchObject({ code: 'refused' })
    rmSync(path)
    symlinkSync(join(at.user, 'none'), path)
    await expect(setUp(client, at)).rejects.toMatchObject({ code: 'damaged' })
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(backups(at)).toEqual([])
  })
})

test('what a person added to our entry stays when it is renewed', async () => {
  const at = machine()
  const path = serverFile('gemini', at)
  await setUp('gemini', at)
  const config = JSON.parse(readFileSync(path, 'utf8'))
  config.mcpServers['skill-cortex'].env = { A: '1' }
  config.mcpServers['skill-cortex'].args.push('--toolsets', 'core')
  config.hooks.SessionStart.unshift({ hooks: [{ type: 'command', command: 'theirs' }] })
  place(path, JSON.stringify(config))
  expect((await setUp('gemini', at)).files.filter(isChange)).toEqual([])
  const moved = { ...at, script: '/new/main.js' }
  await setUp('gemini', moved)
  expect(entryIn('gemini', at)).toEqual({
    command: '/usr/bin/node',
    args: ['/new/main.js', 'stdio', '--home', at.layout.home, '--toolsets', 'core'],
    env: { A: '1' },
  })
  const renewed = JSON.parse(readFileSync(path, 'utf8'))
  expect(renewed.hooks.SessionStart.map((group: { hooks: { command: string }[] }) => group.hooks[0]!.command)).toEqual([
    'theirs',
    `/usr/bin/node /new/main.js hook session-start --client gemini --home ${at.layout.home}`,
  ])
  await disconnect('gemini', moved)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'theirs' }] }] },
  })
})

test('an entry that was pasted by hand is taken over, and comes back', async () => {
  const at = machine()
  const pasted = {
    mcpServers: { 'skill-cortex': { command: 'node', args: ['/old/main.js', 'stdio', '--home', '/old'] } },
  }
  place(serverFile('cursor', at), JSON.stringify(pasted, null, 4))
  const before = snapshot(at)
  const plan = await setUp('cursor', at)
  expect(plan.formerHomes).toEqual(['/old'])
  await disconnect('cursor', at)
  expect(snapshot(at)).toEqual(before)
})

test('two homes: the later one has the client, and the earlier one leaves it to it', async () => {
  const [one, two] = [machine()].flatMap((at) => [at, withHome(at, 'other')])
  await setUp('codex', one!)
  const first = snapshot(one!)
  await setUp('codex', two!)
  expect((await clientStatuses(one!)).find(({ client }) => client === 'codex')).toMatchObject({
    attached: 'elsewhere',
    note: `attached to ${two!.layout.home}`,
  })
  const left = await disconnect('codex', one!)
  expect(left.files.map((file) => [file.how, file.otherHome])).toEqual([
    ['nothing', two!.layout.home],
    ['nothing', two!.layout.home],
  ])
  await disconnect('codex', two!)
  expect(snapshot(one!)).toEqual(first)
})

test('without a record our entries go, and what is empty then stays', async () => {
  const at = machine()
  place(serverFile('claude-desktop', at), '{ "mcpServers": {}, "a": 1 }')
  await setUp('claude-desktop', at)
  rmSync(at.layout.attachments)
  await disconnect('claude-desktop', at)
  expect(readFileSync(serverFile('claude-desktop', at), 'utf8')).toBe('{ "mcpServers": {}, "a": 1 }')
})

test('a copy that is damaged is not brought back: our entries are taken out instead', async () => {
  const at = machine()
  const path = serverFile('claude-desktop', at)
  place(path, '{\n  "a": 1\n}\n')
  await setUp('claude-desktop', at)
  writeFileSync(join(at.user, backups(at)[0]!), 'garbage')
  const { files } = await disconnect('claude-desktop', at)
  expect(files[0]?.how).toBe('ours')
  expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1,\n  "mcpServers": {}\n}\n')
})

test('what is written between the look and the write is kept, and nothing else is written', async () => {
  const at = machine()
  const plan = await planSetup('claude-code', at, 'refuse')
  place(hooksFile('claude-code', at), '{"theirs":1}')
  await expect(carryOutSetup(plan, at.layout, new Date(0))).rejects.toMatchObject({ code: 'busy' })
  expect(readFileSync(hooksFile('claude-code', at), 'utf8')).toBe('{"theirs":1}')
  expect(existsSync(serverFile('claude-code', at))).toBe(false)
})

test('a setup that broke off in between is undone like any other', async () => {
  const at = machine()
  place(serverFile('claude-code', at), '{ "a": 1 }')
  place(hooksFile('claude-code', at), '{ "b": 1 }')
  const before = snapshot(at)
  await setUp('claude-code', at)
  // As it was when the second file had not been written yet.
  writeFileSync(hooksFile('claude-code', at), '{ "b": 1 }')
  await disconnect('claude-code', at)
  expect(snapshot(at)).toEqual(before)
})

test('folders that hold something else by now stay', async () => {
  const at = machine()
  await setUp('vscode', at)
  place(join(at.user, '.copilot', 'hooks', 'theirs.json'), '{}')
  await disconnect('vscode', at)
  expect(Object.keys(snapshot(at))).toEqual(['.copilot', '.copilot/hooks', '.copilot/hooks/theirs.json'])
})

test('the clients, as they stand', async () => {
  const at = machine()
  mkdirSync(join(at.user, '.cursor'))
  place(serverFile('gemini', at), '{')
  place(serverFile('claude-desktop', at), '{"mcpServers":{"skill-cortex":{}}}')
  await setUp('codex', at)
  await setUp('vscode', { ...at, script: '/old/main.js' })
  const statuses = await clientStatuses(at)
  expect(statuses.map(({ client, found, attached }) => [client, found, attached])).toEqual([
    ['claude-code', false, 'no'],
    ['claude-desktop', true, 'taken'],
    ['cursor', true, 'no'],
    ['vscode', true, 'outdated'],
    ['codex', true, 'yes'],
    ['gemini', true, 'unreadable'],
  ])
})

// Any member names and values, written with any indentation.
test('setup then disconnect leaves any JSON byte for byte, and everything else in it meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
      fc.constantFrom<string | number>(0, 1, 2, 4, '\t'),
      fc.constantFrom('', '\n', '\r\n'),
      fc.constantFrom(...CLIENTS.filter((client) => client !== 'codex')),
      async (members, indent, end, client) => {
        const { mcpServers: _a, servers: _b, hooks: _c, ...rest } = members
        const at = machine()
        const text = JSON.stringify(rest, null, indent) + end
        place(serverFile(client, at), text)
        const before = snapshot(at)
        await setUp(client, at)
        const {
          mcpServers: _d,
          servers: _e,
          hooks: _f,
          ...kept
        } = JSON.parse(readFileSync(serverFile(client, at), 'utf8'))
        expect(kept).toEqual(JSON.parse(JSON.stringify(rest)))
        await disconnect(client, at)
        expect(snapshot(at)).toEqual(before)
      },
    ),
    { numRuns: 40 },
  )
})
