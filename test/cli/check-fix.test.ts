// Goal: `check --fix` writes only what was shown, only after a person's yes, and only the files that are odd; what stood
// before is kept, and the second run has nothing to do.
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Surroundings } from '../../src/cli/command.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { asPerson, TOKEN, WAYS } from './person-process.ts'
import { AGENT, workIn } from './reviewed-home.ts'
import { homeWith, place } from './run-program.ts'

const PERSON: Partial<Surroundings> = { env: { SKILL_CORTEX_OPERATOR_TOKEN: TOKEN } }

// A file as it stands, and whether it is one that the repair writes.
const FILES: [path: string, text: string, isOdd: boolean][] = [
  ['skills/tea.json', '{ "name":"tea",\n\t"content": "# Tea" }', false],
  ['skills/mail.json', '{\n  // mine\n  "name": "mail",\n  "content": "# Mail",\n  "mine": [1, 2,],\n}\n', true],
  [
    'skills/mcp/calendar.json',
    '\ufeff{"name":"Calendar","content":"# C","seealso":"TEA","createdAt":"2026-11-21"}',
    true,
  ],
  ['skills/cake.json', '{"name": "cake", "content": "# Cake", "tags": "sweet, baked"}', false],
  ['skills/half.json', '{"name": "half", "content": "# Ha', false],
]

function oddHome(): string {
  const home = homeWith([])
  for (const [path, text] of FILES) place(home, path, text)
  place(home, 'cortex/operator-token', TOKEN)
  symlinkSync(join(home, 'outside.json'), join(home, 'skills/link.json'))
  place(home, 'outside.json', '{"name": "link", "content": "# Link",}')
  return home
}

const fix = (home: string, given: Partial<Surroundings>, ...args: string[]) =>
  inProcess(['check', '--fix', ...args, '--home', home], given)
const textIn = (home: string, path: string) => readFileSync(join(home, path), 'utf8')
const expectUntouched = (home: string, which: (isOdd: boolean) => boolean = () => true) => {
  for (const [path, text, isOdd] of FILES) if (which(isOdd)) expect([path, textIn(home, path)]).toEqual([path, text])
  expect(lstatSync(join(home, 'skills/link.json')).isSymbolicLink()).toBe(true)
  expect(textIn(home, 'outside.json')).toBe('{"name": "link", "content": "# Link",}')
}
const asked = (answer: () => boolean | Promise<boolean>, questions: string[] = []): Partial<Surroundings> => ({
  isTerminal: true,
  async ask(question) {
    questions.push(question)
    return answer()
  },
})

test('where nobody can be asked it shows what it would write, and writes nothing', async () => {
  const home = oddHome()
  const { exit, out, err } = await fix(home, {})
  expect([exit, err]).toEqual([1, ''])
  expect(out).toContain(
    [
      'skills/mail.json:',
      '  put right: comments',
      '  put right: a comma after the last item',
      '--- skills/mail.json',
      '+++ skills/mail.json (repaired)',
    ].join('\n'),
  )
  expect(out).toContain('-  // mine\n')
  expect(out).toContain('  put right: the key "seealso" is "seeAlso"\n')
  expect(out).toMatch(/^2 files could be repaired; nothing was changed\. To write it so: --yes\.$/m)
  expect(out).not.toMatch(/^(?:---|\+\+\+) skills\/(?:tea|cake|half|link)/m)
  expectUntouched(home)
  expect(existsSync(join(home, 'cortex/records/mail.json'))).toBe(false)
})

test('what cannot be repaired without a guess is said', async () => {
  const { out } = await fix(oddHome(), PERSON, '--yes')
  expect(out).toMatch(/^skills\/cake\.json:1: error bad-field: /m)
  expect(out).toMatch(/^skills\/half\.json:1: error json-syntax: /m)
  expect(out).toMatch(/^skills\/link\.json: error file-link: /m)
  expect(out).toMatch(/^3 skills served: 3 errors, 0 warnings\.\n$/m)
})

