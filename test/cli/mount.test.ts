// Goal: at a command line a person mounts folders of skills, sees what they serve and what they do not, and takes them out
// again; nobody else does.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, skillMd } from '../packages/package-folders.ts'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { TOKEN } from './person-process.ts'
import { homeWith, place, skillCortex } from './run-program.ts'

type Given = Parameters<typeof inProcess>[1]
const PERSON: Given = { isTerminal: true }

const run = (args: string[], home: string, given: Given = PERSON) => inProcess([...args, '--home', home], given)
const document = async (args: string[], home: string) => JSON.parse((await run([...args, '--json'], home)).out)
const names = async (home: string) => (await document(['list'], home)).skills.map(({ name }: { name: string }) => name)

test('a folder is mounted, listed, checked and unmounted', async () => {
  const home = homeWith([{ name: 'mail', content: '# Mail\n' }])
  const root = folderWith({
    'pdf/SKILL.md': skillMd('pdf'),
    'mail/SKILL.md': skillMd('mail'),
    'bad/SKILL.md': '---\nname: bad\n',
    'notes.txt': 'x',
  })
  const without = (out: string) => out.replaceAll(root, 'ROOT').trimEnd().split('\n')
  const shadow = '  mail of skills: served from library; read it as mail@skills'
  const bad =
    'ROOT/bad/SKILL.md:1: error front-matter-unclosed: expected a second line "---" that closes the front matter, got the end of the file. Put "---" alone on the line after the last key.'

  const loose =
    'ROOT/notes.txt: warning not-a-package: expected a folder with a SKILL.md, got a file without one beside it. If it is a skill, name the file itself.'

  const mounted = await run(['mount', root, '--as', 'skills'], home)
  expect([mounted.exit, mounted.err]).toEqual([0, ''])
  expect(without(mounted.out)).toEqual([
    'Mounted ROOT as skills: 1 skill, served as they stand.',
    shadow,
    `  ${bad}`,
    `  ${loose}`,
  ])
  expect(await names(home)).toEqual(['mail', 'pdf'])

  const listed = await run(['mount'], home)
  expect(listed.exit).toBe(1)
  expect(without(listed.out)).toEqual([
    'source  skills  prefix  folder',
    'skills  1       -       ROOT',
    '',
    'Not served under its name, because another skill has it:',
    shadow,
    '',
    'Not taken, or odd:',
    `  ${bad}`,
    `  ${loose}`,
  ])
  expect((await run(['show', 'pdf'], home)).out).toContain('Mounted from skills, which is read-only; it is released.')

  const checked = await run(['check'], home)
  expect([checked.exit, without(checked.out)]).toEqual([
    1,
    [
      bad,
      'ROOT/mail/SKILL.md: warning mount-shadowed: expected a name of its own, got "mail", which the library has itself. It can be read as mail@skills; to serve both, mount skills with --prefix.',
      loose,
      '',
      '2 skills served: 1 error, 2 warnings.',
    ],
  ])

  const { exit, out } = await run(['unmount', 'skills'], home)
  expect([exit, without(out)]).toEqual([0, ['Unmounted ROOT: 1 skill less. Nothing in the folder was changed.']])
  expect(await names(home)).toEqual(['mail'])
  expect((await run(['mount'], home)).out).toMatch(/^Nothing is mounted\./)
})

test('the documents', async () => {
  const home = homeWith([])
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
  const mount = { source: 'team', path: root, prefix: 'work', client: null, skills: 1, shadowed: [], findings: [] }
  expect(await document(['mount', root, '--as', 'team', '--prefix', 'work'], home)).toEqual({ mounted: [mount] })
  expect(await document(['mount'], home)).toEqual({ mounts: [mount], findings: [] })
  expect(JSON.parse(readFileSync(join(home, 'cortex/mounts.json'), 'utf8'))).toEqual([
    { path: root, prefix: 'work', source: 'team' },
  ])
  expect(await document(['unmount', 'team'], home)).toEqual({ source: 'team', path: root, gone: 1 })
})

const DECIDE: [who: string, given: Given, exit: number][] = [
  ['a pipe', {}, 1],
  ['a person at a terminal', PERSON, 0],
  ["a person's script", { env: { SKILL_CORTEX_OPERATOR_TOKEN: TOKEN } }, 0],
  ['a script with another token', { env: { SKILL_CORTEX_OPERATOR_TOKEN: `${TOKEN}x` } }, 1],
]

test.each(DECIDE)('mounting and unmounting by %s', async (_who, given, exit) => {
  const home = homeWith([])
  place(home, 'cortex/operator-token', `${TOKEN}\n`)
  const root = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
  const mounted = await run(['mount', root, '--as', 'team'], home, given)
  expect([mounted.exit, mounted.err.includes('skill-cortex mount')]).toEqual([exit, exit === 1])
  if (exit === 1) await run(['mount', root, '--as', 'team'], home)
  const gone = await run(['unmount', 'team'], home, given)
  expect([gone.exit, await names(home)]).toEqual([exit, exit === 1 ? ['pdf'] : []])
})

