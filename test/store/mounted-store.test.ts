// Goal: packages in mounted folders are skills like all others, live and never written; what they record is kept here; and
// nothing that stands in such a folder keeps any other skill from being served.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Mount } from '../../src/domain/mount.ts'
import { newRecord, withVersion } from '../../src/domain/record.ts'
import { documentBytes, readDocument } from '../../src/domain/skill-document.ts'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import type { Current, SkillStore } from '../../src/store/skill-store.ts'
import { folderWith, skillMd } from '../packages/package-folders.ts'
import { NOW, saving, skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { mountedHome, mountedOn, remount } from '../support/mounted.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { skillStoreContract } from './skill-store.contract.ts'

skillStoreContract('beside mounted folders', () => {
  const layout = tempHome()
  mkdirSync(layout.skills)
  // One that is there and empty: what the store keeps is all there is.
  put(layout.mounts, JSON.stringify([{ path: tempFolder(), source: 'empty' }]))
  const open = () => mountedOn(layout).store
  return { store: open(), other: open(), place: (name, text) => put(skillPath(layout, name), text) }
})

const at = (path: string, source: string, more: Partial<Mount> = {}): Mount => ({ path, source, ...more })

async function openWith(...mounts: Mount[]) {
  const layout = await mountedHome(mounts)
  return { layout, ...mountedOn(layout) }
}

const names = async (store: SkillStore) => [...(await store.list()).stamps.keys()].sort()
const codes = async (store: SkillStore) => (await store.list()).diagnostics.map(({ code }) => code).sort()

async function skillIn(store: SkillStore, name: string) {
  const stored = await store.read(name)
  if (stored === undefined) return undefined
  return parseSkillFile(stored.text, { file: name, pathName: name, createdAt: stored.modifiedAt }).skill
}

describe('a mounted folder', () => {
  test('has its packages listed, read and stamped like skills of the library', async () => {
    const folder = folderWith({
      'pdf/SKILL.md': skillMd('pdf'),
      'pdf/scripts/run.py': 'print(1)\n',
      'team/tea/SKILL.md': skillMd('tea'),
      'notes.txt': 'x',
    })
    const { store, layout } = await openWith(at(folder, 'claude', { client: 'claude-code' }))
    put(skillPath(layout, 'mail'), skillJson('mail', 'Send it.'))
    expect(await names(store)).toEqual(['mail', 'pdf', 'team/tea'])
    const { stamps } = await store.list()
    for (const [name, stamp] of stamps) {
      expect(await store.stamp(name)).toBe(stamp)
      expect((await store.read(name))?.stamp).toBe(stamp)
    }
    expect(await skillIn(store, 'pdf')).toMatchObject({
      name: 'pdf',
      summary: 'Does pdf',
      content: '# pdf\n\nDo pdf.\n',
    })
    expect((await store.read('pdf'))?.mount).toEqual({
      ...{ source: 'claude', client: 'claude-code', textPath: join(folder, 'pdf/SKILL.md') },
    })
    expect((await store.read('mail'))?.mount).toBeUndefined()
    const { skills, diagnostics } = await store.readAll(['mail', 'pdf', 'team/tea', 'nosuch'])
    expect([skills.map(({ name }) => name).sort(), diagnostics]).toEqual([['mail', 'pdf', 'team/tea'], []])
  })

  test('hands out the bytes of a file only while they are those of its manifest', async () => {
    const folder = folderWith({ 'pdf/SKILL.md': skillMd('pdf'), 'pdf/scripts/run.py': 'print(1)\n' })
    chmodSync(join(folder, 'pdf/scripts/run.py'), 0o755)
    const { store } = await openWith(at(folder, 'claude'))
    const [file] = readDocument((await store.read('pdf'))!.text).files!
    expect(file).toMatchObject({ path: 'scripts/run.py', size: 9, isExecutable: true })
    expect(Buffer.from((await store.file('pdf', file!))!).toString()).toBe('print(1)\n')
    writeFileSync(join(folder, 'pdf/scripts/run.py'), 'print(2)\n')
    expect(await store.file('pdf', file!)).toBeUndefined()
  })

  test('below a prefix takes its references along, and tells when a neighbour changes what they mean', async () => {
    const folder = folderWith({
      'pdf/SKILL.md': skillMd('pdf', '# pdf\n', 'metadata:\n  skill-cortex-see-also: \'["tea", "mail"]\'\n'),
      'tea/SKILL.md': skillMd('tea'),
    })
    const { store } = await openWith(at(folder, 'work', { prefix: 'work' }))
    expect(await names(store)).toEqual(['work/pdf', 'work/tea'])
    expect((await skillIn(store, 'work/pdf'))?.seeAlso).toEqual(['work/tea', 'mail'])
    const before = await store.stamp('work/pdf')
    folderWith({ 'mail/SKILL.md': skillMd('mail') }, folder)
    expect(await names(store)).toEqual(['work/mail', 'work/pdf', 'work/tea'])
    expect(await store.stamp('work/pdf')).not.toBe(before)
    expect((await skillIn(store, 'work/pdf'))?.seeAlso).toEqual(['work/tea', 'work/mail'])
  })

  test('is one skill where it is itself a package', async () => {
    const folder = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
    const { store } = await openWith(at(join(folder, 'pdf'), 'one'))
    expect(await names(store)).toEqual(['pdf'])
    expect(await skillIn(store, 'pdf')).toMatchObject({ name: 'pdf' })
  })

  test('says the same of the same bytes, whatever their dates', async () => {
    const folder = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
    const { store } = await openWith(at(folder, 'claude'))
    const before = await store.read('pdf')
    writeFileSync(join(folder, 'pdf/SKILL.md'), skillMd('pdf'))
    const after = await store.read('pdf')
    expect(after?.digest).toBe(before?.digest)
    expect(after?.stamp).not.toBe(before?.stamp)
  })
})

describe('one name in several places', () => {
  const two = async () => {
    const [one, other] = [folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'One.\n') }), folderWith({})]
    folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'Other.\n'), 'tea/SKILL.md': skillMd('tea') }, other)
    return { one, other, ...(await openWith(at(one, 'one'), at(other, 'other'))) }
  }
  const shadowed = async ({ mounts }: Awaited<ReturnType<typeof two>>) =>
    (await mounts.report()).mounts
      .flatMap((each) => each.shadowed)
      .map((c) => `${c.name}@${c.source} by ${c.servedFrom}`)

  test('is served by what was mounted first, and said', async () => {
    const home = await two()
    expect(await names(home.store)).toEqual(['pdf', 'tea'])
    expect((await skillIn(home.store, 'pdf'))?.content).toBe('One.\n')
    expect(await shadowed(home)).toEqual(['pdf@other by one'])
    const [fault] = (await home.store.list()).diagnostics
    expect(fault).toMatchObject({ severity: 'warning', code: 'mount-shadowed', file: join(home.other, 'pdf/SKILL.md') })
    expect((await home.mounts.report()).mounts.map(({ skills }) => skills)).toEqual([1, 1])
  })

  test('is served by the library where it has one, and again by the mount when that is gone', async () => {
    const home = await two()
    put(skillPath(home.layout, 'pdf'), skillJson('pdf', 'Ours.'))
    expect(await shadowed(home)).toEqual(['pdf@one by library', 'pdf@other by library'])
    expect((await skillIn(home.store, 'pdf'))?.content).toBe('Ours.')
    expect((await home.store.list()).stamps.get('pdf')).toBe(await home.store.stamp('pdf'))
    put(skillPath(home.layout, 'pdf'), undefined)
    expect((await skillIn(home.store, 'pdf'))?.content).toBe('One.\n')
  })

  test('each copy can be read by its source', async () => {
    const { mounts } = await two()
    expect((await mounts.copy('pdf', 'other'))?.text).toContain('Other.')
    expect((await mounts.copy('pdf', 'one'))?.text).toContain('One.')
    expect([await mounts.copy('tea', 'one'), await mounts.copy('pdf', 'nosuch')]).toEqual([undefined, undefined])
  })

  test('is nobody\u2019s while files of the library contest it', async () => {
    const home = await two()
    for (const name of ['pdf', 'PDF']) put(skillPath(home.layout, name), skillJson('pdf', 'x'))
    expect(await names(home.store)).toEqual(['tea'])
  })

  test('passes on to the second when the first is gone', async () => {
    const home = await two()
    await home.store.list()
    rmSync(join(home.one, 'pdf'), { recursive: true })
    expect((await skillIn(home.store, 'pdf'))?.content).toBe('Other.\n')
    expect(await shadowed(home)).toEqual([])
  })

  test.each<[prefix: string, own: string, received: string]>([
    ['mail', 'mail', '"mail" and "mail/pdf"'],
    ['work', 'work/pdf/page', '"work/pdf" and "work/pdf/page"'],
  ])(
    'below the prefix %s and %s of the library are paths of each other: both are served, and it is said',
    async (prefix, own, received) => {
      const { store, layout } = await openWith(at(folderWith({ 'pdf/SKILL.md': skillMd('pdf') }), 'x', { prefix }))
      put(skillPath(layout, own), skillJson(own, 'Ours.'))
      expect(await names(store)).toEqual([own, `${prefix}/pdf`].sort())
      expect((await store.list()).diagnostics).toMatchObject([{ severity: 'warning', code: 'prefix-name', received }])
    },
  )

  test('within one folder the first by path serves it', async () => {
    const whole = (text: string) => skillMd('pdf', `${text}\n`, 'metadata:\n  skill-cortex-name: team/pdf\n')
    const { store } = await openWith(
      at(folderWith({ 'a/pdf/SKILL.md': whole('A.'), 'b/pdf/SKILL.md': whole('B.') }), 'x'),
    )
    expect((await skillIn(store, 'team/pdf'))?.content).toBe('A.\n')
    expect(await codes(store)).toEqual(['mount-shadowed'])
  })
})

