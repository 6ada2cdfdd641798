// Goal: what stands in a skill's folder of files is the skill's, byte for byte, or the skill is not served and says why; and
// nothing that a person put there is lost or taken over by a save.
// Method: a real store on a real folder, changed by hand.

import { execFileSync } from 'node:child_process'
import fs, {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { readDocument, writeDocument } from '../../src/domain/skill-document.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { saving, skillJson } from '../support/builders.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'

function setRename(rename: typeof fs.renameSync): void {
  fs.renameSync = rename
  syncBuiltinESMExports()
}

const TEXT = skillJson('mcp/mail', 'Send it.')
const fileOf = (path: string, bytes: string, over: { isExecutable?: boolean } = {}) => ({
  ...{ path, size: Buffer.byteLength(bytes), sha256: sha256Of(bytes), ...over },
})
const at = (layout: HomeLayout, path: string) => join(layout.skills, 'mcp/mail.files', path)

function placed(files: Record<string, string> = {}): HomeLayout {
  const layout = tempHome()
  put(skillPath(layout, 'mcp/mail'), TEXT)
  for (const [path, text] of Object.entries(files)) put(at(layout, path), text)
  return layout
}

async function filesOf(layout: HomeLayout) {
  return readDocument((await storeOn(layout).read('mcp/mail'))!.text).files
}

describe('a folder that a person filled', () => {
  test('is the manifest, by path, with what may be run', async () => {
    const layout = placed({ 'scripts/b.sh': 'b', 'scripts/a.sh': 'a', LICENSE: 'MIT', 'references/x/y.md': 'z' })
    chmodSync(at(layout, 'scripts/a.sh'), 0o755)
    expect(await filesOf(layout)).toEqual([
      fileOf('LICENSE', 'MIT'),
      fileOf('references/x/y.md', 'z'),
      fileOf('scripts/a.sh', 'a', { isExecutable: true }),
      fileOf('scripts/b.sh', 'b'),
    ])
  })

  const EDITS: Record<string, (layout: HomeLayout) => void> = {
    'another byte': (layout) => put(at(layout, 'a.txt'), 'b'),
    'a file more': (layout) => put(at(layout, 'b.txt'), 'b'),
    'a file less': (layout) => rmSync(at(layout, 'a.txt')),
    'a bit that lets it run': (layout) => chmodSync(at(layout, 'a.txt'), 0o755),
    'another name': (layout) => {
      put(at(layout, 'c.txt'), 'a')
      rmSync(at(layout, 'a.txt'))
    },
  }
  test.each(Object.entries(EDITS))('%s is another digest and another stamp', async (_, edit) => {
    const layout = placed({ 'a.txt': 'a' })
    const store = storeOn(layout)
    const [before, stamp] = [await store.read('mcp/mail'), await store.stamp('mcp/mail')]
    edit(layout)
    expect((await store.read('mcp/mail'))!.digest).not.toBe(before!.digest)
    expect(await store.stamp('mcp/mail')).not.toBe(stamp)
  })

  test('what the system of a person leaves there is no file of the skill', async () => {
    expect(await filesOf(placed({ 'a.txt': 'a', '.DS_Store': 'x', 'scripts/.DS_Store': 'x' }))).toEqual([
      fileOf('a.txt', 'a'),
    ])
  })

  test('an empty folder is no files', async () => {
    const layout = placed()
    mkdirSync(at(layout, 'scripts'), { recursive: true })
    expect(await storeOn(layout).read('mcp/mail')).toMatchObject({ text: TEXT })
  })

  test('a backup of it by hard links changes nothing', async () => {
    const layout = placed({ 'a.txt': 'a' })
    linkSync(at(layout, 'a.txt'), join(tempFolder(), 'a.txt'))
    expect(await filesOf(layout)).toEqual([fileOf('a.txt', 'a')])
  })
})

describe('what no skill may have', () => {
  const HOSTILE: Record<string, (layout: HomeLayout) => void> = {
    'a link to a file': (layout) => symlinkSync('/etc/hosts', at(layout, 'hosts')),
    'a link to a folder': (layout) => symlinkSync('/etc', at(layout, 'etc')),
    'a link that leads nowhere': (layout) => symlinkSync('/no/such', at(layout, 'none')),
    'a pipe': (layout) => void execFileSync('mkfifo', [at(layout, 'pipe')]),
    'a hidden file': (layout) => put(at(layout, '.env'), 'S=1'),
    'a hidden folder': (layout) => put(at(layout, '.git/config'), 'x'),
    'a SKILL.md': (layout) => put(at(layout, 'Skill.md'), 'x'),
    'a policy': (layout) => put(at(layout, 'policy.json'), '{}'),
    'two names in one': (layout) => put(at(layout, 'A.txt'), 'x'),
    'a name of a device': (layout) => put(at(layout, 'con.txt'), 'x'),
    'a terabyte of nothing': (layout) => {
      put(at(layout, 'big'), '')
      truncateSync(at(layout, 'big'), 2 ** 40)
    },
    '513 files': (layout) => {
      for (let i = 0; i < 512; i++) put(at(layout, `f${i}`), '')
    },
    'folders without end': (layout) => put(at(layout, `${'d/'.repeat(13)}x`), 'x'),
  }
  test.each(Object.entries(HOSTILE))('%s: the skill is not served and says why, the next one is', async (_, plant) => {
    const layout = placed({ 'a.txt': 'a' })
    put(skillPath(layout, 'next'), skillJson('next', 'Next.'))
    plant(layout)
    const store = storeOn(layout)
    await expect(store.read('mcp/mail')).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/^skills\/mcp\/mail\.files.*: expected .+, got .+/),
    })
    const { skills, diagnostics } = await store.readAll((await store.list()).stamps.keys())
    expect(skills.map(({ name }) => name)).toEqual(['next'])
    expect(diagnostics).toMatchObject([{ severity: 'error', file: 'skills/mcp/mail.json' }])
  })

  test('a link in the place of the folder', async () => {
    const layout = placed()
    const elsewhere = tempFolder()
    put(join(elsewhere, 'a.txt'), 'a')
    symlinkSync(elsewhere, at(layout, '').replace(/\/$/, ''))
    await expect(storeOn(layout).read('mcp/mail')).rejects.toMatchObject({ code: 'damaged' })
    expect(readdirSync(elsewhere)).toEqual(['a.txt'])
  })
})

