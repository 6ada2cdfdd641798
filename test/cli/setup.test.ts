// What setup and disconnect say and how they end, as typed by a person, by a script, and at a terminal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { type Ended, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

type Place = { user: string; home: string; run: (args: string) => Promise<Ended> }

function person(): Place {
  const root = tempFolder()
  const [user, home] = [join(root, 'user'), join(root, 'home')]
  mkdirSync(user)
  return { user, home, run: (args) => skillCortex([...args.split(' '), '--home', home], { env: { HOME: user } }) }
}

function put(place: Place, path: string, text: string): void {
  mkdirSync(join(place.user, path, '..'), { recursive: true })
  writeFileSync(join(place.user, path), text)
}

const read = (place: Place, path: string) => readFileSync(join(place.user, path), 'utf8')

test('a client is looked at, attached, looked at again, and disconnected', async () => {
  const place = person()
  put(place, '.gemini/settings.json', '{\n  // mine\n  "theme": "x"\n}\n')

  const dry = await place.run('setup gemini --dry-run')
  expect(dry).toMatchObject({ exit: 0, err: '' })
  expect(dry.out).toMatch(
    /^--- \S+\/\.gemini\/settings\.json\n\+\+\+ .*\n@@ -1,4 \+1,\d+ @@\n \{\n {3}\/\/ mine\n- {2}"theme": "x"\n\+ {2}"theme": "x",\n\+ {2}"mcpServers": \{\n/,
  )
  expect(existsSync(place.home)).toBe(false)

  const unasked = await place.run('setup gemini')
  expect(unasked).toMatchObject({ exit: 2, out: '' })
  expect(unasked.err).toMatch(/^bad-input: expected --yes, .*\n {2}Look at the change with --dry-run/)
  expect(read(place, '.gemini/settings.json')).toBe('{\n  // mine\n  "theme": "x"\n}\n')

  const done = await place.run('setup gemini --yes')
  expect(done).toMatchObject({ exit: 0, err: '' })
  expect(done.out).toMatch(
    /^Attached Gemini CLI to \S+\/home\.\n {2}\S+\/settings\.json: changed; as it was: \S+\/settings\.json\.skill-cortex-[0-9a-f]{8}\.bak\nStart Gemini CLI anew.*\nTo undo: skill-cortex disconnect gemini\n$/,
  )
  expect(read(place, '.gemini/settings.json')).toContain(`/main.js hook prompt --client gemini --home ${place.home}`)

  const again = await place.run('setup gemini --yes')
  expect(again).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^Gemini CLI is attached to \S+ already: nothing was changed\.\n$/),
  })

  const listed = await place.run('setup')
  expect(listed.out).toMatch(
    /^client +found +attached +files\nclaude-code +no +no +\S+\/\.claude\.json, \S+\/settings\.json\n/,
  )
  expect(listed.out).toMatch(/\ngemini +yes +yes +\S+\/\.gemini\/settings\.json\n/)

  const undone = await place.run('disconnect gemini --yes')
  expect(undone).toMatchObject({ exit: 0, err: '' })
  expect(undone.out).toMatch(/^Disconnected Gemini CLI\.\n {2}\S+\/settings\.json: every byte as before setup\n$/)
  expect(read(place, '.gemini/settings.json')).toBe('{\n  // mine\n  "theme": "x"\n}\n')

  const nothing = await place.run('disconnect gemini --yes')
  expect(nothing).toMatchObject({ exit: 1, out: expect.stringMatching(/^Gemini CLI is not attached to \S+\.\n$/) })
})