describe('what happens in the folder', () => {
  const one = async () => {
    const folder = folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'One.\n') })
    const home = await openWith(at(folder, 'claude'))
    await home.store.list()
    return { folder, ...home }
  }

  test('an edit, a new file and a removed one are seen by whoever asks for the skill', async () => {
    const { folder, store } = await one()
    const stamps = [await store.stamp('pdf')]
    for (const change of [
      () => writeFileSync(join(folder, 'pdf/SKILL.md'), skillMd('pdf', 'Two.\n')),
      () => folderWith({ 'pdf/references/a.md': 'a' }, folder),
      () => folderWith({ 'pdf/policy.json': '{"version": 1, "tools": ["Bash"]}' }, folder),
      () => rmSync(join(folder, 'pdf/references'), { recursive: true }),
    ]) {
      change()
      stamps.push(await store.stamp('pdf'))
    }
    expect(new Set(stamps).size).toBe(5)
    expect(await skillIn(store, 'pdf')).toMatchObject({ content: 'Two.\n', files: [], policy: { tools: ['Bash'] } })
  })

  test('a new package moves the mark, and is there at once for whoever asks for its name', async () => {
    const { folder, store } = await one()
    const before = store.mark()
    folderWith({ 'tea/SKILL.md': skillMd('tea') }, folder)
    expect(store.mark()).not.toBe(before)
    expect(await skillIn(store, 'tea')).toMatchObject({ name: 'tea' })
    rmSync(join(folder, 'tea'), { recursive: true })
    expect([await store.stamp('tea'), await store.read('tea')]).toEqual([undefined, undefined])
  })

  test('is hinted at when somebody asks for the mark, whatever else changes at the time', async () => {
    const { folder, store } = await one()
    const hints: (string | undefined)[] = []
    const watch = store.watch((name) => void hints.push(name))
    store.mark()
    expect(hints).toEqual([])
    folderWith({ 'tea/SKILL.md': skillMd('tea') }, folder)
    store.mark()
    store.mark()
    expect(hints).toEqual([undefined])
    await store.list()
    store.mark()
    await watch.close()
    folderWith({ 'bread/SKILL.md': skillMd('bread') }, folder)
    store.mark()
    expect(hints).toEqual([undefined])
  })

  test('a package that calls itself otherwise by now has its new name, and not the old one', async () => {
    const { folder, store } = await one()
    const renamed = skillMd('pdf', 'One.\n', 'metadata:\n  skill-cortex-name: team/pdf\n')
    writeFileSync(join(folder, 'pdf/SKILL.md'), renamed)
    expect([await store.stamp('pdf'), await store.read('pdf')]).toEqual([undefined, undefined])
    expect(await names(store)).toEqual(['team/pdf'])
  })

  test('one that cannot be read any more is damaged, with its path, and comes back', async () => {
    const { folder, store } = await one()
    writeFileSync(join(folder, 'pdf/SKILL.md'), '---\nname: pdf\n')
    expect([await names(store), await codes(store)]).toEqual([[], ['front-matter-unclosed']])
    writeFileSync(join(folder, 'pdf/SKILL.md'), skillMd('pdf', 'One.\n'))
    expect([await names(store), await codes(store)]).toEqual([['pdf'], []])
  })

  test('the folder goes and comes back whole; meanwhile its records stand', async () => {
    const { folder, store } = await one()
    const before = await store.read('pdf')
    await store.update('pdf', noting)
    renameSync(folder, `${folder}-away`)
    expect([await names(store), await codes(store), await store.read('pdf')]).toEqual([[], ['mount-gone'], undefined])
    expect((await store.record('pdf'))?.author).toBe('noted')
    renameSync(`${folder}-away`, folder)
    expect([await names(store), await codes(store)]).toEqual([['pdf'], []])
    expect(await store.read('pdf')).toEqual(before)
  })

  test('a link in the place of the folder is not followed', async () => {
    const { folder, store } = await one()
    const other = folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'Foreign.\n') })
    rmSync(folder, { recursive: true })
    symlinkSync(other, folder)
    expect([await store.stamp('pdf'), await store.read('pdf')]).toEqual([undefined, undefined])
    expect([await names(store), await codes(store)]).toEqual([[], ['mount-swapped']])
  })

  test('a link that comes into the place of a package is not followed either', async () => {
    const { folder, store } = await one()
    const other = folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'Foreign.\n') })
    rmSync(join(folder, 'pdf'), { recursive: true })
    symlinkSync(join(other, 'pdf'), join(folder, 'pdf'))
    expect([await store.stamp('pdf'), await store.read('pdf')]).toEqual([undefined, undefined])
    expect(await codes(store)).toEqual(['link'])
  })

  test('mounting and unmounting by another process is seen at once', async () => {
    const { layout, store } = await one()
    const before = store.mark()
    const more = folderWith({ 'tea/SKILL.md': skillMd('tea') })
    await remount(layout, [at(more, 'more')])
    expect(store.mark()).not.toBe(before)
    expect([await store.read('pdf'), (await skillIn(store, 'tea'))?.name]).toEqual([undefined, 'tea'])
  })

  test('a list of mounts that is none is a fault, and nobody writes over it', async () => {
    const { layout, store } = await one()
    put(layout.mounts, '[{"path": ')
    expect([await names(store), await codes(store)]).toEqual([[], ['mounts-damaged']])
    await expect(remount(layout, [])).rejects.toMatchObject({ code: 'damaged' })
    expect(readFileSync(layout.mounts, 'utf8')).toBe('[{"path": ')
    rmSync(layout.mounts)
    mkdirSync(layout.mounts)
    put(skillPath(layout, 'mail'), skillJson('mail', 'Send it.'))
    expect([await names(store), await codes(store)]).toEqual([['mail'], ['mounts-damaged']])
  })
})