test('--yes writes it for a person and for nobody else', async () => {
  const home = oddHome()
  const refused = await fix(home, {}, '--yes')
  expect(refused).toMatchObject({ exit: 1, out: '', err: expect.stringMatching(/^refused: only a person may decide/) })
  expectUntouched(home)
  expect(await fix(home, PERSON, '--yes')).toMatchObject({
    err: '',
    out: expect.stringMatching(/^2 files repaired\.$/m),
  })
  expectUntouched(home, (isOdd) => !isOdd)
  expect(JSON.parse(textIn(home, 'skills/mail.json'))).toMatchObject({ name: 'mail', content: '# Mail', mine: [1, 2] })
  expect(JSON.parse(textIn(home, 'skills/mcp/calendar.json'))).toMatchObject({
    ...{ name: 'mcp/calendar', seeAlso: ['tea'], createdAt: '2026-11-21T00:00:00.000Z' },
  })
})

test('the second run has nothing to do and changes no byte', async () => {
  const home = oddHome()
  await fix(home, PERSON, '--yes')
  const bytes = () => FILES.map(([path]) => textIn(home, path))
  const before = bytes()
  const { out } = await fix(home, PERSON, '--yes')
  expect(out).toMatch(/^Nothing to repair\.\n/)
  expect(bytes()).toEqual(before)
})

test('a person at a terminal is shown it and asked; anything but a yes leaves it', async () => {
  const home = oddHome()
  const questions: string[] = []
  const no = await fix(
    home,
    asked(() => false, questions),
  )
  expect(questions).toEqual(['Write them so?'])
  expect(no.err).toContain('+++ skills/mail.json (repaired)')
  expect(no).toMatchObject({ exit: 1, out: expect.stringMatching(/^2 files could be repaired; nothing was changed\./) })
  expectUntouched(home)
  const yes = await fix(
    home,
    asked(() => true),
  )
  expect(yes.out).toMatch(/^2 files repaired\.\n/)
  expect(yes.out).not.toContain('+++')
})

test.each(WAYS)('before the built program, a person at a %s', async (way) => {
  const home = oddHome()
  const { exit, seen } = await asPerson(way, ['check', '--fix'], home, [
    { after: 'Write them so? [y/N] ', keys: 'y\n' },
  ])
  expect(exit, seen).toBe(1)
  expect(seen).toContain('+++ skills/mail.json (repaired)')
  // A pipe is not asked: whoever has the token says --yes.
  expect(seen).toContain(way === 'terminal' ? '2 files repaired.' : '2 files could be repaired; nothing was changed.')
  expectUntouched(home, (isOdd) => way === 'pipe' || !isOdd)
})

test('what stood before is a version, whether it could be read or not', async () => {
  const home = oddHome()
  await fix(home, PERSON, '--yes')
  const record = JSON.parse(textIn(home, 'cortex/records/mail.json'))
  const was = FILES[1]![1]
  expect(record.versions).toMatchObject([
    { version: 1, digest: sha256Of(was), actor: 'operator', cause: 'hand-edited' },
    { version: 2, actor: 'operator', cause: 'edited' },
  ])
  expect(textIn(home, `cortex/blobs/${sha256Of(was)}`)).toBe(was)
  const history = await inProcess(['history', 'mail', '--home', home])
  expect(history).toMatchObject({ exit: 0, err: '' })
  const ledger = textIn(home, 'cortex/ledger.jsonl').trim().split('\n')
  expect(ledger.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'skill-saved', actor: 'operator', name: 'mail', version: 2 },
    { event: 'skill-saved', actor: 'operator', name: 'mcp/calendar', version: 2 },
  ])
})

