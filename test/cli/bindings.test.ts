// `bindings` as a person types it: making one, seeing what it does and did, and who may.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { useApp } from '../support/use-app.ts'
import { inProcess } from './in-process.ts'
import { homeWith } from './run-program.ts'

const home = () => homeWith([{ name: 'deploy', summary: 'Deploy a container', content: 'Push it.' }])
const person = { isTerminal: true }
const ADD = [
  'bindings',
  'add',
  '--skill',
  'deploy',
  '--event',
  'tool.called',
  '--do',
  'inject_context',
  '--text',
  'Mind the freeze',
]

test('one is added, listed, tested, fires while a server runs, and is switched off and removed', async () => {
  const place = home()
  const run = (...args: string[]) => inProcess([...args, '--home', place], person)
  expect((await run('bindings')).out).toBe('Nothing is bound. How to: skill-cortex bindings --help\n')
  const more = ['--when', 'tool equals Bash', 'args contains deploy', '--cooldown', '60', '--priority', '3']
  const added = await run(...ADD, ...more)
  expect([added.exit, added.err]).toEqual([0, ''])
  const id = /^Bound as (\w+)\.\n$/.exec(added.out)?.[1] ?? 'none'
  const dry = await run('bindings', 'test', '--event', 'tool.called', '--fields', '{"tool":"Bash","args":"deploy it"}')
  expect([dry.exit, dry.out.split('\n')[0]]).toEqual([0, '1 binding would fire for tool.called; nothing has.'])
  expect((await run('bindings', 'test', '--event', 'tool.called', '--fields', '{"tool":"Read"}')).out).toContain(
    'tool equals "Bash" does not hold',
  )
  const { app, close } = await useApp(place, { serving: true })
  await app.takeEvents([{ event: 'tool-called', session: 's', tool: 'Bash', ok: true, args: 'deploy it' }], 'agent')
  const asked = { limit: 5, bodies: 0, force: false, why: false, actor: 'agent' as const, wantsContext: true }
  const { context } = await app.parts.recall({ message: 'anything', session: 's', ...asked })
  expect(context).toMatchObject([{ kind: 'binding', text: expect.stringContaining('Mind the freeze') }])
  await close()
  const list = await run('bindings', 'list')
  expect(list.out).toMatch(/^1 binding, 1 switched on, 1 in cooldown\.\n\nid +on +fired +last +what\n/)
  expect(list.out).toContain(
    `"deploy" on tool.called where tool equals "Bash" and args contains "deploy" to tell the model "Mind the freeze" with priority 3 at most every 60 s`,
  )
  expect((await run('bindings', 'log')).out).toMatch(
    new RegExp(
      `^tool.called in session s, .*\n  ok  ${id} inject_context: for the session's next recall: tell the model "Mind the freeze"\n$`,
    ),
  )
  expect((await run('bindings', 'disable', id)).out).toBe(`Binding ${id} is switched off.\n`)
  expect((await run('bindings', 'disable', id)).exit).toBe(1)
  expect((await run('bindings', 'enable', id)).out).toBe(`Binding ${id} is switched on.\n`)
  expect((await run('bindings', 'remove', id)).out).toMatch(/^Removed binding/)
  expect(JSON.parse((await run('bindings', '--json')).out)).toMatchObject({ status: { total: 0 }, bindings: [] })
})

test.each([
  ['no skill', ['--event', 'turn', '--do', 'notify'], /--skill: expected the name of a skill/],
  ['no action', ['--skill', 'deploy', '--event', 'turn'], /--do: expected one of invoke_skill/],
  ['an unknown event', ['--skill', 'deploy', '--event', 'tool.caled', '--do', 'notify'], /for example tool\.called/],
  [
    'half a condition',
    ['--skill', 'deploy', '--event', 'turn', '--do', 'notify', '--when', 'tool'],
    /expected "field op value"/,
  ],
  [
    'what belongs to another action',
    ['--skill', 'deploy', '--event', 'turn', '--do', 'notify', '--tool', 'x'],
    /does not belong to notify/,
  ],
  [
    'no JSON',
    ['--skill', 'deploy', '--event', 'turn', '--do', 'call_tool', '--tool', 'x', '--arguments', '{'],
    /expected a JSON object/,
  ],
  ['an unknown skill', ['--skill', 'deplo', '--event', 'turn', '--do', 'notify'], /no skill is named "deplo"/],
])('%s is refused with what was expected', async (_, options, says) => {
  const ended = await inProcess(['bindings', 'add', ...options, '--home', home()], person)
  expect(ended.err).toMatch(says)
  expect(ended.exit).toBeGreaterThan(0)
})

test("an agent's shell is no person: nothing is bound, switched or removed", async () => {
  const place = home()
  const { out } = await inProcess([...ADD, '--home', place], person)
  const id = /as (\w+)/.exec(out)?.[1] ?? 'none'
  const before = readFileSync(homeLayout(place).bindings, 'utf8')
  for (const args of [
    [...ADD, '--priority', '1'],
    ['bindings', 'disable', id],
    ['bindings', 'remove', id],
  ]) {
    const ended = await inProcess([...args, '--home', place])
    expect([ended.exit, ended.err]).toEqual([1, expect.stringContaining('only a person may decide this')])
  }
  expect(readFileSync(homeLayout(place).bindings, 'utf8')).toBe(before)
})
