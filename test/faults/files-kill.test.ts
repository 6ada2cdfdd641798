// Goal: there is no moment at which SIGKILL leaves a skill between two sets of files: text, files and modes are those of
// before or of after, and so is what the library serves.
// Method: a process of its own installs another set and kills itself right before its first call that changes the disk, before
// the second and so on; then the home is opened as by the next process, and its disk is read.
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { type HomeLayout, homeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { storeOn } from '../support/file-store.ts'
import { FILE_SETS, type FileSet, installing } from '../support/installed-files.ts'
import { tempHome } from '../support/temp-home.ts'

async function homeWith(set: FileSet): Promise<HomeLayout> {
  const layout = tempHome()
  await installing(storeOn(layout), 'none', 'made')
  if (set !== 'none') await installing(storeOn(layout), set, 'made')
  return layout
}

async function run(layout: HomeLayout, set: FileSet, killAt: number): Promise<number | undefined> {
  const child = startChild('install-files', layout.home, set, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.heard(), child.ended()])
  await child.ended()
  return typeof answer === 'string' ? Number(/\d+/.exec(answer)![0]) : undefined
}

/** Which set stands, by what the next process is served and by what lies on the disk; anything between fails. */
async function setIn(layout: HomeLayout, label: string): Promise<FileSet> {
  const store = storeOn(layout)
  // The next process sweeps, notices what changed without it, and reads.
  await store.sweep()
  await store.update('mail', () => ({ result: undefined }))
  const stored = await store.read('mail')
  const place = join(layout.skills, 'mail.files')
  if (stored === undefined) {
    expect(existsSync(place), label).toBe(false)
    return 'gone'
  }
  const { skill } = parseSkillFile(stored.text, { file: 'mail', pathName: 'mail', createdAt: '' })
  const set = /^Set (\w+)/.exec(skill!.content)![1] as FileSet
  const files = Object.entries(FILE_SETS[set]!)
  expect(skill!.files.map(({ path }) => path).sort(), label).toEqual(files.map(([path]) => path).sort())
  for (const [path, text] of files) {
    expect(readFileSync(join(place, path), 'utf8'), label).toBe(text)
    expect((statSync(join(place, path)).mode & 0o111) !== 0, label).toBe(path.endsWith('.sh'))
  }
  const rest = existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : []
  expect(rest.filter((path) => statSync(join(place, path)).isFile()).length, label).toBe(files.length)
  // Every version can come back whole.
  for (const version of (await store.record('mail'))!.versions) {
    for (const { path, ...entry } of version.manifest) {
      const bytes =
        path === 'skill.json' ? await store.blob(entry.sha256) : await store.file('mail', { path, ...entry })
      expect(bytes, `${label}: ${path} of version ${version.version}`).toBeDefined()
    }
  }
  expect(
    readdirSync(layout.skills).filter((path) => path.endsWith('.tmp')),
    label,
  ).toEqual([])
  expect(existsSync(join(layout.cortex, 'swaps/mail.json')), label).toBe(false)
  return set
}

const WAYS: [from: FileSet, to: FileSet][] = [
  ['none', 'first'],
  ['first', 'second'],
  ['first', 'none'],
  ['first', 'gone'],
]
test.each(WAYS)('from %s to %s, killed before every call: the one or the other', async (from, to) => {
  const template = await homeWith(from)
  const copy = () => {
    const layout = tempHome()
    cpSync(template.home, layout.home, { recursive: true })
    return homeLayout(layout.home)
  }
  const whole = copy()
  const calls = await run(whole, to, 0)
  expect(await setIn(whole, 'whole')).toBe(to)
  const ends: Record<string, number> = { [from]: 0, [to]: 0 }
  for (let killAt = 1; killAt <= calls!; killAt++) {
    const layout = copy()
    expect(await run(layout, to, killAt), `call ${killAt}`).toBe(undefined)
    const set = await setIn(layout, `call ${killAt}`)
    expect([from, to], `call ${killAt}`).toContain(set)
    ends[set]! += 1
    // Whoever installs once more gets there.
    await installing(storeOn(layout), to, 'again')
    expect(await setIn(layout, `again after call ${killAt}`)).toBe(to)
  }
  console.info(`${from} to ${to}: ${calls} calls, ${JSON.stringify(ends)}, 0 between`)
  expect(ends[from]).toBeGreaterThan(0)
  expect(ends[to]).toBeGreaterThan(0)
})
