// Goal: a disk that is full, read-only, failing or busy is refused and survived (rows 8 and 9).
// Method: each fault is brought about in a real file system or kernel call, under a server that runs. Whatever is refused
// must leave the old skill whole; what is acknowledged must be there; and when the fault is over the same server goes on.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { type Answer, type AttachedServer, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { mountBind, mountTmpfs } from './support/mounts.ts'
import { linux, mounts, type Need, program, root, skipUnless, strace } from './support/needs.ts'
import { contentOf, textOf } from './support/pledges.ts'
import { fileThread, ONE_FILE_THREAD, traceProcess, traceThread } from './support/tracing.ts'

const REFUSAL_MS_MAX = 2_500
const NOBODY = 65_534
// Processors differ in which of them they have.
const RENAMES = '?rename,?renameat,?renameat2'
const OLD = textOf('the old text', 0, 20)
const NEW = textOf('the new text', 1, 20)

/** What a fault needs, how it is brought about, and how it ends. */
type Fault = {
  name: string
  needs: Need[]
  /** The code of the system that the refusal names. */
  code: string
  arrange(): Promise<{ server: AttachedServer; home: string; begin(): Promise<void>; end(): Promise<void> }>
}

const FAULTS: Fault[] = [
  { name: 'a full disk', needs: [mounts], code: 'ENOSPC', arrange: () => fullDisk('size=1m') },
  { name: 'a disk without inodes', needs: [mounts], code: 'ENOSPC', arrange: () => fullDisk('size=8m,nr_inodes=60') },
  { name: 'a disk that turned read-only', needs: [mounts], code: 'EROFS', arrange: readOnlyDisk },
  {
    name: 'a failing disk (fsync EIO)',
    needs: [strace],
    code: 'EIO',
    arrange: () => injected('inject=fsync:error=EIO'),
  },
  {
    name: 'a file in use for ever (rename EBUSY)',
    needs: [strace],
    code: 'EBUSY',
    arrange: () => injected(`inject=${RENAMES}:error=EBUSY`),
  },
  {
    name: 'a file held by a scanner for ever (rename EPERM)',
    needs: [strace],
    code: 'EPERM',
    arrange: () => injected(`inject=${RENAMES}:error=EPERM`),
  },
  {
    name: 'no file descriptors left',
    needs: [program('prlimit', 'package util-linux')],
    code: 'EMFILE',
    arrange: noFiles,
  },
  {
    name: 'a folder without permission',
    needs: [root, program('setpriv', 'package util-linux')],
    code: 'EACCES',
    arrange: noPermission,
  },
]

