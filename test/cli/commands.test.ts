// What each command says and how it ends, on a small library: rows of what is typed and what is seen.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { expectRow, homeWith, place, placeSkill, type Row, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const MAIL = {
  name: 'mcp/email',
  summary: 'Send email through a mail server',
  content: '# Send email\n\nAsk for the address first.\n',
  createdAt: '2026-11-01T23:30:00-02:00',
  tags: ['mail'],
  triggers: ['write to somebody'],
  seeAlso: ['mcp/calendar'],
}
const CALENDAR = {
  name: 'mcp/calendar',
  summary: 'Plan a meeting in the calendar',
  content: '# Plan\n\nLook for a free hour.\n',
  createdAt: '2026-11-02T10:00:00.000Z',
}

const load = (id: string, sessionId: string, skillName: string) =>
  `${JSON.stringify({ event: 'loaded', id, sessionId, timestamp: new Date().toISOString(), seq: 1, actor: 'agent', skillName, version: 1, how: 'by-name' })}\n`

describe('looking', () => {
  const rows: Row[] = [
    {
      args: ['list'],
      out: /^name +tier +origin +lifecycle.*\nmcp\/calendar +★★★☆ +human +released +0 +never +Plan a .*\nmcp\/email .*\n\n2 skills\.\n$/,
    },
    { args: ['list', 'SEND server'], out: /\n\n1 skill\.\n$/ },
    { args: ['list', 'somebody'], out: /mcp\/email/ },
    { args: ['list', '--tag', 'mail'], out: /mcp\/email .*\n\n1 skill\.\n$/ },
    { args: ['list', '--prefix', 'mcp/c'], out: /mcp\/calendar .*\n\n1 skill\.\n$/ },
    { args: ['list', '--origin', 'machine'], out: /^None of the 2 skills fits\.\n$/ },
    { args: ['list', '--lifecycle', 'archived'], out: /^There are no skills\.\n$/ },
    { args: ['list', '--limit', '1'], out: /\n\n1 of 2 skills; --limit 2 shows all\.\n$/ },
    {
      args: ['show', 'mcp/email'],
      out: /^mcp\/email\nSend email .*\n\nWritten by a person; it is released\.\nTier 3 of 4 \(★★★☆\)\. Nobody has approved its text\. [^\n]*\nBrought up where it fits\.\nPolicy: it asks for nothing\.\nThis is version 1\.\nCreated on 2026-11-02\.\nNever loaded\.\nTags: mail\.\nTriggers: "write to somebody"\.\nSee also: mcp\/calendar\.\n\n---\n\n# Send email\n\nAsk for the address first\.\n$/,
    },
    {
      args: ['show', 'mcp/email', '--raw'],
      out: /^---\nname: email\ndescription: "Send [\s\S]*---\n\n# Send email\n\nAsk for the address first\.\n$/,
    },
    {
      args: ['history', 'mcp/email'],
      out: /^mcp\/email: 1 version\.\n\nversion +day +by +cause +size\n1 +\d{4}-\d\d-\d\d +operator +hand-edited +\d+ bytes +live\n$/,
    },
    { args: ['check'], out: /^2 skills served: 0 errors, 0 warnings\.\n$/ },
    {
      args: ['stats'],
      out: /^In the last 30 days no skill was loaded\.\n\nNot loaded in this time: mcp\/calendar and mcp\/email\.\n$/,
    },
    {
      args: ['recall', 'send', 'email', 'to', 'Ann'],
      out: /^1\. mcp\/email: Send email .*\n {3}matches .*score [\d.]+, confidence [\d.]+\nSee also:\n {3}mcp\/calendar: .* \(from mcp\/email\)\n$/,
    },
    {
      args: ['recall', 'send an email', '--why', '--bodies', '1'],
      out: /\n {5}email +[\d.]+ +in name[\s\S]*\n {3}\| # Send email\n/,
    },
    { args: ['recall', 'hm'], out: /^No skill recalled: .*\.\n$/ },
    {
      args: ['config'],
      out: /^setting +value +from\nhome +\S+ +flag\nhost +127\.0\.0\.1 +default\n[\s\S]*token +none +default\n/,
    },
  ]
  test.each(rows)('$args', async (row) => {
    const home = homeWith([MAIL, CALENDAR])
    await expectRow(row, home)
    // Looking writes nothing.
    expect(readdirSync(home).sort()).toEqual(['skill-usage', 'skills'])
  })
})

