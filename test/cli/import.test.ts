// Goal: at a command line, skills come in and go out in the Agent Skills format; what was not taken is said file by file,
// and only a person at a terminal makes an import their own.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, skillMd } from '../packages/package-folders.ts'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { TOKEN } from './person-process.ts'
import { homeWith, place, skillCortex } from './run-program.ts'

const run = (args: string[], home: string, given: Parameters<typeof inProcess>[1] = {}) =>
  inProcess([...args, '--home', home], given)

async function document(args: string[], home: string) {
  return JSON.parse((await run([...args, '--json'], home)).out)
}

test('what was taken, under which name, as what; and each file that was not, with its reason', async () => {
  const home = homeWith([])
  const root = folderWith({
    'pdf/SKILL.md': skillMd('pdf'),
    'pdf/scripts/run.py': 'x',
    'tea/SKILL.md': skillMd('tea'),
    'bad/SKILL.md': '---\nname: bad\n',
  })
  const { exit, out, err } = await run(['import', root], home)
  expect([exit, err]).toEqual([1, ''])
  expect(out.replaceAll(root, 'ROOT').split('\n')).toEqual([
    'skill  as         files  from',
    'pdf    candidate  1      ROOT/pdf',
    'tea    candidate  -      ROOT/tea',
    '',
    'Not taken, or odd:',
    '  ROOT/bad/SKILL.md:1: error front-matter-unclosed: expected a second line "---" that closes the front matter, got the end of the file. Put "---" alone on the line after the last key.',
    '',
    'Took 2 skills, 1 refused. What was taken waits for your yes: skill-cortex review',
    '',
  ])
  expect((await run(['show', 'pdf'], home)).out).toMatch(/Imported from \S+\/pdf; it is a candidate/)
})

test('importing twice changes nothing, and is no failure', async () => {
  const home = homeWith([])
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
  await run(['import', root], home)
  const { exit, out } = await run(['import', root], home)
  expect([exit, out.replaceAll(root, 'ROOT')]).toEqual([
    0,
    'skill  as         files  from\npdf    unchanged  -      ROOT/pdf\n\nTook 0 skills, 1 unchanged.\n',
  ])
})

test('the document', async () => {
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/a.py': 'x' })
  expect(await document(['import', root, '--dry-run', '--prefix', 'work'], homeWith([]))).toEqual({
    dryRun: true,
    taken: [{ name: 'work/pdf', origin: `${root}/pdf`, outcome: 'new', as: 'planned', files: 1 }],
    refused: 0,
    diagnostics: [],
  })
})

const MINE: [who: string, given: Parameters<typeof inProcess>[1], exit: number, origin: string | undefined][] = [
  ['a pipe', {}, 1, undefined],
  ['a person at a terminal', { isTerminal: true }, 0, 'human'],
  ["a person's script", { env: { SKILL_CORTEX_OPERATOR_TOKEN: TOKEN } }, 0, 'human'],
  ['a script with another token', { env: { SKILL_CORTEX_OPERATOR_TOKEN: `${TOKEN}x` } }, 1, undefined],
]

test.each(MINE)('--mine by %s', async (_who, given, exit, origin) => {
  const home = homeWith([])
  place(home, 'cortex/operator-token', `${TOKEN}\n`)
  const ended = await run(['import', folderWith({ 'pdf/SKILL.md': skillMd('pdf') }), '--mine'], home, given)
  expect([ended.exit, ended.err.includes('skill-cortex import --mine')]).toEqual([exit, exit === 1])
  expect((await document(['list'], home)).skills.map((skill: { origin: string }) => skill.origin)).toEqual(
    origin === undefined ? [] : [origin],
  )
})

test('the usual places of a client, in the project and in the home of the user', async () => {
  const [home, project, user] = [homeWith([]), tempFolder(), tempFolder()]
  folderWith(
    { '.claude/skills/here/SKILL.md': skillMd('here'), '.cursor/skills/other/SKILL.md': skillMd('other') },
    project,
  )
  folderWith({ '.claude/skills/there/SKILL.md': skillMd('there'), '.agents/skills/all/SKILL.md': skillMd('all') }, user)
  const took = async (from: string) => {
    const { out } = await skillCortex(['import', '--from', from, '--dry-run', '--json', '--home', home], {
      ...{ cwd: project, env: { HOME: user } },
    })
    const { taken, error } = JSON.parse(out)
    return error?.code ?? taken.map((each: { origin: string }) => each.origin)
  }
  expect(await took('claude')).toEqual([expect.stringMatching(/\/\.claude\/skills\/here$/), '~/.claude/skills/there'])
  expect(await took('cursor')).toEqual([expect.stringMatching(/\/\.cursor\/skills\/other$/), '~/.agents/skills/all'])
  expect(await took('codex')).toEqual(['~/.agents/skills/all'])
  expect(await took('cortex')).toBe('not-found')
}, 60_000)