describe('a decision about a mounted skill', () => {
  const withFile = async () => {
    const folder = folderWith({ 'pdf/SKILL.md': skillMd('pdf', 'One.\n'), 'pdf/a.txt': 'alpha' })
    return { folder, ...(await openWith(at(folder, 'claude'))) }
  }

  test('that is of its record alone is kept, with the bytes that it names', async () => {
    const { folder, store } = await withFile()
    const { text, digest } = (await store.read('pdf'))!
    await store.update('pdf', noting)
    expect((await store.record('pdf'))?.versions.map((version) => version.digest)).toEqual([digest])
    expect(await store.blob(digest)).toBe(text)
    const [file] = readDocument(text).files!
    rmSync(folder, { recursive: true })
    expect(Buffer.from((await store.file('pdf', file!))!).toString()).toBe('alpha')
    expect(await store.sweepBlobs()).toBe(0)
  })

  test.each<[what: string, live: string | null]>([
    ['would write its text', skillJson('pdf', 'Mine.')],
    ['would remove it', null],
  ])('that %s is refused, and nothing is written', async (_, live) => {
    const { folder, store, layout } = await withFile()
    const decide = (current: Current) => ({ change: { ...noting(current).change, live }, result: undefined })
    await expect(store.update('pdf', decide)).rejects.toMatchObject({
      code: 'refused',
      message: /read-only from claude/,
    })
    expect(await store.record('pdf')).toBeUndefined()
    expect(existsSync(skillPath(layout, 'pdf'))).toBe(false)
    expect(readFileSync(join(folder, 'pdf/SKILL.md'), 'utf8')).toBe(skillMd('pdf', 'One.\n'))
  })

  test('that would leave a draft is refused: it could never be accepted', async () => {
    const { store } = await withFile()
    const draft = {
      version: 2,
      digest: 'd'.repeat(64),
      size: 1,
      files: [],
      base: null,
      at: NOW,
      actor: 'agent' as const,
    }
    const decide = (current: Current) => {
      const { change } = noting(current)
      const record = { ...change.record, draft: { ...draft, via: 'save_skill', author: null } }
      return { change: { ...change, record }, result: undefined }
    }
    await expect(store.update('pdf', decide)).rejects.toMatchObject({ code: 'refused' })
  })

  test('of the library\u2019s own skill beside it is as ever', async () => {
    const { store } = await withFile()
    await store.update('mail', saving('mail', skillJson('mail', 'Send it.')))
    expect((await store.read('mail'))?.mount).toBeUndefined()
  })
})

