// Goal: one holder at a time among processes; the dead are passed over at once, the living after their time, and whoever
// was passed over notices before it writes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acquireLease } from '../../src/files/file-lease.ts'
import { deadPid, startChild } from '../support/child-process.ts'
import { tempFolder } from '../support/temp-home.ts'

const lockIn = (folder: string) => join(folder, 'a.lock')
const lockText = (over: object) =>
  JSON.stringify({ token: 't', host: hostname(), pid: process.pid, started: null, expiresAt: '', ...over })

async function timed<T>(work: Promise<T>): Promise<[result: T, ms: number]> {
  const began = performance.now()
  return [await work, performance.now() - began]
}

test('two processes that only add one under the lock lose nothing', async () => {
  const counter = join(tempFolder(), 'counter')
  writeFileSync(counter, '0')
  const children = [startChild('count-up', counter, '150'), startChild('count-up', counter, '150')]
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0])
  expect(readFileSync(counter, 'utf8')).toBe('300')
  expect(existsSync(`${counter}.lock`)).toBe(false)
})

test('callers of one process take turns too, and the folder is made for them', async () => {
  const path = join(tempFolder(), 'leases', 'mcp', 'a.lock')
  let inside = 0
  const visit = async () => {
    const lease = await acquireLease(path, 'the test')
    expect(++inside).toBe(1)
    await lease.assertHeld()
    inside--
    await lease.release()
  }
  await Promise.all(Array.from({ length: 20 }, visit))
  expect(existsSync(path)).toBe(false)
})

const PATIENT = { leaseMs: 3_600_000, waitMsMax: 3_600_000 }

describe('a lock is taken over', () => {
  test('at once from a process that was killed', async () => {
    const path = lockIn(tempFolder())
    const child = startChild('hold-lease', path)
    expect(await child.heard()).toBe('held')
    child.signal('SIGKILL')
    await child.ended()
    // A living holder would be waited for as long as that.
    const lease = await acquireLease(path, 'the test', PATIENT)
    await lease.assertHeld()
  })

  test('at once from a pid that now belongs to another process', async () => {
    const path = lockIn(tempFolder())
    writeFileSync(path, lockText({ started: '1' }))
    await (await acquireLease(path, 'the test', PATIENT)).assertHeld()
  })

  test.each([
    ['empty', ''],
    ['torn', '{"token":"t","ho'],
    ['a number', '7'],
    ['without an owner', '{"token":"t"}'],
  ])('after half a second when its file is %s', async (_, text) => {
    const path = lockIn(tempFolder())
    writeFileSync(path, text)
    const [, ms] = await timed(acquireLease(path, 'the test', PATIENT))
    expect(ms).toBeGreaterThan(400)
  })

  test('after its time from a process that hangs, which then notices', async () => {
    const path = lockIn(tempFolder())
    const child = startChild('hold-lease', path)
    expect(await child.heard()).toBe('held')
    child.signal('SIGSTOP')
    const [lease, ms] = await timed(acquireLease(path, 'the test', { leaseMs: 600 }))
    expect(ms).toBeGreaterThanOrEqual(600)
    child.signal('SIGCONT')
    expect(await child.ask('assert')).toBe('the lock on the test was taken over while this change waited')
    expect(await child.ask('release')).toBe('ok')
    await lease.assertHeld()
  })

  test('by one only, however many wait, and leaves nothing behind', async () => {
    const folder = tempFolder()
    writeFileSync(lockIn(folder), lockText({ pid: deadPid() }))
    const tokens = new Set<string>()
    const visit = async () => {
      const lease = await acquireLease(lockIn(folder), 'the test')
      tokens.add(readFileSync(lockIn(folder), 'utf8'))
      await lease.release()
    }
    await Promise.all(Array.from({ length: 10 }, visit))
    expect(tokens.size).toBe(10)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a lock is not taken over', () => {
  test.each([
    ['a living process', {}],
    ['a process on another host', { host: 'elsewhere', pid: 1 }],
  ])('from %s: whoever waits is told to try again', async (_, holder) => {
    const path = lockIn(tempFolder())
    writeFileSync(path, lockText(holder))
    await expect(acquireLease(path, 'skill "a"', { waitMsMax: 200 })).rejects.toMatchObject({
      code: 'busy',
      message: 'skill "a" is being written by another process',
      fix: 'Nothing was changed; try again.',
    })
    expect(readFileSync(path, 'utf8')).toBe(lockText(holder))
  })
})

test("a holder whose lock is gone or another's may not write, and its release removes nothing", async () => {
  const path = lockIn(tempFolder())
  const lease = await acquireLease(path, 'the test')
  writeFileSync(path, lockText({}))
  await expect(lease.assertHeld()).rejects.toMatchObject({ code: 'busy' })
  await lease.release()
  expect(existsSync(path)).toBe(true)
})

test('a lock that cannot be made is an error of the system, not a wait', async () => {
  const folder = tempFolder()
  mkdirSync(lockIn(folder))
  await expect(acquireLease(lockIn(folder), 'the test')).rejects.toMatchObject({ code: 'EISDIR' })
})

describe('a holder that is at work for long', () => {
  test('shows it to who waits, and holds the lock as before', async () => {
    const path = lockIn(tempFolder())
    const lease = await acquireLease(path, 'the test')
    const tokens = new Set<string>()
    for (let at = 0; at < 3; at++) {
      tokens.add((JSON.parse(readFileSync(path, 'utf8')) as { token: string }).token)
      await lease.assertHeld()
      lease.renew()
    }
    await lease.assertHeld()
    await lease.release()
    expect([tokens.size, existsSync(path)]).toEqual([3, false])
  })

  test('takes nothing back from who has taken over', async () => {
    const path = lockIn(tempFolder())
    const lease = await acquireLease(path, 'the test')
    writeFileSync(path, lockText({ token: 'other' }))
    lease.renew()
    expect(readFileSync(path, 'utf8')).toBe(lockText({ token: 'other' }))
    await expect(lease.assertHeld()).rejects.toMatchObject({ code: 'busy' })
  })

  test('is passed over all the same once it was late', async () => {
    const path = lockIn(tempFolder())
    const lease = await acquireLease(path, 'the test', { leaseMs: 0 })
    const before = readFileSync(path, 'utf8')
    lease.renew()
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})