test('flags stand before or after the command, and the environment names a home', async () => {
  const [one, two] = [homeWith([MAIL]), homeWith([CALENDAR])]
  const names = async (args: string[], env = {}, cwd = tempFolder()) =>
    JSON.parse((await skillCortex(args, { env, cwd })).out).skills.map((skill: { name: string }) => skill.name)
  expect(await names(['--json', '--home', one, 'list'])).toEqual(['mcp/email'])
  expect(await names(['list', '--home', two, '--json'])).toEqual(['mcp/calendar'])
  expect(await names(['--json', 'list'], { SKILL_CORTEX_HOME: two })).toEqual(['mcp/calendar'])
  expect(await names(['--home', one, 'list', '--json'], { SKILL_CORTEX_HOME: two })).toEqual(['mcp/email'])
  expect(await names(['list', '--json'], {}, two)).toEqual(['mcp/calendar'])
})

test('a skill is archived, looked at, and restored', async () => {
  const home = homeWith([MAIL, CALENDAR])
  const rows: Row[] = [
    {
      args: ['archive', 'mcp/calendar'],
      out: /^Archived mcp\/calendar \(version 1\)\. To bring it back: .*\nmcp\/email still refers to it\.\n$/,
    },
    {
      args: ['archive', 'mcp/calendar'],
      exit: 1,
      err: /^conflict: .* archived already, since \d{4}-\d\d-\d\d\n {2}Nothing was changed/,
    },
    { args: ['list'], out: /mcp\/email .*\n\n1 skill\.\n$/ },
    {
      args: ['list', '--lifecycle', 'archived'],
      out: /\nmcp\/calendar +★★★☆ +human +archived \d{4}-\d\d-\d\d +0 +never +Plan a meeting/,
    },
    { args: ['list', 'email', '--lifecycle', 'archived'], out: /^None of the 1 skill fits\.\n$/ },
    {
      args: ['show', 'mcp/calendar'],
      out: /; it was archived on \d{4}-\d\d-\d\d\.\nTier 3 [\s\S]*\nThis is version 1 of [\s\S]*Look for a free hour\.\n$/,
    },
    { args: ['history', 'mcp/calendar'], out: /^mcp\/calendar: 1 version, archived on \d{4}-\d\d-\d\d\.\n/ },
    {
      args: ['check'],
      out: /^skills\/mcp\/email\.json:13: warning dangling-see-also: .*"mcp\/calendar", which is archived\. Restore it .*\n\n1 skill served: 0 errors, 1 warning\.\n$/,
    },
    { args: ['restore', 'mcp/calendar'], out: /^Restored mcp\/calendar as version 1\.\n$/ },
    {
      args: ['restore', 'mcp/calendar'],
      exit: 1,
      out: /^mcp\/calendar stands as it was \(version 1\): nothing was changed\.\n$/,
    },
    { args: ['check'], out: /^2 skills served: 0 errors, 0 warnings\.\n$/ },
  ]
  for (const row of rows) await expectRow(row, home)
})

test('check names what is damaged, with its place, and fails only for errors', async () => {
  const home = homeWith([{ ...MAIL, dependsOn: ['mcp/calendr', 'gone'] }, CALENDAR])
  place(home, 'cortex/records/mcp/email.json', '{"name":')
  place(home, 'skill-usage/s1.jsonl', `garbage\n${load('a', 's1', 'mcp/email')}[]\n`)
  await expectRow(
    {
      args: ['check'],
      out: /^cortex\/records\/mcp\/email\.json: warning record-damaged: [\s\S]*skill-usage\/s1\.jsonl: warning journal-lines-skipped: .*2 lines [\s\S]*did you mean "mcp\/calendar"\?[\s\S]*got "gone"\. Correct it or take it out\.\n\n2 skills served: 0 errors, 4 warnings\.\n$/,
    },
    home,
  )
  place(home, 'skills/bad.json', '{\n  "name": "bad",\n  "content": \n}')
  placeSkill(home, { name: 'mcp/other', content: 'x', tags: 'no list' })
  await expectRow(
    {
      args: ['check'],
      exit: 1,
      out: /skills\/bad\.json:4: error json-syntax: [\s\S]*skills\/mcp\/other\.json:4: error bad-field: [\s\S]*2 skills served: 2 errors, 4 warnings\.\n$/,
    },
    home,
  )
  await expectRow({ args: ['list'], out: /\n2 files cannot be read as skills; see: skill-cortex check\n$/ }, home)
})

test('stats count loads, sessions and pairs, and say what could not be read', async () => {
  const home = homeWith([MAIL, CALENDAR])
  const both = (session: string) =>
    load(`${session}a`, session, 'mcp/email') + load(`${session}b`, session, 'mcp/calendar')
  place(home, 'skill-usage/s1.jsonl', both('s1'))
  place(home, 'skill-usage/s2.jsonl', `${both('s2')}${load('s2c', 's2', 'mcp/email')}torn\n`)
  await expectRow(
    {
      args: ['stats', '--days', '7'],
      out: /^In the last 7 days: 5 loads of 2 skills in 2 sessions\.\n\nname +loads +sessions +last used\nmcp\/email +3 +2 +\d{4}-\d\d-\d\d\nmcp\/calendar +2 +2 .*\n\nUsed together:\n {2}mcp\/calendar and mcp\/email, in 2 sessions\n\n1 line of the journal could not be read; see: skill-cortex check\n$/,
    },
    home,
  )
  await expectRow({ args: ['show', 'mcp/email'], out: /\nLoaded 3 times, last on \d{4}-\d\d-\d\d\.\n/ }, home)
  await expectRow({ args: ['list', 'email'], out: /\nmcp\/email +★★★☆ +human +released +3 +\d{4}-\d\d-\d\d / }, home)
})