for (const fault of FAULTS) {
  test(`${fault.name}: refused, nothing harmed, works again without a restart`, async (ctx) => {
    skipUnless(ctx, linux, ...fault.needs)
    const { server, home, begin, end } = await fault.arrange()
    expect(await saved(server, 'faulty/old', OLD)).toMatchObject({ refused: false })

    await begin()
    const refusals = [await timedSave(server, 'faulty/old', NEW), await timedSave(server, 'fresh-folder/new', NEW)]
    for (const { refused, text, ms } of refusals) {
      expect({ refused, text }).toEqual({ refused: true, text: expect.stringContaining(`(${fault.code})`) })
      expect(text).not.toContain(home)
      expect(text).not.toMatch(/(^|[\s"'(])\/[\w.-]+\//)
      expect(ms).toBeLessThanOrEqual(REFUSAL_MS_MAX)
    }
    await end()

    expect(await contentOf(server, 'faulty/old')).toBe(OLD)
    expect(await contentOf(server, 'fresh-folder/new')).toBeUndefined()
    expect(await saved(server, 'faulty/old', NEW)).toMatchObject({ refused: false })
    expect(await saved(server, 'fresh-folder/new', NEW)).toMatchObject({ refused: false })
    expect(await contentOf(server, 'faulty/old')).toBe(NEW)
    await server.stop()
    expect(homeFaults(home)).toEqual([])
    const slowest = Math.max(...refusals.map(({ ms }) => ms))
    console.log(`disk, ${fault.name}: refused in at most ${slowest} ms: ${refusals[0]!.text}`)
  })
}

test('rename EBUSY once: tried again and saved', async (ctx) => {
  skipUnless(ctx, strace)
  const home = tempFolder()
  const server = await startStdio(home, { env: ONE_FILE_THREAD })
  await saved(server, 'faulty/old', OLD)
  for (const when of [1, 2, 3]) {
    const trace = await traceThread(server.pid, `inject=${RENAMES}:error=EBUSY:when=${when}`)
    expect(await saved(server, 'faulty/old', `${NEW}${when}`)).toMatchObject({ refused: false })
    expect(await trace.detach()).toContain('(INJECTED)')
    expect(await contentOf(server, 'faulty/old')).toBe(`${NEW}${when}`)
  }
  await server.stop()
  expect(homeFaults(home)).toEqual([])
})

test('fsync EIO at each single call: the old skill or the new one, whole, and nothing acknowledged is lost', async (ctx) => {
  skipUnless(ctx, strace)
  const home = tempFolder()
  const server = await startStdio(home, { env: ONE_FILE_THREAD })
  await saved(server, 'faulty/old', OLD)
  let standing = OLD
  let refusals = 0
  for (let when = 1; ; when++) {
    const next = textOf('the next text', when, 20)
    const trace = await traceThread(fileThread(server.pid), `inject=fsync:error=EIO:when=${when}`)
    const { refused } = await saved(server, 'faulty/old', next)
    const hit = (await trace.detach()).includes('(INJECTED)')
    if (!hit) break
    if (refused) refusals++
    const found = await contentOf(server, 'faulty/old')
    expect(refused ? [standing, next] : [next]).toContain(found)
    standing = found!
  }
  expect(refusals).toBeGreaterThanOrEqual(3)
  await server.stop()
  expect(homeFaults(home)).toEqual([])
})

function saved(server: AttachedServer, name: string, content: string): Promise<Answer> {
  // Forced, because the texts are nearly the same.
  return server.call('save_skill', { name, content, force: true })
}

async function timedSave(server: AttachedServer, name: string, content: string): Promise<Answer & { ms: number }> {
  const began = performance.now()
  const answer = await saved(server, name, content)
  return { ...answer, ms: Math.round(performance.now() - began) }
}

async function fullDisk(options: string) {
  const disk = mountTmpfs(options)
  const home = join(disk, 'home')
  const server = await startStdio(home)
  return {
    server,
    home,
    begin: async () => fill(join(disk, 'ballast')),
    end: async () => rmSync(join(disk, 'ballast'), { recursive: true }),
  }
}

// With files of falling size until not even an empty one can be made.
function fill(folder: string): void {
  mkdirSync(folder)
  for (let size = 256 * 1024; ; ) {
    try {
      writeFileSync(join(folder, `${readdirSync(folder).length}`), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      if (size === 1) return
      size = Math.max(1, Math.floor(size / 16))
    }
  }
}

async function readOnlyDisk() {
  const home = tempFolder()
  // Of the skills alone: the ledger is open for writing as long as the server lives, and then no mount turns read-only.
  const skills = join(home, 'skills')
  mkdirSync(skills)
  const { readOnly, writable } = mountBind(skills)
  const server = await startStdio(home)
  return { server, home, begin: async () => readOnly(), end: async () => writable() }
}

async function injected(expression: string) {
  const home = tempFolder()
  const server = await startStdio(home, { env: ONE_FILE_THREAD })
  let trace: Awaited<ReturnType<typeof traceProcess>> | undefined
  return {
    server,
    home,
    async begin() {
      trace = await traceProcess(server.pid, expression)
    },
    async end() {
      await trace?.detach()
    },
  }
}

async function noFiles() {
  const home = tempFolder()
  const server = await startStdio(home)
  const limit = (soft: number) => execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${soft}:`])
  const before = readdirSync(`/proc/${server.pid}/fd`).length
  return { server, home, begin: async () => void limit(before), end: async () => void limit(1_024) }
}

async function noPermission() {
  const home = join(tempFolder(), 'home')
  mkdirSync(home)
  chownSync(home, NOBODY, NOBODY)
  chmodSync(join(home, '..'), 0o755)
  const under = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const server = await startStdio(home, { under })
  const folders = [
    'skills',
    'skills/faulty',
    'cortex/records',
    'cortex/records/faulty',
    'cortex/blobs',
    'cortex/leases',
  ]
  const mode = async (bits: number) => {
    for (const folder of folders) chmodSync(join(home, folder), bits)
  }
  return { server, home, begin: () => mode(0o500), end: () => mode(0o700) }
}