test('a tree of strangers: each fault is said, and every other skill is served', async () => {
  const folder = folderWith({
    'good/SKILL.md': skillMd('good'),
    'linked/SKILL.md': skillMd('linked'),
    'pipe/SKILL.md': skillMd('pipe'),
    'deep/SKILL.md': skillMd('deep'),
    'many/SKILL.md': skillMd('many'),
    'case/SKILL.md': skillMd('case'),
    'case/a.txt': '1',
    'case/A.txt': '2',
    'text/SKILL.md': Buffer.from([0xff, 0xfe, 0x00]),
    'huge/SKILL.md': skillMd('huge'),
    '.hidden/SKILL.md': skillMd('hidden'),
    'loose.txt': 'x',
    'node_modules/x/SKILL.md': skillMd('x'),
  })
  symlinkSync('/etc/passwd', join(folder, 'linked/passwd'))
  symlinkSync(folderWith({ 'SKILL.md': skillMd('outside') }), join(folder, 'outside'))
  execFileSync('mkfifo', [join(folder, 'pipe/queue')])
  mkdirSync(join(folder, 'deep', ...Array.from({ length: 300 }, () => 'd')), { recursive: true })
  for (let i = 0; i < 513; i++) writeFileSync(join(folder, `many/${i}.txt`), '')
  execFileSync('truncate', ['-s', '1T', join(folder, 'huge/blob.bin')])
  const { store, mounts, layout } = await openWith(at(folder, 'strange'))
  put(skillPath(layout, 'mail'), skillJson('mail', 'Send it.'))
  expect(await names(store)).toEqual(['good', 'mail'])
  const { diagnostics } = (await mounts.report()).mounts[0]!
  expect(await codes(store)).toEqual(
    diagnostics.flatMap((each) => (each.severity === 'error' ? [each.code] : [])).sort(),
  )
  const said = diagnostics.map(({ code, file }) => `${code} ${file.replace(`${folder}/`, '')}`)
  expect([...new Set(said)].sort()).toEqual([
    'contested-name case/A.txt',
    'contested-name case/a.txt',
    'dotfile .hidden',
    'foreign-folder node_modules',
    'link linked/passwd',
    'link outside',
    'not-a-file pipe/queue',
    'not-a-package loose.txt',
    'not-utf8 text/SKILL.md',
    'too-deep deep/d/d/d/d/d/d/d/d/d/d/d/d/d',
    'too-large huge',
    'too-many many',
  ])
  expect(await skillIn(store, 'good')).toMatchObject({ name: 'good' })
})