test('one that changed after it was shown is left, and the others are written', async () => {
  const home = oddHome()
  const mine = '{"name": "mail", "content": "# Mine",}'
  const { exit, out } = await fix(
    home,
    asked(() => {
      place(home, 'skills/mail.json', mine)
      return true
    }),
  )
  expect(exit).toBe(1)
  expect(out).toMatch(/^skills\/mail\.json: not repaired: skill "mail": the text that was looked at was expected/)
  expect(out).toMatch(/^1 file repaired\.$/m)
  expect(textIn(home, 'skills/mail.json')).toBe(mine)
})

test('who wrote it, its approval and its files stay as they are', async () => {
  const home = homeWith([])
  const script = 'skills/mail.files/scripts/run.sh'
  await workIn(home, async ({ library, review }) => {
    await library.save('mail', { content: '# Mail' }, AGENT)
    place(home, script, 'echo mail')
    await review.approve('mail', (await review.look('mail')).hash, { actor: 'operator', via: 'test', author: null })
    await library.save('bread', { content: '# Bread' }, AGENT)
  })
  place(home, 'cortex/operator-token', TOKEN)
  for (const name of ['mail', 'bread']) {
    const path = `skills/${name}.json`
    place(home, path, textIn(home, path).replace(/\n}\n$/, ',\n}\n'))
  }
  expect((await fix(home, PERSON, '--yes')).out).toMatch(/^2 files repaired\.$/m)
  const { skills } = JSON.parse((await inProcess(['list', '--json', '--home', home])).out)
  expect(skills).toMatchObject([
    { name: 'bread', tier: 1, approval: 'pending_review' },
    { name: 'mail', tier: 2, approval: 'approved' },
  ])
  expect(textIn(home, script)).toBe('echo mail')
  place(home, script, 'echo other')
  const changed = JSON.parse((await inProcess(['list', '--json', '--home', home])).out).skills
  expect(changed[1]).toMatchObject({ name: 'mail', approval: 'needs_reapproval' })
})

test('as data: what was found, shown and done', async () => {
  const home = oddHome()
  const shown = JSON.parse(
    (
      await fix(
        home,
        asked(() => Promise.reject(new Error('asked'))),
        '--json',
      )
    ).out,
  )
  expect(shown).toMatchObject({ errors: 5, skills: 1, fixes: [{ outcome: 'shown' }, { outcome: 'shown' }] })
  expectUntouched(home)
  const done = JSON.parse((await fix(home, PERSON, '--yes', '--json')).out)
  expect(done).toMatchObject({ errors: 3, skills: 3 })
  expect(done.fixes[0]).toEqual({
    ...{ file: 'skills/mail.json', repairs: ['comments', 'a comma after the last item'], outcome: 'repaired' },
    ...{ diff: expect.stringMatching(/^--- skills\/mail\.json\n/), reason: null },
  })
  expect(await inProcess(['check', '--yes', '--home', home])).toMatchObject({ exit: 2 })
})

test('what a file says cannot command the screen it is shown on', async () => {
  const home = homeWith([])
  place(home, 'skills/mail.json', '{"name": "\\u001b[2J", "content": "# Mail", "x": "\u202e\u009b2J",}')
  const { out } = await fix(home, {})
  expect(out).toContain('skills/mail.json')
  expect(out).not.toMatch(/[\u001b\u009b\u202e]/)
})

const ODD_MD = '---\nname: doc\ndescription: Use when: a PDF comes\nlicense: MIT\n---\n\n# PDF\n'
const WHOLE_MD = '---\nname: pdf\ndescription: "Use when: a PDF comes"\nlicense: "MIT"\n---\n\n# PDF\n'
const fixAt = (path: string, given: Partial<Surroundings> = {}, ...args: string[]) =>
  inProcess(['check', path, '--fix', ...args], { ...given, open: () => Promise.reject(new Error('no home is opened')) })