describe('a save', () => {
  const RUN = fileOf('scripts/run.sh', 'new', { isExecutable: true })
  const install = async (layout: HomeLayout, text: string) => {
    const store = storeOn(layout)
    await store.keepFile(Buffer.from('new'))
    return store.update('mcp/mail', saving('mcp/mail', text))
  }

  test('puts the very set there that it names, with its modes, and takes the others away', async () => {
    const layout = placed({ 'old.txt': 'old' })
    await install(layout, writeDocument(TEXT, [RUN]))
    expect(await filesOf(layout)).toEqual([RUN])
    expect(readFileSync(at(layout, 'scripts/run.sh'), 'utf8')).toBe('new')
    expect(statSync(at(layout, 'scripts/run.sh')).mode & 0o777).toBe(0o755)
    expect(readdirSync(join(layout.skills, 'mcp')).sort()).toEqual(['mail.files', 'mail.json'])
    expect(existsSync(join(layout.cortex, 'swaps/mcp/mail.json'))).toBe(false)
  })

  test('keeps what stood before, also what nobody ever recorded', async () => {
    const layout = placed({ 'old.txt': 'old' })
    await install(layout, writeDocument(TEXT, [RUN]))
    expect(await storeOn(layout).file('mcp/mail', fileOf('old.txt', 'old'))).toEqual(Buffer.from('old'))
  })

  test('takes over no folder that belongs to no skill', async () => {
    const layout = tempHome()
    put(at(layout, 'mine.txt'), 'mine')
    await expect(install(layout, TEXT)).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at(layout, 'mine.txt'), 'utf8')).toBe('mine')
    expect(existsSync(skillPath(layout, 'mcp/mail'))).toBe(false)
  })

  test('of files whose bytes nobody kept is refused, and leaves what stands', async () => {
    const layout = placed({ 'old.txt': 'old' })
    const text = writeDocument(TEXT, [fileOf('never.txt', 'never kept')])
    const refused = storeOn(layout).update('mcp/mail', saving('mcp/mail', text))
    await expect(refused).rejects.toMatchObject({ code: 'storage' })
    expect(await filesOf(layout)).toEqual([fileOf('old.txt', 'old')])
    expect(readdirSync(join(layout.skills, 'mcp')).sort()).toEqual(['mail.files', 'mail.json'])
  })

  test('whose last rename is refused puts the former files back, and the next one goes through', async () => {
    const layout = placed({ 'old.txt': 'old' })
    const real = fs.renameSync
    onTestFinished(() => setRename(real))
    setRename((from, to) => {
      if (String(to).endsWith('skills/mcp/mail.json')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      real(from, to)
    })
    await expect(install(layout, writeDocument(TEXT, [RUN]))).rejects.toMatchObject({ code: 'storage' })
    expect(readdirSync(join(layout.skills, 'mcp')).sort()).toEqual(['mail.files', 'mail.json'])
    expect(existsSync(join(layout.cortex, 'swaps/mcp/mail.json'))).toBe(false)
    expect(await filesOf(layout)).toEqual([fileOf('old.txt', 'old')])
    setRename(real)
    await install(layout, writeDocument(TEXT, [RUN]))
    expect(await filesOf(layout)).toEqual([RUN])
  })

  test('that could not even be put back is finished by whoever reads it next', async () => {
    const layout = tempHome()
    await storeOn(layout).keepFile(Buffer.from('old'))
    await install(layout, writeDocument(TEXT, [fileOf('old.txt', 'old')]))
    const real = fs.renameSync
    onTestFinished(() => setRename(real))
    let isBroken = false
    setRename((from, to) => {
      isBroken ||= String(to).endsWith('skills/mcp/mail.json')
      if (isBroken) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      real(from, to)
    })
    const next = writeDocument(skillJson('mcp/mail', 'Send it twice.'), [RUN])
    await expect(install(layout, next)).rejects.toMatchObject({ code: 'storage' })
    setRename(real)
    expect(await storeOn(layout).read('mcp/mail')).toMatchObject({ text: next })
    expect(existsSync(join(layout.cortex, 'swaps/mcp/mail.json'))).toBe(false)
  })

  test('that decided by files which have changed since is refused, and the change stays', async () => {
    const layout = placed({ 'old.txt': 'old' })
    const store = storeOn(layout)
    await store.keepFile(Buffer.from('new'))
    const saved = store.update('mcp/mail', (current) => {
      put(at(layout, 'old.txt'), 'mine')
      return saving('mcp/mail', writeDocument(TEXT, [RUN]))(current)
    })
    await expect(saved).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at(layout, 'old.txt'), 'utf8')).toBe('mine')
  })
})

test('JSON that pretends to name files is no skill', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'mcp/mail'), writeDocument(TEXT, [fileOf('a', 'a')]))
  await expect(storeOn(layout).read('mcp/mail')).rejects.toMatchObject({ code: 'damaged' })
})
