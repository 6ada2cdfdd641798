// Seeing changes as a person does, on real homes.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { homeWith, placeSkill } from './run-program.ts'
import { AGENT, EMAIL, homeOf, inHome, lines, NAME, OPERATOR } from './versioned-home.ts'

const run = (home: string, ...args: string[]) => inProcess([...args, '--home', home])
const diff = (home: string, ...args: string[]) => run(home, 'diff', NAME, ...args)

describe('diff', () => {
  const TWO = [{ content: 'one\nTWO\nthree\n' }, { content: 'one\nTWO\nthree\nfour\n', policy: { tools: ['mail'] } }]
  const ROWS: [args: string[], head: RegExp, gone: string[], come: string[]][] = [
    [[], /^--- SKILL\.md \(version 2\)\n\+\+\+ SKILL\.md \(version 3, live\)\n/, [], ['+four', '+{', '+  "tools": [']],
    [['1'], /^--- SKILL\.md \(version 1\)\n\+\+\+ SKILL\.md \(version 3, live\)\n/, ['-two'], ['+TWO', '+four', '+{']],
    [['1', '2'], /^--- SKILL\.md \(version 1\)\n\+\+\+ SKILL\.md \(version 2\)\n/, ['-two'], ['+TWO']],
    [['2', '1'], /^--- SKILL\.md \(version 2\)\n\+\+\+ SKILL\.md \(version 1\)\n/, ['-TWO'], ['+two']],
    [['live', '2'], /^--- SKILL\.md \(version 3, live\)\n/, ['-four', '-{', '-  "tools": ['], []],
  ]

  test.each(ROWS)('%j', async (args, head, gone, come) => {
    const policy = { tools: ['mail'], domains: [], credentials: [], sideEffects: [] }
    const home = await homeOf([TWO[0]!, { ...TWO[1], policy }])
    const ended = await diff(home, ...args)
    expect(ended).toMatchObject({ exit: 0, err: '', out: expect.stringMatching(head) })
    expect(lines(ended.out, '-').slice(0, 3)).toEqual(gone)
    expect(lines(ended.out, '+').slice(0, 3)).toEqual(come)
    // Every save changes the date, and nobody looks for that.
    expect(ended.out).not.toContain('updated-at')
  })

  test('without a version the draft that waits is held against what is live', async () => {
    const home = await homeOf([], { content: 'one\ntwo\nthree\nagent\n' })
    const ended = await diff(home)
    expect(ended.out).toMatch(/^--- SKILL\.md \(version 1, live\)\n\+\+\+ SKILL\.md \(version 2, draft\)\n/)
    expect([lines(ended.out, '-'), lines(ended.out, '+')]).toEqual([[], ['+agent']])
    expect((await diff(home, 'draft')).out).toBe(ended.out)
    expect(lines((await diff(home, 'draft', '1')).out, '-')).toEqual(['-agent'])
  })

  test('the newest version of a skill that has only one adds all of it', async () => {
    const home = homeWith([])
    await inHome(home, ({ library }) => library.save(NAME, { content: 'one\n' }, OPERATOR))
    const ended = await diff(home)
    expect(ended.out).toMatch(/^--- SKILL\.md \(nothing\)\n\+\+\+ SKILL\.md \(version 1, live\)\n@@ -0,0 \+1/)
    expect(lines(ended.out, '-')).toEqual([])
  })

  test('texts that say the same are said to', async () => {
    const home = await homeOf([{ content: 'x' }, { content: EMAIL.content }])
    expect(await diff(home, '1')).toEqual({
      ...{ exit: 0, err: '' },
      out: `${NAME}: version 1 and version 3, live say the same.\n`,
    })
  })

  test('an archived skill shows what its newest version changed', async () => {
    const home = await homeOf([{ content: 'one\n' }])
    await run(home, 'archive', NAME)
    expect(lines((await diff(home)).out, '-')).toEqual(['-two', '-three'])
    expect(await diff(home, '1')).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringMatching(/is not live \(archived\)/),
    })
  })

  test('as JSON it holds the hunks', async () => {
    const home = await homeOf([{ content: 'one\nthree\n' }])
    const { out } = await diff(home, '--json')
    expect(JSON.parse(out)).toEqual({
      name: NAME,
      from: { version: 1, label: 'version 1' },
      to: { version: 2, label: 'version 2, live' },
      files: [
        {
          file: 'SKILL.md',
          hunks: [
            {
              ...{ fromLine: 7, fromLines: 5, toLine: 7, toLines: 4 },
              lines: [' ---', ' ', ' one', '-two', ' three'],
            },
          ],
        },
      ],
    })
  })

  const REFUSED: [title: string, args: string[], exit: number, err: RegExp][] = [
    ['a version that never was', ['9'], 1, /has no version 9\n {2}Versions kept: 1, 2/],
    ['no version at all', ['first'], 2, /<a>: expected a version number, "draft" or "live", got "first"/],
    ['a draft that is not there', ['draft'], 1, /no draft of "mcp\/email" waits/],
    ['--draft without one', ['--draft'], 1, /no draft of "mcp\/email" waits/],
    ['--draft with a version', ['1', '--draft'], 2, /--draft: expected the name alone/],
  ]
  test.each(REFUSED)('is refused for %s', async (_, args, exit, err) => {
    const home = await homeOf([{ content: 'x\n' }])
    expect(await diff(home, ...args)).toMatchObject({ exit, out: '', err: expect.stringMatching(err) })
  })

  test('bytes that are not there any more are missed by name', async () => {
    const home = await homeOf([{ content: 'x\n' }], { content: 'y\n' })
    rmSync(join(home, 'cortex/blobs'), { recursive: true })
    expect((await diff(home, '1')).err).toMatch(/the bytes of version 1 of "mcp\/email" were not kept/)
    expect((await diff(home)).err).toMatch(/the bytes of its draft \(version 3\) were not kept/)
  })

  test('a file that is no skill is said to be damaged', async () => {
    const home = await homeOf([{ content: 'x\n' }])
    writeFileSync(join(home, 'skills/mcp/email.json'), '{')
    expect(await diff(home, '1')).toMatchObject({ exit: 1, err: expect.stringMatching(/is damaged/) })
  })

  test('a skill that was placed by hand and never changed has nothing to compare', async () => {
    expect(await diff(homeWith([EMAIL]))).toMatchObject({ exit: 1, err: expect.stringMatching(/has no history/) })
  })

  test('nothing in a skill commands the terminal', async () => {
    const hostile = '\u001b]0;title\u0007\u202eback\r over\u001b[2J'
    const home = await homeOf([{ content: `one\n${hostile}\n`, tags: [hostile] }], {
      content: `two\n${hostile}${hostile}\n`,
    })
    await inHome(home, ({ library }) => library.save(NAME, { content: `x\n${hostile}!\n` }, OPERATOR))
    for (const args of [['1', '2'], ['draft'], ['--draft'], ['--json'], ['--draft', '--json']]) {
      const { out, err } = await diff(home, ...args)
      expect(`${out}${err}`, args.join(' ')).toContain('back')
      expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.exec(out + err), args.join(' ')).toBeNull()
    }
  })
})