function folders(): string {
  const root = tempFolder()
  place(root, 'pdf/SKILL.md', ODD_MD)
  place(root, 'pdf/notes.md', '\ufeffmine')
  place(root, 'tea/SKILL.md', "---\nname: 'tea' # mine\ndescription: Makes tea\n---\n\n# Tea\n")
  place(root, 'plain/SKILL.md', '# No front matter\n')
  return root
}
const allIn = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.includes('.md'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

test('folders of SKILL.md are shown, written after a yes, and then fine', async () => {
  const root = folders()
  const before = allIn(root)
  const shown = await fixAt(root)
  expect(shown).toMatchObject({ exit: 1, err: '' })
  expect(shown.out).toContain(`+++ ${root}/pdf/SKILL.md (repaired)\n`)
  expect(allIn(root)).toEqual(before)
  expect(
    (
      await fixAt(
        root,
        asked(() => false),
      )
    ).out,
  ).toMatch(/^1 file could be repaired; nothing was changed/)
  expect(allIn(root)).toEqual(before)
  expect((await fixAt(root, {}, '--yes')).out).toMatch(/^1 file repaired\.$/m)
  expect(allIn(root)).toEqual({ ...before, 'pdf/SKILL.md': WHOLE_MD })
  expect(readdirSync(join(root, 'pdf')).sort()).toEqual(['SKILL.md', 'notes.md'])
  const again = await fixAt(root, {}, '--yes')
  expect(again.out).toMatch(/^Nothing to repair\.\n/)
  expect(again.out).toContain('plain/SKILL.md:1: warning no-front-matter: ')
})

test('without --fix a folder is only looked at', async () => {
  const root = folders()
  const { exit, out } = await inProcess(['check', join(root, 'pdf')])
  expect(exit).toBe(0)
  expect(out).toMatch(/pdf\/SKILL\.md:3: warning yaml-unquoted: /)
  expect(out).toMatch(/^1 package looked at: 0 errors, \d warnings\.$/m)
  expect(readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')).toBe(ODD_MD)
})

test('the rights of the file stay', async () => {
  const root = folders()
  const file = join(root, 'pdf/SKILL.md')
  const before = lstatSync(file).mode
  await fixAt(file, {}, '--yes')
  expect([readFileSync(file, 'utf8'), lstatSync(file).mode]).toEqual([WHOLE_MD, before])
})

test('a file that is marked read-only is left', async () => {
  const root = folders()
  chmodSync(join(root, 'pdf/SKILL.md'), 0o444)
  const { exit, out } = await fixAt(root, {}, '--yes')
  expect([exit, readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')]).toEqual([1, ODD_MD])
  expect(out).toMatch(/pdf\/SKILL\.md: not repaired: expected a file that may be written, got one that is read-only/)
})

test('no link is written through, nor a package that holds one', async () => {
  const root = folders()
  const outside = join(tempFolder(), 'mine')
  writeFileSync(outside, ODD_MD)
  place(root, 'linked/x.md', 'x')
  symlinkSync(outside, join(root, 'linked/SKILL.md'))
  symlinkSync(outside, join(root, 'pdf/link'))
  const { out } = await fixAt(root, {}, '--yes')
  expect(out).toMatch(/^Nothing to repair\.$/m)
  expect(out).toMatch(/linked\/SKILL\.md: error link: /)
  expect([readFileSync(outside, 'utf8'), readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')]).toEqual([ODD_MD, ODD_MD])
})

test('a SKILL.md that changed after it was shown is left', async () => {
  const root = folders()
  const { exit, out } = await fixAt(
    root,
    asked(() => {
      place(root, 'pdf/SKILL.md', `${ODD_MD}more\n`)
      return true
    }),
  )
  expect(exit).toBe(1)
  expect(out).toMatch(/pdf\/SKILL\.md: not repaired: expected the file that was listed a moment ago, got another one/)
  expect(readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')).toBe(`${ODD_MD}more\n`)
})

test('what is no folder of skills is refused', async () => {
  const root = folders()
  expect(await fixAt(join(root, 'pdf/notes.md'))).toMatchObject({ exit: 2, err: expect.stringMatching(/got a file/) })
  expect(await fixAt(join(root, 'nowhere'))).toMatchObject({ exit: 1, err: expect.stringMatching(/^not-found: /) })
})