test('a folder that has grown beyond all bounds is a fault, and every other skill is served', async () => {
  const huge = folderWith({ 'pdf/SKILL.md': skillMd('pdf') })
  const { store, layout } = await openWith(at(huge, 'huge'), at(folderWith({ 'tea/SKILL.md': skillMd('tea') }), 'tea'))
  expect(await names(store)).toEqual(['pdf', 'tea'])
  for (const part of ['a', 'b', 'c']) {
    mkdirSync(join(huge, part))
    for (let i = 0; i < 6_700; i++) mkdirSync(join(huge, part, `${i}`))
  }
  put(skillPath(layout, 'mail'), skillJson('mail', 'Send it.'))
  expect([await names(store), await codes(store)]).toEqual([['mail', 'tea'], ['too-large']])
})

test('of a thousand packages none is opened again until it has changed', async () => {
  const count = 1_000
  const files = Array.from({ length: count }, (_, i): [string, string] => [
    `skill-${i}/SKILL.md`,
    skillMd(`skill-${i}`),
  ])
  const folder = folderWith(Object.fromEntries(files))
  const { store } = await openWith(at(folder, 'many'))
  expect((await names(store)).length).toBe(count)
  const { skills } = await store.readAll(await names(store))
  expect(skills.length).toBe(count)
  const opened = await openedDuring(async () => void (await names(store)))
  expect(opened.filter((path) => path.startsWith(folder))).toEqual([])
  writeFileSync(join(folder, 'skill-7/SKILL.md'), skillMd('skill-7', 'New.\n'))
  const again = await openedDuring(async () => void (await names(store)))
  expect(again.filter((path) => path.startsWith(folder))).toEqual([join(folder, 'skill-7/SKILL.md')])
})

