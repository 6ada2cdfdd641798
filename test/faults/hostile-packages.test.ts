// Goal: a folder that a stranger filled to do harm is refused within 2 s and 256 MiB by a process of its own, with what was
// expected and what came; a good package beside it comes in, and nothing outside is touched.
// Method: the built program imports each folder, one process a folder, measured by the system (`/usr/bin/time` counts the
// peak); as root too, since root may read what others may not.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-home.ts'

const SECONDS_MAX = 2
const MIB_MAX = 256
const TIME = '/usr/bin/time'

const GOOD = '---\nname: good\ndescription: "A good one."\n---\n\nDo it.\n'
const BAD = (name = 'bad') => `---\nname: ${name}\ndescription: "A bad one."\n---\n\nDo it.\n`

function put(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** What stands in `bad/`, beside a good package, and what is said of it. */
const HOSTILE: Record<string, [plant: (bad: string) => void, code: RegExp]> = {
  'a link to /etc': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      symlinkSync('/etc', join(bad, 'etc'))
    },
    /link/,
  ],
  'a SKILL.md that is a link': [
    (bad) => {
      mkdirSync(bad)
      symlinkSync('/etc/hosts', join(bad, 'SKILL.md'))
    },
    /link/,
  ],
  'a hard link': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(`${bad}-other`, 'x')
      linkSync(`${bad}-other`, join(bad, 'a'))
    },
    /hard-link/,
  ],
  'a pipe': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      execFileSync('mkfifo', [join(bad, 'pipe')])
    },
    /not-a-file/,
  ],
  'a SKILL.md that is a pipe': [
    (bad) => {
      mkdirSync(bad)
      execFileSync('mkfifo', [join(bad, 'SKILL.md')])
    },
    /not-a-file/,
  ],
  'a sparse file of a terabyte': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(join(bad, 'big'), '')
      truncateSync(join(bad, 'big'), 2 ** 40)
    },
    /too-large/,
  ],
  'a SKILL.md of a terabyte': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      truncateSync(join(bad, 'SKILL.md'), 2 ** 40)
    },
    /too-large/,
  ],
  'a text of 1 MiB and a byte': [
    (bad) => put(join(bad, 'SKILL.md'), `${BAD()}${'x'.repeat(2 ** 20 + 1)}`),
    /too-large/,
  ],
  'files of 10 MiB and a byte': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      for (let i = 0; i < 10; i++) put(join(bad, `f${i}`), Buffer.alloc(2 ** 20))
      put(join(bad, 'last'), 'x')
    },
    /too-large/,
  ],
  '513 files': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      for (let i = 0; i < 512; i++) put(join(bad, `f${i}`), '')
    },
    /too-many/,
  ],
  'a tree 300 deep': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(join(bad, `${'d/'.repeat(300)}x`), 'x')
    },
    /too-deep/,
  ],
  'names that differ in case': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(join(bad, 'a'), '1')
      put(join(bad, 'A'), '2')
    },
    /contested-name/,
  ],
  'names that differ in the form of a letter': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(join(bad, 'caf\u00e9'), '1')
      put(join(bad, 'cafe\u0301'), '2')
    },
    /contested-name/,
  ],
  'a name of a device': [
    (bad) => {
      put(join(bad, 'SKILL.md'), BAD())
      put(join(bad, 'nul.txt'), '1')
    },
    /bad-path/,
  ],
  'a YAML bomb': [
    (bad) => {
      const lines = Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, *a${i - 1}`}]`)
      put(join(bad, 'SKILL.md'), `---\nname: bad\ndescription: x\n${lines.join('\n')}\n---\n\nDo it.\n`)
    },
    /yaml|front-matter/,
  ],
  'a tag that makes an object': [
    (bad) => put(join(bad, 'SKILL.md'), '---\nname: !!js/function "x"\ndescription: x\n---\nDo it.\n'),
    /./,
  ],
  '__proto__ in the front matter': [
    (bad) =>
      put(join(bad, 'SKILL.md'), '---\nname: bad/../../x\n__proto__: {polluted: 1}\ndescription: x\n---\nDo it.\n'),
    /./,
  ],
  'front matter without an end': [
    (bad) => put(join(bad, 'SKILL.md'), `---\nname: bad\n${'k: v\n'.repeat(400_000)}`),
    /./,
  ],
}

describe.skipIf(!existsSync(TIME))('the import of', () => {
  test.each(Object.entries(HOSTILE))('%s', (_, [plant, code]) => {
    const [root, home] = [tempFolder(), tempFolder()]
    mkdirSync(join(home, 'skills'))
    put(join(root, 'good/SKILL.md'), GOOD)
    plant(join(root, 'bad'))
    const args = ['-f', '%e %M', process.execPath, MAIN, 'import', root, '--home', home, '--json']
    const run = spawnSync(TIME, args, { encoding: 'utf8', timeout: 60_000 })
    const [seconds, kib] = run.stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
    expect(seconds, 'seconds').toBeLessThan(SECONDS_MAX)
    expect(kib! / 1024, 'MiB').toBeLessThan(MIB_MAX)
    const report = JSON.parse(run.stdout)
    expect(report.taken.map(({ name }: { name: string }) => name)).toContain('good')
    expect(report.diagnostics.map((each: { code: string }) => each.code).join(' ')).toMatch(code)
    for (const { expected, received } of report.diagnostics) expect([expected, received].every(Boolean)).toBe(true)
    expect(readdirSync(join(home, 'skills')).filter((path) => !/^(good|bad)\.(json|files)$/.test(path))).toEqual([])
  })
})
