// Editing as a person does it: an editor (a small program here) is started on the SKILL.md form, and what it leaves there
// is saved, refused or kept. The rows run in this process, which can say that it is a terminal; one runs on a real one.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { homeWith, place, placeSkill } from './run-program.ts'

const SKILL = {
  name: 'mcp/email',
  summary: 'Send an email',
  content: '# Send\n\nAsk for the address.\n',
  createdAt: '2026-11-01T10:00:00.000Z',
  tags: ['mail'],
  mine: { kept: true },
}

/** An editor that runs `edit(text, path, fs)` on the file and writes what it answers. */
function editorThat(edit: string): string {
  const script = join(tempFolder(), 'an editor.mjs')
  writeFileSync(
    script,
    `import fs from 'node:fs'
const path = process.argv.at(-1)
const edit = ${edit}
const text = edit(fs.readFileSync(path, 'utf8'), path, fs)
if (text !== undefined) fs.writeFileSync(path, text)`,
  )
  return `"${process.execPath}" '${script}'`
}

function edit(home: string, editor: string, args: string[] = [], env: Record<string, string> = {}) {
  return inProcess(['edit', SKILL.name, ...args, '--home', home], { isTerminal: true, env: { EDITOR: editor, ...env } })
}

const skillIn = (home: string) => JSON.parse(readFileSync(join(home, 'skills/mcp/email.json'), 'utf8'))
/** Where the person's text is kept, until this test is over. */
function keptPath(text: string): string {
  const path = /your text is kept in (\S+\.md)/.exec(text)?.[1]
  if (path === undefined) throw new Error(`nothing was kept: ${text}`)
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }))
  return path
}

type Saved = { does: string; edit: string; expected: Record<string, unknown>; out: RegExp }
const SAVED: Saved[] = [
  {
    does: 'content is saved, and all else stays',
    edit: `(text) => text + 'Then send.\\n'`,
    expected: { ...SKILL, content: `${SKILL.content}Then send.\n` },
    out: /^Saved mcp\/email as version 2\.\n$/,
  },
  {
    does: 'a description becomes the summary',
    edit: `(text) => text.replace(/^description: .*$/m, 'description: Post a letter')`,
    expected: { summary: 'Post a letter', content: SKILL.content },
    out: /^Saved mcp\/email as version 2\.\n$/,
  },
  {
    does: 'a description that was taken out is made from the text, with a warning',
    edit: `(text) => text.replace(/^description: .*\\n/m, '')`,
    expected: { summary: 'Ask for the address' },
    out: /^Saved mcp\/email as version 2\.\nSKILL\.md.*: warning description-missing: /,
  },
  {
    does: 'a list that was taken out is empty',
    edit: `(text) => text.replace(/^ *skill-cortex-tags: .*\\n/m, '')`,
    expected: { tags: [], mine: { kept: true } },
    out: /^Saved/,
  },
  {
    does: 'a key of somebody else is kept',
    edit: `(text) => text.replace('name: email', 'license: MIT\\nname: email')`,
    expected: { mine: { kept: true }, frontMatter: { license: 'MIT' } },
    out: /^Saved/,
  },
]

test.each(SAVED)('$does', async ({ edit: change, expected, out }) => {
  const home = homeWith([SKILL])
  const ended = await edit(home, editorThat(change))
  expect(ended).toMatchObject({ exit: 0, err: '', out: expect.stringMatching(out) })
  expect(skillIn(home)).toMatchObject(expected)
  const record = JSON.parse(readFileSync(join(home, 'cortex/records/mcp/email.json'), 'utf8'))
  expect(record.versions.at(-1)).toMatchObject({ version: 2, actor: 'operator', cause: 'saved' })
})

const UNCHANGED = [
  ['as it is', '() => undefined'],
  ['with the same bytes', '(text) => text'],
  ['with other quotes only', `(text) => text.replace('"Send an email"', "'Send an email'")`],
] as const

test.each(UNCHANGED)('a text that is left %s is not saved, and said so', async (_how, change) => {
  const home = homeWith([SKILL])
  const ended = await edit(home, editorThat(change))
  expect(ended).toEqual({
    exit: 0,
    err: '',
    out: 'mcp/email says what it said before (version 1): nothing was saved.\n',
  })
  expect(existsSync(join(home, 'cortex'))).toBe(false)
})

const REFUSED: [what: string, edit: string, err: RegExp][] = [
  ['broken front matter', `(text) => text.replace('metadata:', 'metadata')`, /SKILL\.md:\d+: error yaml-syntax: /],
  ['no front matter', `(text) => text.replace('---', '')`, /error no-front-matter: .*Put the lines at the top back/],
  [
    'metadata that is a text',
    `(text) => text.replace('metadata:', 'metadata: {')`,
    /error bad-field: expected "metadata:"/,
  ],
  ['a list that is none', `(text) => text.replace('[\\\\"mail\\\\"]', 'mail')`, /error bad-field: .*a JSON list/],
  ['no content', `(text) => text.slice(0, text.lastIndexOf('---') + 4)`, /error content-missing: expected the text/],
  ['another name', `(text) => text.replace('name: email', 'name: letter')`, /got "letter"\. Put the name back/],
  ['another path', `(text) => text.replace('mcp/email', 'post/email')`, /got "post\/email"\. Put the name back/],
  ['no valid name', `(text) => text.replace('name: email', 'name: E Mail')`, /error \S+: .*Put the name back/],
]

test.each(REFUSED)('a text with %s is refused and kept', async (_what, change, err) => {
  const home = homeWith([SKILL])
  const ended = await edit(home, editorThat(change))
  expect(ended.exit).toBe(1)
  expect(ended.err).toMatch(/^damaged: what you wrote cannot be saved as "mcp\/email"; your text is kept in /)
  expect(ended.err).toMatch(err)
  expect(ended.err).toMatch(/\n {2}Correct it there, then put it in with: skill-cortex edit mcp\/email\n$/)
  expect(readFileSync(keptPath(ended.err), 'utf8')).toContain('---')
  expect(skillIn(home)).toEqual(SKILL)
})

