// What a person at a terminal is told of skills that need each other.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { homeWith } from './run-program.ts'

const skill = (name: string, dependsOn: string[] = [], conflictsWith: string[] = []) => ({
  ...{ name, content: `# ${name}\n\nDo it.\n`, createdAt: '2026-11-02T10:00:00.000Z' },
  ...{ dependsOn, conflictsWith },
})
const home = () =>
  homeWith([
    ...[skill('build', ['login']), skill('login'), skill('guest', [], ['login'])],
    ...[skill('deploy', ['build', 'guest', 'gone']), skill('egg', ['hen']), skill('hen', ['egg'])],
  ])
const run = (args: string[], folder: string, given = {}) => inProcess([...args, '--home', folder], given)

test('show says what to load first, and what is wrong with it', async () => {
  const { exit, out } = await run(['show', 'deploy'], home())
  expect(exit).toBe(0)
  expect(out).toContain(
    [
      'Depends on: build, guest and gone.',
      'Load first, in this order: login, build, guest.',
      'Warning: "deploy" needs "gone", which is not there.',
      'Warning: "guest" and "login" conflict: do not follow both without asking.',
      '',
    ].join('\n'),
  )
  const json = JSON.parse((await run(['show', 'hen', '--json'], home())).out)
  expect(json).toMatchObject({
    dependencies: ['egg'],
    standing: { warnings: ['these need each other, so no order is right: hen -> egg -> hen'] },
  })
})

test('check names the missing, the cycle and the conflict, each with its place', async () => {
  const { exit, out } = await run(['check'], home())
  expect(exit).toBe(0)
  expect(out.split('\n').map((line) => line.replace(/: expected .*/, ''))).toEqual([
    'skills/deploy.json: warning dependency-conflict',
    'skills/deploy.json:8: warning dangling-depends-on',
    'skills/egg.json:6: warning dependency-cycle',
    '',
    '6 skills served: 0 errors, 3 warnings.',
    '',
  ])
  expect(out).toContain('got egg -> hen -> egg. Take one of these references out.')
  expect(out).toContain('got "guest" and "login", of which one names the other in "conflictsWith".')
})

test('archive is refused with the names of those who need it, and says that nothing was changed', async () => {
  const folder = home()
  const refused = await run(['archive', 'login'], folder)
  expect(refused).toMatchObject({ exit: 1, out: '' })
  expect(refused.err).toMatch(
    /^conflict: skill "login" is still needed: "build" depends on it\n {2}Nothing was changed\./,
  )
  for (const name of ['deploy', 'build', 'login'])
    expect(await run(['archive', name], folder)).toMatchObject({ exit: 0 })
})

test('an edit that closes a cycle is refused with the path and a remedy, and the text is kept', async () => {
  const folder = home()
  const tools = tempFolder()
  const editor = join(tools, 'editor.sh')
  writeFileSync(
    editor,
    '#!/bin/sh\nsed -i "s/^metadata:/metadata:\\n  skill-cortex-depends-on: \'[\\"build\\"]\'/" "$1"\n',
  )
  chmodSync(editor, 0o755)
  const around = { isTerminal: true, env: { EDITOR: editor } }
  const before = (await run(['show', 'login', '--raw'], folder)).out
  const { exit, out, err } = await run(['edit', 'login'], folder, around)
  expect([exit, out]).toEqual([1, ''])
  expect(err).toMatch(/login -> build -> login would be a cycle, .*your text is kept in \S+/)
  expect(err).toContain('Take "build" out of dependsOn')
  expect((await run(['show', 'login', '--raw'], folder)).out).toBe(before)
})