test('a session is shown a skill once, unless forced', async () => {
  const home = homeWith([MAIL, CALENDAR])
  const ask = ['recall', 'send an email', '--session', 's1']
  await expectRow({ args: ask, out: /^1\. mcp\/email/ }, home)
  await expectRow({ args: ask, out: /^No skill recalled: every matching skill has been shown/ }, home)
  await expectRow({ args: [...ask, '--force'], out: /^1\. mcp\/email/ }, home)
})

const NATIVE_FAULT =
  /^bad-input: setting "nativeSkills" \(config\.json\): expected an object from names of clients \(claude-code, claude-desktop, cursor, vscode, codex, gemini\) to lists of skills, or of the first parts of their names, got .*\n/

test('a setting says where it comes from, a wrong key is named, and the token is never shown', async () => {
  const home = homeWith([])
  place(home, 'config.json', '{"recall": {"engine": "wink"}, "prot": 1}')
  const { out } = await skillCortex(['config', '--home', home], {
    env: { SKILL_CORTEX_TOKEN: 'a-secret-of-some-length' },
  })
  expect(out).toMatch(/\ntoken +\[set\] +environment\n/)
  expect(out).toMatch(/\nrecall\.engine +wink +config\.json\n/)
  expect(out).toMatch(/\nconfig\.json: unknown setting "prot" is ignored; did you mean "port"\?\n$/)
  expect(out).not.toContain('a-secret')
})

test.each<[what: string, file: object, out: RegExp, err?: RegExp]>([
  ['nothing', {}, /\nnativeSkills +\{\} +default\n/],
  [
    'skills of two clients',
    { nativeSkills: { 'claude-code': ['work', 'mcp/email'], codex: [] } },
    /\nnativeSkills +\{"claude-code":\["work","mcp\/email"\],"codex":\[\]\} +config\.json\n/,
  ],
  ['no object', { nativeSkills: ['work'] }, /^$/, NATIVE_FAULT],
  ['a client that nobody knows', { nativeSkills: { claude: ['work'] } }, /^$/, NATIVE_FAULT],
  ['no list', { nativeSkills: { codex: 'work' } }, /^$/, NATIVE_FAULT],
  ['no name', { nativeSkills: { codex: ['work', 'My Work'] } }, /^$/, NATIVE_FAULT],
  [
    'a key too deep',
    { 'nativeSkills.codex': ['work'] },
    /\nnativeSkills +\{\} +default\n[^\n]*unknown setting "nativeSkills\.codex" is ignored; did you mean "nativeSkills"\?\n$/,
  ],
])('nativeSkills: %s', async (_, file, out, err) => {
  const home = homeWith([])
  place(home, 'config.json', JSON.stringify(file))
  await expectRow(
    { args: ['config'], exit: err === undefined ? 0 : 2, out, ...(err === undefined ? {} : { err }) },
    home,
  )
})

test('help and version are answers, not mistakes', async () => {
  const bare = await skillCortex([])
  expect([bare.exit, bare.err]).toEqual([0, ''])
  const listed = [...bare.out.matchAll(/^ {2}([a-z]+) .*/gm)].map((match) => match[1])
  expect(listed).toEqual(
    'serve ui stdio setup disconnect list show recall eval learning forget routes lessons blacklist reflex bindings edit archive restore history diff undo review approve reject promote deprecate pin unpin keep policy merge import install export checkout extract mount unmount check stats health dream ledger beliefs reflections backup config help'.split(
      ' ',
    ),
  )
  for (const command of listed.slice(0, -1)) {
    const { exit, out, err } = await inProcess([command!, '--help'])
    expect([exit, err]).toEqual([0, ''])
    expect(out).toMatch(/^Usage: skill-cortex [\s\S]*--home <dir> [\s\S]*--json /)
  }
  expect(await skillCortex(['--version'])).toMatchObject({ exit: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test('a home is not made by looking for one', async () => {
  const home = join(tempFolder(), 'typo')
  await expectRow(
    { args: ['list'], exit: 1, err: /^not-found: expected a library in .*typo \(named by flag\), got neither/ },
    home,
  )
  expect(() => readdirSync(home)).toThrow('ENOENT')
})