const MEANWHILE: [what: string, prepare: (home: string) => Promise<unknown>][] = [
  ['that was placed by hand', async () => undefined],
  ['with a history', (home) => edit(home, editorThat(`(text) => text + 'First.\\n'`))],
]

test.each(MEANWHILE)(
  'a skill %s that changes meanwhile is a conflict; both texts are there',
  async (_what, prepare) => {
    const home = homeWith([SKILL])
    await prepare(home)
    const file = JSON.stringify(join(home, 'skills/mcp/email.json'))
    const theirs = `fs.writeFileSync(${file}, JSON.stringify({ name: 'mcp/email', content: 'Theirs.' }))`
    const ended = await edit(home, editorThat(`(text, path, fs) => { ${theirs}; return text + 'Mine.\\n' }`))
    expect(ended.exit).toBe(1)
    expect(ended.err).toMatch(
      /^conflict: skill "mcp\/email" was read at version \d but is at version \d: .*kept in .*\n {2}See what/,
    )
    expect(readFileSync(keptPath(ended.err), 'utf8')).toMatch(/Mine\.\n$/)
    expect(skillIn(home).content).toBe('Theirs.')
  },
)

test('a skill that is archived meanwhile does not come back by itself', async () => {
  const home = homeWith([SKILL])
  const gone = `fs.unlinkSync(${JSON.stringify(join(home, 'skills/mcp/email.json'))})`
  const ended = await edit(home, editorThat(`(text, path, fs) => { ${gone}; return text + 'Mine.\\n' }`))
  expect(ended.exit).toBe(1)
  expect(ended.err).toMatch(/^not-found: no skill is named "mcp\/email"; your text is kept in /)
  expect(readFileSync(keptPath(ended.err), 'utf8')).toMatch(/Mine\.\n$/)
  expect(existsSync(join(home, 'skills/mcp/email.json'))).toBe(false)
})

test('an editor that fails, and one that removes the file, save nothing', async () => {
  const home = homeWith([SKILL])
  const failed = await edit(
    home,
    editorThat(`(text, path, fs) => { fs.writeFileSync(path, text + 'Half'); process.exit(3) }`),
  )
  expect(failed).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/^refused: .*\(exit code 3\); your text is kept in /),
  })
  expect(readFileSync(keptPath(failed.err), 'utf8')).toMatch(/Half$/)
  const removed = await edit(home, editorThat('(text, path, fs) => fs.unlinkSync(path)'))
  expect(removed).toMatchObject({ exit: 1, err: expect.stringMatching(/^refused: .*\(it removed the file\)\n/) })
  expect(skillIn(home)).toEqual(SKILL)
})

const NO_EDITOR: [env: Record<string, string>, exit: number, err: RegExp][] = [
  [
    { EDITOR: '' },
    2,
    /^bad-input: expected \$VISUAL or \$EDITOR to name an editor, got neither\n {2}Set one, for example/,
  ],
  [{ EDITOR: 'no-such-editor -w' }, 2, /^bad-input: expected .* can be started, got "no-such-editor"\n {2}Correct it/],
]

test.each(NO_EDITOR)('without an editor (%j) it says what to set', async (env, exit, err) => {
  const ended = await edit(homeWith([SKILL]), '', [], env)
  expect(ended).toMatchObject({ exit, out: '', err: expect.stringMatching(err) })
})

test('VISUAL comes before EDITOR, the temporary file is private, and goes when it is saved', async () => {
  const home = homeWith([SKILL])
  const note = join(tempFolder(), 'note')
  const visual = editorThat(
    `(text, path, fs) => { fs.writeFileSync(${JSON.stringify(note)}, path + ' ' + (fs.statSync(path).mode & 0o777)); return text + 'x\\n' }`,
  )
  const ended = await edit(home, 'no-such-editor', ['--json'], { VISUAL: visual })
  expect(JSON.parse(ended.out)).toEqual({ name: 'mcp/email', version: 2, changed: true, warnings: [] })
  const [path = '', mode] = readFileSync(note, 'utf8').split(' ')
  expect(path).toMatch(/mcp\.email\.md$/)
  expect(process.platform === 'win32' || mode === String(0o600)).toBe(true)
  expect(existsSync(dirname(path))).toBe(false)
})

test('a damaged skill is not opened', async () => {
  const home = homeWith([])
  placeSkill(home, { ...SKILL, tags: 'none' })
  place(home, 'skills/mcp/email.json', '{')
  const ended = await edit(home, 'no-such-editor')
  expect(ended).toMatchObject({ exit: 1, err: expect.stringMatching(/^damaged: .*skills\/mcp\/email\.json:1/) })
})

test('on a real terminal the built program starts the editor and saves', () => {
  const home = homeWith([SKILL])
  const editor = editorThat(`(text) => text + (process.stdout.isTTY ? 'On a terminal.\\n' : '')`)
  const command = `"${process.execPath}" "${inject('program')}" edit mcp/email --home "${home}"`
  const env = { ...process.env, EDITOR: editor, VISUAL: '' }
  const { error, status } = spawnSync('script', ['-qec', command, '/dev/null'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Where no program makes a terminal, the rows above have to do.
  if (error !== undefined) return expect(error).toMatchObject({ code: 'ENOENT' })
  expect(status).toBe(0)
  expect(skillIn(home).content).toMatch(/On a terminal\.\n$/)
  expect(readdirSync(join(home, 'cortex/records/mcp'))).toEqual(['email.json'])
})
