// What people see of routing: routes, why a task leads where it does, lessons and the blacklist; and that what widens an
// agent's reach takes a person.
import { expect, test, vi } from 'vitest'
import { useApp } from '../support/use-app.ts'
import { inProcess } from './in-process.ts'
import { homeWith, type Row } from './run-program.ts'

// The machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

async function expectRow({ args, exit = 0, out = /^$/, err = /^$/ }: Row, home: string): Promise<void> {
  const ended = await inProcess([...args, '--home', home])
  expect(ended.exit, args.join(' ')).toBe(exit)
  expect(ended.out).toMatch(out)
  expect(ended.err).toMatch(err)
}

async function usedHome(): Promise<string> {
  const home = homeWith([
    { name: 'resize', summary: 'Make images smaller', content: '# Resize\n\n- Convert it\n' },
    { name: 'tea', summary: 'Make tea', content: '# Tea\n' },
  ])
  const { app, used, close } = await useApp(home)
  await used('monday', 'compress the thumbnails of this gallery', 'resize', 'success')
  for (const session of ['a', 'b']) {
    const report = { name: 'tea', outcome: 'dependency_missing', key: 'ffmpeg' } as const
    await app.parts.reportOutcome(report, session, 'agent')
  }
  await close()
  return home
}

test('routes, their reasons, lessons and the blacklist are shown, and what is asked wrongly is refused', async () => {
  const ROWS: Row[] = [
    {
      args: ['routes'],
      out: /^2 regions\. 0 messages found one, 1 did not\.\n\nregion +best route +weight now +last used +words\n(?:tea +tea +0\.36 .*\nresize +resize +0\.5[78] .*compress galleri thumbnail)\n$/,
    },
    {
      args: ['routes', 'resize'],
      out: /^Region resize\nWords for it: compress galleri thumbnail\n\nroute +weight now +stored +succeeded +in a row +last used +note\nresize +0\.5[78] +0\.5[78] +1 of 1 +1 +just now\n$/,
    },
    { args: ['routes', 'nowhere'], exit: 1, err: /^not-found: expected a region, got "nowhere"/ },
    { args: ['routes', 'resize', 'x'], exit: 2, err: /^bad-input: expected a task behind "why" alone/ },
    {
      args: ['routes', 'why', 'compress these thumbnails'],
      out: /^Words .*\nresize: compress thumbnail\n {2}resize, weight 0\.5/,
    },
    { args: ['routes', 'why', 'sing a song'], exit: 1, out: /No region shares two of them/ },
    {
      args: ['lessons'],
      out: /^dependency_warning:tea:ffmpeg\n {2}ffmpeg was missing before; check it first with: which ffmpeg/,
    },
    { args: ['lessons', 'remove'], exit: 2, err: /^bad-input: expected the id of the lesson/ },
    { args: ['lessons', 'remove', 'nothing'], exit: 1, err: /^not-found: expected the id of a lesson/ },
    { args: ['blacklist'], out: /^Nothing is on the list\.\n$/ },
    { args: ['blacklist', 'add'], exit: 2, err: /^bad-input: expected the name of the skill to add/ },
    { args: ['reflex', 'grant', 'resize'], exit: 1, err: /^refused: only a person may decide this/ },
  ]
  const home = await usedHome()
  for (const row of ROWS) await expectRow(row, home)
})

test('a lesson is put right: its confidence, its key, and what cannot stand is refused', async () => {
  const home = await usedHome()
  const id = 'dependency_warning:tea:ffmpeg'
  const ROWS: Row[] = [
    { args: ['lessons', 'edit'], exit: 2, err: /^bad-input: expected the id of the lesson to edit, got none/ },
    { args: ['lessons', 'edit', id], exit: 2, err: /^bad-input: expected a key or a confidence, got neither/ },
    { args: ['lessons', '--key', 'x'], exit: 2, err: /^bad-input: expected --key and --confidence with "edit" alone/ },
    { args: ['lessons', 'edit', id, '--confidence', '2'], exit: 2, err: /^bad-input: --confidence: / },
    {
      args: ['lessons', 'edit', id, '--confidence', '0.1'],
      exit: 2,
      err: /expected 0\.3 to 1, got 0\.1\n.*lessons remove/,
    },
    { args: ['lessons', 'edit', id, '--key', '/bin/x'], exit: 2, err: /expected the name of a program or package/ },
    {
      args: ['lessons', 'edit', id, '--confidence', '0.9'],
      out: /^dependency_warning:tea:ffmpeg\n {2}ffmpeg .*0\.9\)\n$/,
    },
    { args: ['lessons', 'edit', id, '--key', 'avconv'], out: /^dependency_warning:tea:avconv\n {2}avconv was missing/ },
    { args: ['lessons'], out: /^dependency_warning:tea:avconv\n {2}avconv .*0\.9\)\n$/ },
  ]
  for (const row of ROWS) await expectRow(row, home)
})

test('a skill that was taken for one session is kept once', async () => {
  const home = await usedHome()
  const { app, close } = await useApp(home)
  const installer = { actor: 'installer', via: 'import', author: 'https://a.example', scope: 'monday' } as const
  await app.library.save('soup', { content: '# Soup\n' }, installer)
  await close()
  await expectRow({ args: ['keep', 'soup'], out: /^Kept soup\. / }, home)
  await expectRow({ args: ['keep', 'soup'], exit: 1, out: /^soup was not taken for one session: nothing/ }, home)
  await expectRow({ args: ['keep', 'nothing'], exit: 1, err: /^not-found: / }, home)
})

test('a lesson that is removed is gone, and a name comes onto the blacklist at once and off it only by a person', async () => {
  const home = await usedHome()
  const row = (args: string[], more: Partial<Row>) => expectRow({ args, ...more }, home)
  await row(['lessons', 'remove', 'dependency_warning:tea:ffmpeg'], { out: /^Removed / })
  await row(['lessons'], { out: /^No lesson was learned yet\.\n$/ })
  await row(['blacklist', 'add', 'resize'], { out: /^resize is on the list now\.\n$/ })
  await row(['blacklist', 'add', 'resize'], { exit: 1, out: /already: nothing was changed/ })
  await row(['routes', 'why', 'compress these thumbnails'], { exit: 1, out: /resize is not shown: blacklisted/ })
  await row(['blacklist', 'remove', 'resize'], { exit: 1, err: /^refused: only a person/ })
  const person = await inProcess(['blacklist', 'remove', 'resize', '--home', home], { isTerminal: true })
  expect(person).toMatchObject({ exit: 0, out: 'resize is not on the list now.\n' })
  const refused = await inProcess(['reflex', 'grant', 'resize', '--home', home], { isTerminal: true })
  expect(refused.exit).toBe(2)
  expect(refused.err).toMatch(/^bad-input: "resize": expected a route that may fire without a yes to its plan/)
})
