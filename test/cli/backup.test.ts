// A backup is one moment of a home, whole, and a home itself.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { copyHome } from '../../src/files/copy-home.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { tempFolder } from '../support/temp-home.ts'
import { expectRow, homeWith, json, place, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const SKILL = { name: 'mcp/email', summary: 'Send email', content: 'Send it.' }

/** A home with every part: skills with files, a record, a blob, a journal, settings, and what stays behind. */
async function fullHome(): Promise<string> {
  const home = homeWith([SKILL, { name: 'old', content: 'Old.' }])
  await skillCortex(['archive', 'old', '--home', home])
  place(home, 'skills/mcp/email.files/scripts/send.sh', 'echo\n')
  place(home, 'skill-usage/s1.jsonl', '{}\n')
  place(home, 'directives/optimize.md', 'Be kind.')
  place(home, 'config.json', '{"port": 7421}')
  place(home, 'recall-cases.jsonl', '{"message": "thanks a lot", "silent": true}\n')
  place(home, 'cortex/operator-token', 'secret')
  place(home, 'cortex/leases/old.lock', '{}')
  place(home, 'skills/.email.json.1-0123456789ab.tmp', 'half')
  return home
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/').replace(/blobs\/[0-9a-f]{64}$/, 'blobs/<digest>'))
    .sort()

test('everything that is the library is copied, secrets and locks are not', async () => {
  const home = await fullHome()
  const copy = join(tempFolder(), 'copy')
  await expectRow(
    {
      args: ['backup', copy],
      out: /^Copied to .*copy:\npart +files +size\nskills +2 files +\d+ bytes\nusage +1 file +3 bytes\ndirectives +1 file +8 bytes\nrecords +1 file +.*\nblobs +1 file +.*\nserver +1 file +.*\nconfig +1 file +14 bytes\nrecall cases +1 file +44 bytes\n\n9 files read again and compared by SHA-256\. To use the copy: --home .*copy\n$/,
    },
    home,
  )
  expect(filesOf(copy)).toEqual([
    'config.json',
    'cortex/blobs/<digest>',
    'cortex/ledger.jsonl',
    'cortex/records/old.json',
    'directives/optimize.md',
    'recall-cases.jsonl',
    'skill-usage/s1.jsonl',
    'skills/mcp/email.files/scripts/send.sh',
    'skills/mcp/email.json',
  ])
  const times = [home, copy].map((folder) => statSync(join(folder, 'skills/mcp/email.json')).mtimeMs)
  expect(Math.abs(times[0]! - times[1]!)).toBeLessThan(5)
})

test('the copy is a home: it lists, and restores what the home had archived', async () => {
  const home = await fullHome()
  const copy = join(tempFolder(), 'new/copy')
  await skillCortex(['backup', copy, '--home', home])
  await expectRow({ args: ['list', 'email'], out: /mcp\/email/ }, copy)
  await expectRow({ args: ['restore', 'old'], out: /^Restored old as version 1\.\n$/ }, copy)
  expect(readFileSync(join(copy, 'skills/old.json'), 'utf8')).toContain('Old.')
})

test('it goes nowhere into the home, also not by a link, and over nothing that exists', async () => {
  const home = await fullHome()
  const elsewhere = tempFolder()
  symlinkSync(join(home, 'skills'), join(elsewhere, 'link'))
  const before = filesOf(home)
  for (const target of [join(home, 'copy'), join(home, 'skills/a/b'), join(elsewhere, 'link/copy')]) {
    await expectRow({ args: ['backup', target], exit: 2, err: /^bad-input: expected a folder outside the home/ }, home)
  }
  mkdirSync(join(elsewhere, 'taken'))
  writeFileSync(join(elsewhere, 'file'), '')
  for (const target of ['taken', 'file', 'link']) {
    const err =
      target === 'link' ? /^bad-input: expected a folder outside/ : /^conflict: expected a folder that is not there/
    await expectRow({ args: ['backup', join(elsewhere, target)], exit: target === 'link' ? 2 : 1, err }, home)
  }
  expect(filesOf(home)).toEqual(before)
  expect(readdirSync(elsewhere).sort()).toEqual(['file', 'link', 'taken'])
})

test('what cannot be copied is named and the exit code says so', async () => {
  const home = await fullHome()
  symlinkSync('/', join(home, 'skills/root.json'))
  const blob = readdirSync(join(home, 'cortex/blobs'))[0]!
  writeFileSync(join(home, 'cortex/blobs', blob), 'rotten')
  const copy = join(tempFolder(), 'copy')
  await expectRow(
    {
      args: ['backup', copy],
      exit: 1,
      out: /\nLeft out: skills\/root\.json \(a link, which is not followed\)\nDamaged before it was copied: cortex\/blobs\/[0-9a-f]{64} \(/,
    },
    home,
  )
  expect(existsSync(join(copy, 'skills/mcp/email.json'))).toBe(true)
})

test('a copy taken while skills are written together never holds them apart', async () => {
  const home = homeWith([])
  const names = Array.from({ length: 40 }, (_, i) => `skill-${i}`)
  const writeAll = (round: number) => {
    for (const name of names) place(home, `skills/${name}.json`, JSON.stringify({ name, content: `round ${round}` }))
  }
  writeAll(0)
  const copy = join(tempFolder(), 'copy')
  let copied = false
  const copying = copyHome(homeLayout(home), copy).finally(() => {
    copied = true
  })
  // Eight rounds fall into the copying; each is done before anything else of this process runs.
  for (let round = 1; round <= 8 && !copied; round++) {
    writeAll(round)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await copying
  const rounds = names.map((name) => JSON.parse(readFileSync(join(copy, `skills/${name}.json`), 'utf8')).content)
  expect(new Set(rounds).size).toBe(1)
})

test('a home that never holds still is busy, and no half copy stays', async () => {
  const home = homeWith([SKILL])
  const folder = tempFolder()
  const restless = setInterval(() => place(home, 'skills/mcp/email.json', JSON.stringify(SKILL)), 0)
  const refused = await copyHome(homeLayout(home), join(folder, 'copy')).catch((error) => error)
  clearInterval(restless)
  expect(refused).toMatchObject({ code: 'busy' })
  expect(readdirSync(folder)).toEqual([])
})

test('--json says the same', async () => {
  const home = await fullHome()
  const answer = await json(['backup', join(tempFolder(), 'copy')], home)
  expect(answer).toMatchObject({ verified: true, leftOut: [], damaged: [] })
})