test('the block to paste is what setup would write, and no file is looked at', async () => {
  const place = person()
  put(place, '.codex/config.toml', 'not toml at all')
  const { exit, out } = await place.run('setup codex --print')
  expect(exit).toBe(0)
  expect(out).toMatch(
    /^Codex, \S+\/\.codex\/config\.toml:\n\n\[mcp_servers\.skill-cortex\]\ncommand = "\S+node\S*"\nargs = \[ "\S+\/main\.js", "stdio", "--home", "\S+" \]\n\nCodex, \S+\/hooks\.json:\n\n\{\n {2}"hooks": \{\n/,
  )
  const all = JSON.parse((await place.run('setup --print --json')).out)
  expect(all.blocks.map((block: { client: string }) => block.client)).toEqual(
    'claude-code claude-code claude-desktop cursor cursor vscode vscode codex codex gemini'.split(' '),
  )
})

describe('what goes wrong is told', () => {
  const ROWS: [args: string, exit: number, err: RegExp][] = [
    ['setup emacs', 2, /^bad-input: <client>: expected one of claude-code, .*gemini, got "emacs"\n/],
    ['disconnect', 2, /^bad-input: missing required argument 'client'\n/],
    [
      'setup codex --yes',
      1,
      /^damaged: \S+\/\.codex\/config\.toml: expected TOML: .*\n {2}Nothing was changed; correct/,
    ],
    ['setup cursor --yes', 1, /^damaged: \S+\/\.cursor\/mcp\.json: line 2: expected JSON .*"oops"\n {2}Nothing was/],
    [
      'setup gemini --dry-run',
      1,
      /^conflict: \S+\/settings\.json: expected no server named "skill-cortex", .*\n {2}.*--yes/,
    ],
  ]
  test.each(ROWS)('%s', async (args, exit, err) => {
    const place = person()
    put(place, '.codex/config.toml', 'a = \n')
    put(place, '.cursor/mcp.json', '{\noops\n}')
    put(place, '.gemini/settings.json', '{"mcpServers": {"skill-cortex": {"url": "http://x"}}}')
    const ended = await place.run(args)
    expect(ended).toMatchObject({ exit, out: '', err: expect.stringMatching(err) })
  })
})

test('claude is claude-code, and a changed file is told as such', async () => {
  const place = person()
  expect((await place.run('setup claude --yes')).exit).toBe(0)
  const path = '.claude/settings.json'
  put(place, path, read(place, path).replace('{', '{\n  "model": "x",'))
  const { out } = await place.run('disconnect claude --yes')
  expect(out).toMatch(/\.claude\.json: removed, as setup made it\n {2}\S+: changed since setup, so only our entries/)
  expect(JSON.parse(read(place, path))).toEqual({ model: 'x' })
})

test('the documents that scripts rely on', async () => {
  const place = person()
  const file = (more: object) => ({ path: join(place.user, '.gemini/settings.json'), ...more })
  const json = async (args: string) => JSON.parse((await place.run(`${args} --json`)).out)
  const head = { client: 'gemini', home: place.home, formerHomes: [] }
  const dry = await json('setup gemini --dry-run')
  expect(dry).toEqual({
    ...head,
    changed: false,
    files: [file({ change: 'created', backup: null, diff: expect.stringMatching(/^--- \/dev\/null\n/) })],
    nextSteps: [],
  })
  expect(await json('setup gemini --yes')).toEqual({
    ...head,
    changed: true,
    files: [file({ change: 'created', backup: null })],
    nextSteps: [expect.any(String)],
  })
  expect((await json('setup')).clients[5]).toEqual({
    client: 'gemini',
    title: 'Gemini CLI',
    found: true,
    attached: 'yes',
    files: [join(place.user, '.gemini/settings.json')],
  })
  expect(await json('disconnect gemini --yes')).toEqual({
    client: 'gemini',
    changed: true,
    files: [file({ change: 'removed', how: 'exact', otherHome: null })],
  })
  expect((await json('setup gemini')).error).toMatchObject({ code: 'bad-input' })
})

describe('at a terminal', () => {
  const typed = (answer: boolean) => {
    const root = tempFolder()
    const asked: string[] = []
    const run = (args: string[]) =>
      inProcess(args, {
        installation: () => ({
          layout: homeLayout(join(root, 'home')),
          node: '/usr/bin/node',
          script: '/x/_npx/1/main.js',
          platform: 'linux',
          env: { HOME: root },
        }),
        isTerminal: true,
        ask(question) {
          asked.push(question)
          return Promise.resolve(answer)
        },
      })
    return { root, asked, run }
  }

  test('the change is shown and asked for', async () => {
    const { root, asked, run } = typed(true)
    const { exit, out, err } = await run(['setup', 'claude-desktop'])
    expect(asked).toEqual([`Write this to attach Claude Desktop to ${join(root, 'home')}?`])
    expect(err).toMatch(/^--- \/dev\/null\n\+\+\+ \S+claude_desktop_config\.json\n[\s\S]*\n\nWarning: \/x\/_npx\//)
    expect(exit).toBe(0)
    expect(out).toMatch(
      /Quit Claude Desktop wholly.*\nWarning: \/x\/_npx\/1\/main\.js lies in a cache of npx and may vanish, [^\n]*\nTo undo/,
    )
  })

  test('a program in the cache of a runner is warned of wherever it would be written', async () => {
    const { run } = typed(true)
    const warned = /(?:^|\n)Warning: \/x\/_npx\/1\/main\.js lies in a cache of npx and may vanish, [^\n]*\n$/
    expect((await run(['setup', 'gemini', '--print'])).out).toMatch(warned)
    expect((await run(['setup', 'gemini', '--dry-run'])).out).toMatch(warned)
    expect((await run(['setup', 'gemini', '--yes'])).out).toMatch(/\nWarning: \/x\/_npx\//)
    expect((await run(['setup', 'gemini'])).out).toMatch(warned)
  })

  test('no means no', async () => {
    const { root, run } = typed(false)
    const { exit, err } = await run(['setup', 'claude-desktop'])
    expect(exit).toBe(1)
    expect(err).toMatch(/\nrefused: Claude Desktop was not attached: the answer was no\n {2}Nothing was changed\.\n$/)
    expect(existsSync(join(root, '.config'))).toBe(false)
  })

  test('nothing in a configuration commands the terminal', async () => {
    const { root, run } = typed(false)
    mkdirSync(join(root, '.gemini'))
    writeFileSync(
      join(root, '.gemini/settings.json'),
      '{\n  "a": "\u009b2J\u001b[31m"\n}\n'.replace('\u001b', '\u202e'),
    )
    const { err } = await run(['setup', 'gemini'])
    expect(err).toContain('<U+009B>')
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})