const WRONG: [args: string[], exit: number, err: RegExp][] = [
  [['import'], 2, /^bad-input: expected a path or --from, got neither/],
  [
    ['import', '--from', 'emacs'],
    2,
    /^bad-input: --from: expected one of claude, codex, cursor, cortex, agents, tree, got "emacs"/,
  ],
  [['import', '/no/such/folder'], 1, /^not-found: expected a folder or a Markdown file at "\/no\/such\/folder"/],
  [['export'], 2, /^bad-input: --to: expected a folder, got none/],
  [['export', '--to', 'x'], 2, /^bad-input: expected the names of skills or --all, got neither/],
  [['export', 'tea', '--all', '--to', 'x'], 2, /^bad-input: expected the names of skills or --all, got both/],
  [['export', 'nosuch', '--to', 'x'], 1, /^not-found: no skill is named "nosuch"/],
]

test.each(WRONG)('%j is refused', async (args, exit, err) => {
  const ended = await run(args, homeWith([]))
  expect([ended.exit, ended.out]).toEqual([exit, ''])
  expect(ended.err).toMatch(err)
})

test('an empty folder has nothing to take', async () => {
  expect(await run(['import', tempFolder()], homeWith([]))).toMatchObject({ exit: 1, out: 'Took 0 skills.\n' })
})

test('a skill goes out, and comes into another home under its whole name', async () => {
  const home = homeWith([{ name: 'mcp/email', content: '# Send\n\nSend it.\n', summary: 'Send mail', tags: ['mail'] }])
  const to = join(tempFolder(), 'out')
  expect((await run(['export', 'mcp/email', '--to', to], home)).out).toBe(
    `Wrote email/SKILL.md (mcp/email)\n1 skill exported to ${to}.\n`,
  )
  expect((await run(['export', '--all', '--to', to], home)).out).toBe(
    `0 skills exported to ${to}, 1 stood there already.\n`,
  )
  const other = homeWith([])
  await run(['import', to], other)
  expect(await document(['show', 'mcp/email'], other)).toMatchObject({
    skill: { name: 'mcp/email', summary: 'Send mail', content: '# Send\n\nSend it.\n', tags: ['mail'] },
  })
})

test('the document of an export', async () => {
  const to = join(tempFolder(), 'out')
  expect(
    await document(['export', '--all', '--to', to], homeWith([{ name: 'mcp/email', content: 'Send it.' }])),
  ).toEqual({
    to,
    written: [{ name: 'mcp/email', file: 'email/SKILL.md', outcome: 'written' }],
    diagnostics: [],
  })
})

test('further files go out with their skill, as they are', async () => {
  const home = homeWith([{ name: 'mcp/email', content: 'Send it.' }])
  place(home, 'skills/mcp/email.files/scripts/run.py', 'x')
  const to = join(tempFolder(), 'out')
  expect(await run(['export', '--all', '--to', to], home)).toMatchObject({ exit: 0 })
  expect(readFileSync(join(to, 'email/scripts/run.py'), 'utf8')).toBe('x')
})

test('the export refuses the library itself, and what lies behind a link', async () => {
  const home = homeWith([{ name: 'tea', content: 'Boil.' }])
  expect(await run(['export', 'tea', '--to', join(home, 'skills')], home)).toMatchObject({ exit: 1, out: '' })
  const [to, outside] = [tempFolder(), tempFolder()]
  mkdirSync(join(to, 'x'))
  symlinkSync(outside, join(to, 'tea'))
  const { exit, out } = await run(['export', 'tea', '--to', to], home)
  expect(exit).toBe(1)
  expect(out).toMatch(/^tea\/SKILL\.md: error refused: expected a place where it may be written, got /)
})

test('a name that could command a terminal commands none', async () => {
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/\u001b[2Jx\u202e.py': 'x' })
  const { out } = await run(['import', root], homeWith([]), { isTerminal: true, isScreen: true })
  expect(out).not.toMatch(/[\u001b\u202e]/)
  expect(out).toContain('<U+001B>[2Jx<U+202E>.py')
})