describe('diff --draft', () => {
  test('a draft made from what is live needs no merging', async () => {
    const home = await homeOf([], { content: 'one\ntwo\nthree\nagent\n' })
    const ended = await diff(home, '--draft')
    expect(ended).toMatchObject({ exit: 0, err: '' })
    expect(ended.out).toMatch(/was made from: version 1, live\. Live now: version 1, live\.\n/)
    expect(ended.out).toMatch(/nothing has to be merged\.\n$/)
  })

  test('a stale draft that merges shows what that would change', async () => {
    const home = await homeOf([], { content: 'one\ntwo\nthree\nagent\n' })
    await inHome(home, ({ library }) => library.save(NAME, { content: 'ONE\ntwo\nthree\n' }, OPERATOR))
    const { out, exit } = await diff(home, '--draft')
    expect(exit).toBe(0)
    expect(out).toMatch(
      /The draft of mcp\/email \(version 2, draft\) was made from: version 1\. Live now: version 3, live\./,
    )
    const [, live, draft, merged] = out.split(/Changed since in what is live:|Changed by the draft:|They merge\./)
    expect([lines(live!, '-'), lines(live!, '+')]).toEqual([['-one'], ['+ONE']])
    expect([lines(draft!, '-'), lines(draft!, '+')]).toEqual([[], ['+agent']])
    expect([lines(merged!, '-'), lines(merged!, '+')]).toEqual([[], ['+agent']])
  })

  test('one that does not merge shows both sides, and is a finding', async () => {
    const home = await homeOf([], { content: 'one\nagent\nthree\n' })
    await inHome(home, ({ library }) => library.save(NAME, { content: 'one\nperson\nthree\n' }, OPERATOR))
    const { out, exit } = await diff(home, '--draft')
    expect(exit).toBe(1)
    expect(out).toMatch(
      /They do not merge: both changed 1 place differently\.\n\ncontent, line 2 of live, 2 of draft:\n {2}base:\n {4}two\n {2}live:\n {4}person\n {2}draft:\n {4}agent\n$/,
    )
    const told = JSON.parse((await diff(home, '--draft', '--json')).out)
    expect(told).toMatchObject({ isStale: true, base: 1, live: 3, draft: 2, merges: false })
    expect(told.conflicts).toMatchObject([{ field: 'content', base: 'two', ours: 'person', theirs: 'agent' }])
    expect(told.draftChanges[0].hunks[0].lines).toContain('+agent')
  })

  test('a draft of a new name has nothing behind it', async () => {
    const home = homeWith([])
    writeFileSync(join(home, 'config.json'), '{"gate": "strict"}')
    await inHome(home, ({ library }) => library.save(NAME, { content: 'agent\n' }, AGENT))
    const { out, exit } = await diff(home, '--draft')
    expect([exit, lines(out, '-')]).toEqual([0, []])
    expect(lines(out, '+')).toContain('+agent')
    placeSkill(home, { ...EMAIL, content: 'by hand\n' })
    const stale = await diff(home, '--draft')
    expect(stale).toMatchObject({ exit: 1, out: expect.stringMatching(/They cannot be merged/) })
  })
})