test('more faults than anybody reads are counted, the errors first', async () => {
  const files = Array.from({ length: 700 }, (_, i): [string, string] => [`loose-${i}.txt`, 'x'])
  const folder = folderWith({ ...Object.fromEntries(files), 'z/SKILL.md': '---\nname: z\n' })
  const { mounts } = await openWith(at(folder, 'loose'))
  const { diagnostics } = (await mounts.report()).mounts[0]!
  expect([diagnostics.length, diagnostics[0]?.code]).toEqual([501, 'front-matter-unclosed'])
  expect(diagnostics.at(-1)).toMatchObject({ severity: 'warning', received: '201 more files that were passed over' })
})

/** Remembers the live bytes, and who noted it. */
function noting({ live, record }: Current) {
  const base = record ?? newRecord('pdf', 'human', 'mount', 'noted')
  const next = withVersion(base, documentBytes(live!.text), { actor: 'operator', cause: 'hand-edited', at: NOW })
  return { change: { record: next, blobs: [live!.text] }, result: undefined }
}

/** The paths of files that this process opens meanwhile. */
async function openedDuring(work: () => Promise<void>): Promise<string[]> {
  const fs = process.getBuiltinModule('node:fs')
  const { openSync } = fs
  const opened: string[] = []
  fs.openSync = (...args) => {
    opened.push(String(args[0]))
    return openSync(...args)
  }
  syncBuiltinESMExports()
  try {
    await work()
    return opened
  } finally {
    fs.openSync = openSync
    syncBuiltinESMExports()
  }
}
