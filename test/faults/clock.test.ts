// Goal: a clock that jumps does no harm (row 14).
// Method: libfaketime moves the clock of a running server back an hour, on a day and to 2038, between and during saves.
// Order must come from counters, no age may be negative, and a lock must neither free itself early nor freeze.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { placeLock } from './support/foreign-lock.ts'
import { homeFaults } from './support/home-faults.ts'
import { faketime, libFaketime, linux, skipUnless } from './support/needs.ts'
import { contentOf, textOf } from './support/pledges.ts'

const JUMPS = ['-1h', '+1d', '@2038-01-19 03:14:06', '+0']
const SAVES_PER_JUMP = 10
// A lock whose holder lives and hangs is passed over after 8 s of waiting, by whatever clock.
const LEASE_MS = 8_000
const LEASE_MS_MAX = 12_000

const listSchema = z.object({ skills: z.array(z.object({ name: z.string(), ageDays: z.number() })) })
const recordSchema = z.object({ versions: z.array(z.object({ version: z.number(), at: z.string() })) })
const ledgerLineSchema = z.object({ seq: z.number(), timestamp: z.string() })

test('jumps during saves: versions and journal keep their order, no age is negative', async (ctx) => {
  skipUnless(ctx, linux, faketime)
  const home = tempFolder()
  const clock = fakeClock()
  const server = await startStdio(home, { env: clock.env })
  let saves = 0
  for (const jump of JUMPS) {
    clock.set(jump)
    for (let i = 0; i < SAVES_PER_JUMP; i++) {
      saves++
      await save(server, 'clock/one', textOf('one', saves, 5))
      await save(server, `clock/many-${saves}`, textOf('many', saves, 5))
      expect(await contentOf(server, 'clock/one')).toBe(textOf('one', saves, 5))
    }
    await expectAgesWhole(server)
  }
  await server.stop()

  const { versions } = recordSchema.parse(JSON.parse(readFileSync(join(home, 'cortex/records/clock/one.json'), 'utf8')))
  expect(versions.at(-1)!.version).toBe(saves)
  expect(
    versions.some(({ at }) => at.startsWith('2038-')),
    'the clock did jump',
  ).toBe(true)
  const lines = readFileSync(join(home, 'cortex/ledger.jsonl'), 'utf8').trim().split('\n')
  const seqs = lines.map((line) => ledgerLineSchema.parse(JSON.parse(line)).seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(homeFaults(home)).toEqual([])

  const restarted = await startStdio(home)
  expect(await contentOf(restarted, 'clock/one')).toBe(textOf('one', saves, 5))
  await expectAgesWhole(restarted)
  await restarted.stop()
  console.log(`clock: ${saves} saves over ${JUMPS.length} jumps in order, ${seqs.length} ledger lines in order`)
})

for (const jump of ['+1d', '-1h']) {
  test(`the clock jumps ${jump} while a hanging process holds the lock: neither freed early nor frozen`, async (ctx) => {
    skipUnless(ctx, linux, faketime)
    const home = tempFolder()
    const clock = fakeClock()
    const server = await startStdio(home, { env: clock.env })
    // This very process is the holder: it lives, and will never let go.
    placeLock(home, 'clock/held', process.pid)
    const began = performance.now()
    const saving = save(server, 'clock/held', 'Saved after the lock.')
    clock.set(jump)
    await saving
    const ms = performance.now() - began
    await server.stop()
    expect(ms).toBeGreaterThan(LEASE_MS - 500)
    expect(ms).toBeLessThan(LEASE_MS_MAX)
  })
}

async function save(server: AttachedServer, name: string, content: string): Promise<void> {
  // Forced, because the texts are nearly the same.
  const answer = await server.call('save_skill', { name, content, force: true })
  expect(answer.refused, answer.text).toBe(false)
}

async function expectAgesWhole(server: AttachedServer): Promise<void> {
  const { data, text } = await server.call('list_skills', { limit: 500 })
  const ages = listSchema.parse(data).skills.map((skill) => skill.ageDays)
  expect(ages.filter((days) => !(days >= 0))).toEqual([])
  expect(text).not.toMatch(/-\d+d/)
}

/** A clock that can be moved under a running process. Its monotonic clock goes on as it is, as it does in the field. */
function fakeClock(): { env: Record<string, string>; set(jump: string): void } {
  const file = join(tempFolder(), 'now')
  const set = (jump: string) => writeFileSync(file, `${jump}\n`)
  set('+0')
  const env = {
    LD_PRELOAD: libFaketime() ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // A jump of the clock leaves the times of files as they are.
    NO_FAKE_STAT: '1',
  }
  return { env, set }
}
