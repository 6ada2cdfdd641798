// Errors teach: each says what was expected, what came and what to do, in words and under --json alike.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inProcess } from './in-process.ts'
import { expectRow, homeWith, place, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

type Fault = { args: string[]; exit: number; code: string; received: RegExp; fix: RegExp }

const FAULTS: Fault[] = [
  {
    args: ['lst'],
    exit: 2,
    code: 'bad-input',
    received: /unknown command 'lst'/,
    fix: /Did you mean list\? See: skill-cortex --help/,
  },
  {
    args: ['list', '--limt', '3'],
    exit: 2,
    code: 'bad-input',
    received: /unknown option '--limt'/,
    fix: /Did you mean --limit\? See: skill-cortex list --help/,
  },
  {
    args: ['show'],
    exit: 2,
    code: 'bad-input',
    received: /missing required argument 'name'/,
    fix: /skill-cortex show --help/,
  },
  { args: ['list', 'a', 'b'], exit: 2, code: 'bad-input', received: /Expected 1 argument but got 2/, fix: /--help/ },
  {
    args: ['list', '--limit', '0'],
    exit: 2,
    code: 'bad-input',
    received: /--limit: expected a whole number from 1 to \d+, got "0"/,
    fix: /--help/,
  },
  {
    args: ['list', '--origin', 'me'],
    exit: 2,
    code: 'bad-input',
    received: /expected one of builtin, human, machine, got "me"/,
    fix: /--help/,
  },
  {
    args: ['stats', '--days', '1e3'],
    exit: 2,
    code: 'bad-input',
    received: /--days: expected a whole number .*"1e3"/,
    fix: /--help/,
  },
  {
    args: ['restore', 'mcp/email', 'two'],
    exit: 2,
    code: 'bad-input',
    received: /<version>: expected a whole number .*"two"/,
    fix: /--help/,
  },
  {
    args: ['show', 'MCP/Email'],
    exit: 2,
    code: 'bad-name',
    received: /"MCP\/Email": segments are lower-case/,
    fix: /Try "mcp\/email"/,
  },
  {
    args: ['show', 'mcp/emial'],
    exit: 1,
    code: 'not-found',
    received: /no skill is named "mcp\/emial"/,
    fix: /Nearest names: mcp\/email/,
  },
  {
    args: ['show', 'broken'],
    exit: 1,
    code: 'damaged',
    received: /skills\/broken\.json:1: .*expected a JSON object/,
    fix: /Mend the file/,
  },
  {
    args: ['restore', 'nothing'],
    exit: 1,
    code: 'not-found',
    received: /no skill is named "nothing"/,
    fix: /See "skill-cortex list"/,
  },
  {
    args: ['history', 'nothing'],
    exit: 1,
    code: 'not-found',
    received: /no skill is named "nothing"/,
    fix: /See "skill-cortex list"/,
  },
  {
    args: ['edit', 'mcp/email'],
    exit: 1,
    code: 'refused',
    received: /expected a terminal .*got a pipe/,
    fix: /Run it in a terminal/,
  },
  {
    args: ['backup', '<home>/copy'],
    exit: 2,
    code: 'bad-input',
    received: /expected a folder outside the home, got ".*", which is inside/,
    fix: /elsewhere/,
  },
  {
    args: ['backup', '<home>/../'],
    exit: 1,
    code: 'conflict',
    received: /expected a folder that is not there yet, got/,
    fix: /new folder/,
  },
]

const fresh = () => {
  const home = homeWith([{ name: 'mcp/email', content: 'Send it.' }])
  place(home, 'skills/broken.json', '{')
  return home
}

test.each(FAULTS)('$args: $code', async ({ args, exit, code, received, fix }) => {
  const home = fresh()
  const given = args.map((arg) => arg.replace('<home>', home))
  const err = new RegExp(`^${code}: .*(?:${received.source}).*\\n {2}.*(?:${fix.source}).*\\n$`)
  await expectRow({ args: given, exit, err }, home)
  const machine = await inProcess([...given, '--json', '--home', home])
  expect(machine.exit).toBe(exit)
  expect(machine.err).toBe('')
  const { error } = JSON.parse(machine.out)
  expect(Object.keys(error)).toEqual(['code', 'message', 'fix'])
  expect(error.code).toBe(code)
  expect(error.message).toMatch(received)
  expect(error.fix).toMatch(fix)
})

test('a setting that is wrong is named with its origin', async () => {
  const home = fresh()
  place(home, 'config.json', '{"port": "many"}')
  await expectRow(
    { args: ['list'], exit: 2, err: /^bad-input: setting "port" \(config\.json\): .*"many"\n {2}Correct it/ },
    home,
  )
})

test('a home that cannot be read is told as what it is', async () => {
  const home = fresh()
  mkdirSync(join(home, 'cortex/ledger.jsonl'), { recursive: true })
  const { exit, err } = await skillCortex(['list', '--home', home])
  expect(exit).toBe(1)
  expect(err).toMatch(/^storage: reading the journal failed: .*\(EISDIR\)\n {2}/)
})

test('an argument with escape sequences is not repeated as such', async () => {
  const home = fresh()
  for (const args of [['\u001b[31mlist'], ['show', 'a\u001b]0;x\u0007'], ['list', '--limit', '\u009b2J']]) {
    const { err } = await skillCortex([...args, '--home', home])
    expect(err).toMatch(/^bad-/)
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  }
})

test('without a command --json still answers with a document', async () => {
  const { exit, out } = await skillCortex(['--json'])
  expect(exit).toBe(2)
  expect(JSON.parse(out).error.message).toBe('expected a command, got none')
})

test('a bug of ours is told as one, with its trace on stderr', async () => {
  const open = () => Promise.reject(new TypeError('x is undefined'))
  const { exit, out, err } = await inProcess(['list', '--json'], { open })
  expect(exit).toBe(1)
  expect(JSON.parse(out).error).toMatchObject({ code: 'internal', message: 'TypeError: x is undefined' })
  expect(err).toMatch(/errors\.test\.ts/)
})
