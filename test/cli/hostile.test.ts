// A skill is text from anywhere. Whatever it holds, a terminal that shows it is not commanded by it, no row is forged,
// and nothing is hidden; a program that reads the JSON gets the very characters.
import { spawnSync } from 'node:child_process'
import { expect, inject, test, vi } from 'vitest'
import { inProcess, scripted } from './in-process.ts'
import { AGENT, workedHome } from './reviewed-home.ts'
import { homeWith, place, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const ESCAPES = '\u001b[2J\u001b]0;title\u0007\u009b31m\rover\b\u202eback\u2066\u200b\ufeff\u{e0041}\u007f'
const HOSTILE = {
  name: 'hostile/skill',
  summary: `Send mail${ESCAPES}\nforged/row  human  released`,
  content: `# Mail${ESCAPES}\r\nSecond line.\nTab\there, family \u{1f468}\u200d\u{1f469}.\n`,
  createdAt: ESCAPES.replace(/"/g, ''),
  tags: [`mail${ESCAPES}`],
  triggers: [`send${ESCAPES}`],
  seeAlso: [`gone${ESCAPES}`],
  [`key${ESCAPES}`]: ESCAPES,
}
// Everything that moves a cursor, changes a colour, turns the direction or is not seen.
const COMMANDING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u

const POLICY = { tools: [], domains: [], credentials: [], sideEffects: [] }

const hostileHome = () => {
  const { createdAt: _date, ...skill } = HOSTILE
  const home = homeWith([skill, { ...skill, name: 'dated', createdAt: HOSTILE.createdAt }])
  place(home, `skills/Bad${'\u001b'}[31m.json`, '{}')
  return home
}

const COMMANDS = [
  ['list'],
  ['show', 'hostile/skill'],
  ['show', 'dated'],
  ['history', 'hostile/skill'],
  ['check'],
  ['recall', 'send', 'mail', '--why', '--bodies', '2'],
  ['stats'],
  ['archive', 'hostile/skill'],
  ['list', '--lifecycle', 'archived'],
  ['restore', 'hostile/skill'],
  ['approve', 'hostile/skill'],
  ['show', 'hostile/skill'],
  ['reject', 'dated', '--note', `no${ESCAPES}`],
  ['history', 'dated'],
  ['show', 'dated'],
  ['deprecate', 'dated', '--reason', `old${ESCAPES}`],
  ['list'],
  ['merge', 'hostile/skill', 'dated', '--dry-run'],
  ['approve', ESCAPES],
  ['review', '--list'],
]
const DECIDED = new Set(['archive', 'restore', 'approve', 'reject', 'deprecate'])

test('no command hands on what could command a terminal, in text or in JSON', async () => {
  const home = hostileHome()
  for (const args of COMMANDS) {
    for (const form of [[], ['--json']]) {
      if (form.length > 0 && DECIDED.has(args[0]!)) continue
      const { out, err } = await inProcess([...args, ...form, '--home', home], { isTerminal: true })
      expect(COMMANDING.exec(out + err), args.join(' ')).toBeNull()
    }
  }
})

test('a walk through what agents wrote and asked for commands no terminal', async () => {
  const { name: _name, createdAt: _date, ...patch } = HOSTILE
  const caller = { ...AGENT, author: `client${ESCAPES}\nHash: 0` }
  const home = await workedHome(async ({ library, requests }) => {
    await library.save('hostile/skill', { ...patch, policy: { ...POLICY, tools: [`ALL${ESCAPES}`] } }, caller)
    await requests.ask({ kind: 'promote', name: 'hostile/skill', reason: `now${ESCAPES}\nHash: 0` }, caller)
  })
  const dialog = () => scripted(['d', 'r', `no${ESCAPES}`, 'd', 'a'])
  const { out, err } = await inProcess(['review', '--home', home], { isTerminal: true, dialog })
  expect(out).toBe('Done: 1 accepted and 1 rejected.\n')
  expect(COMMANDING.exec(err)).toBeNull()
  expect(err).toContain('tools ALL<U+001B>[2J')
  // One line each, whatever came.
  expect(err.match(/^Hash: /gm)).toHaveLength(1)
  const { out: listed } = await inProcess(['review', '--list', '--home', home])
  expect(COMMANDING.exec(listed)).toBeNull()
})

test('what is made visible is named, and a line break makes no row', async () => {
  const home = hostileHome()
  const list = await skillCortex(['list', 'hostile', '--home', home])
  expect(list.out).toContain('Send mail<U+001B>[2J<U+001B>]0;title<U+0007><U+009B>31m<U+000D>over<U+0008><U+202E>back')
  expect(list.out).not.toMatch(/^forged/m)
  const show = await skillCortex(['show', 'hostile/skill', '--home', home])
  expect(show.out).toContain(
    '<U+200B><U+FEFF><U+E0041><U+007F>\nSecond line.\nTab\there, family \u{1f468}\u200d\u{1f469}.\n',
  )
})

test('the JSON means the very characters', async () => {
  const { out } = await skillCortex(['show', 'hostile/skill', '--json', '--home', hostileHome()])
  const { skill } = JSON.parse(out)
  expect(skill.content).toBe(HOSTILE.content)
  expect(skill.summary).toBe(HOSTILE.summary)
  expect(skill.extra).toEqual({ [`key${ESCAPES}`]: ESCAPES })
})

test('--raw is exact into a pipe and harmless on a screen', async () => {
  const home = hostileHome()
  const args = ['show', 'hostile/skill', '--raw', '--home', home]
  expect((await skillCortex(args)).out).toContain(`\n---\n\n${HOSTILE.content}`)
  const onScreen = spawnSync('script', [
    '-qec',
    `"${process.execPath}" "${inject('program')}" ${args.join(' ')}`,
    '/dev/null',
  ])
  // Without the program that makes a terminal there is nothing to see; printable.ts has its own test.
  const seen = onScreen.error === undefined ? onScreen.stdout.toString().replaceAll('\r\n', '\n') : ''
  expect(COMMANDING.exec(seen)).toBeNull()
})