test('the usual places of a client, the project’s first, each under a source of its own', async () => {
  const [home, project, user] = [homeWith([]), tempFolder(), tempFolder()]
  place(home, 'cortex/operator-token', `${TOKEN}\n`)
  folderWith({ '.claude/skills/here/SKILL.md': skillMd('here') }, project)
  folderWith({ '.claude/skills/there/SKILL.md': skillMd('there'), '.agents/skills/all/SKILL.md': skillMd('all') }, user)
  const env = { HOME: user, SKILL_CORTEX_OPERATOR_TOKEN: TOKEN }
  const mount = async (from: string) => {
    const { out } = await skillCortex(['mount', '--from', from, '--json', '--home', home], { cwd: project, env })
    const { mounted, error } = JSON.parse(out)
    return error?.code ?? mounted.map(({ source, client }: Record<string, unknown>) => `${source} ${client}`)
  }
  expect(await mount('claude')).toEqual(['claude claude-code', 'claude-2 claude-code'])
  expect(await mount('claude')).toBe('conflict')
  expect(await mount('codex')).toEqual(['codex codex'])
  expect(await mount('cortex')).toBe('not-found')
  expect(await names(home)).toEqual(['all', 'here', 'there'])
}, 60_000)

test('a link at the place itself is followed once', async () => {
  const [home, root] = [homeWith([]), folderWith({ 'pdf/SKILL.md': skillMd('pdf') })]
  const link = join(tempFolder(), 'skills')
  symlinkSync(root, link)
  expect((await document(['mount', link], home)).mounted[0]).toMatchObject({ path: root, skills: 1 })
})

const REFUSED: [what: string, args: (home: string) => string[], exit: number, err: RegExp][] = [
  ['nothing there', () => ['mount', '/no/such/folder'], 1, /^not-found: expected a folder at "\/no\/such\/folder"/],
  ['a file', (home) => ['mount', join(home, 'skills/mail.json')], 2, /^bad-input: .*expected a folder, got a file/],
  ['the library itself', (home) => ['mount', join(home, 'skills')], 1, /^refused: .*apart from the library/],
  ['what holds the library', (home) => ['mount', join(home, '..')], 1, /^refused: .*apart from the library/],
  ['a prefix that is no name', (home) => ['mount', join(home, '../other'), '--prefix', 'A b'], 2, /^bad-name: /],
  [
    'a source that is no name',
    (home) => ['mount', join(home, '../other'), '--as', 'a@b'],
    2,
    /^bad-input: .*name of a source/,
  ],
  ['the source of the library', (home) => ['mount', join(home, '../other'), '--as', 'library'], 2, /not "library"/],
  ['both a path and a client', (home) => ['mount', home, '--from', 'claude'], 2, /^bad-input: .*got both/],
  ['a prefix for nothing', () => ['mount', '--prefix', 'x'], 2, /^bad-input: expected a path or --from, got neither/],
  ['what is mounted already', (home) => ['mount', join(home, '../once')], 1, /^conflict: .*mounted already, as once/],
  ['a folder in a mounted one', (home) => ['mount', join(home, '../once/pdf')], 1, /^conflict: .*shares files/],
  [
    'a source that is taken',
    (home) => ['mount', join(home, '../other'), '--as', 'once'],
    1,
    /^conflict: the source "once"/,
  ],
  ['an unknown source', () => ['unmount', 'ones'], 1, /^not-found: no folder is mounted as "ones": mounted are once/],
]

test.each(REFUSED)('%s is refused, and nothing is mounted', async (_what, args, exit, err) => {
  const around = folderWith({ 'once/pdf/SKILL.md': skillMd('pdf'), 'other/tea/SKILL.md': skillMd('tea') })
  const home = join(around, 'home')
  mkdirSync(join(home, 'skill-usage'), { recursive: true })
  place(home, 'skills/mail.json', JSON.stringify({ name: 'mail', content: '# Mail\n' }))
  await run(['mount', join(around, 'once')], home)
  const ended = await run(args(home), home)
  expect([ended.exit, ended.out]).toEqual([exit, ''])
  expect(ended.err).toMatch(err)
  expect((await document(['mount'], home)).mounts.map(({ source }: { source: string }) => source)).toEqual(['once'])
})

test('more folders than anybody needs are refused', async () => {
  const home = homeWith([])
  const root = tempFolder()
  const mounts = Array.from({ length: 32 }, (_, i) => ({ path: `${root}/${i}`, source: `s-${i}` }))
  place(home, 'cortex/mounts.json', JSON.stringify(mounts))
  const { exit, err } = await run(['mount', tempFolder()], home)
  expect([exit, err]).toEqual([1, expect.stringMatching(/^too-large: expected at most 32 mounted folders/)])
})
