// Goal: what was acknowledged is on the disk, not only in the cache (row 4).
// Method: strace watches one save. Each file must be synced under its temporary name, renamed, and its folder synced; the
// record must be durable before the skill is renamed; and only then may the answer go out.
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { linux, skipUnless, strace } from './support/needs.ts'
import { ONE_FILE_THREAD, traceProcess } from './support/tracing.ts'

const TRACE = 'trace=fsync,fdatasync,?rename,?renameat,?renameat2,write,writev,sendto,sendmsg'
// Whatever goes to the client, which hears nothing between its call and the answer.
const ANSWER = /^\d+ (?:write|writev|sendto|sendmsg)\(1</

for (const kind of ['create', 'overwrite']) {
  test(`${kind}: file synced, renamed, folder synced, record before skill, answer last`, async (ctx) => {
    skipUnless(ctx, linux, strace)
    const home = tempFolder()
    const server = await startStdio(home, { env: ONE_FILE_THREAD })
    if (kind === 'overwrite') await save(server, 'the first text')
    const trace = await traceProcess(server.pid, TRACE)
    await save(server, 'the text that is watched')
    const steps = stepsOf(await trace.detach(), home)
    await server.stop()

    const [skill, record] = ['skills/order', 'cortex/records/order']
    expectOrder(steps, [`sync ${skill}/test.json`, `rename ${skill}/test.json`, `sync ${skill}`, 'answer'])
    expectOrder(steps, [`sync ${record}/test.json`, `rename ${record}/test.json`, `sync ${record}`, 'answer'])
    expectOrder(steps, [`sync ${record}`, `rename ${skill}/test.json`])
    expectOrder(steps, [
      'sync cortex/blobs/*',
      'rename cortex/blobs/*',
      'sync cortex/blobs',
      `rename ${skill}/test.json`,
    ])
    if (kind === 'create') expectOrder(steps, ['sync skills', `rename ${skill}/test.json`])
    console.log(`fsync-order, ${kind}: ${steps.join(' | ')}`)
  })
}

async function save(server: AttachedServer, content: string): Promise<void> {
  expect((await server.call('save_skill', { name: 'order/test', content })).refused).toBe(false)
}

/** All of these steps were taken, each for the first time after the one before it. */
function expectOrder(steps: string[], order: string[]): void {
  expect(steps).toEqual(expect.arrayContaining(order))
  expect(order.toSorted((a, b) => steps.indexOf(a) - steps.indexOf(b))).toEqual(order)
}

/** The trace as what it means: `sync skills/a/b.json` (under its temporary name), `rename …`, `sync skills/a`, `answer`. */
function stepsOf(trace: string, home: string): string[] {
  return finished(trace).flatMap((line) => {
    if (ANSWER.test(line)) return ['answer']
    const synced = /(?:fsync|fdatasync)\(\d+<([^>]+)>\) += 0/.exec(line)?.[1]
    if (synced !== undefined) return [`sync ${meaning(synced, home)}`]
    const renamed = /rename(?:at2?)?\(.*"([^"]+)"[^"]*\) += 0/.exec(line)?.[1]
    return renamed === undefined ? [] : [`rename ${meaning(renamed, home)}`]
  })
}

// A call that another thread's line interrupts comes in two halves; what counts is when it ended. Of an answer it is when
// it began: the client may have it, and end the trace, before the call has returned.
function finished(trace: string): string[] {
  const begun = new Map<string, string>()
  return trace.split('\n').flatMap((line) => {
    const [thread = ''] = line.split(' ', 1)
    if (line.includes('<unfinished ...>') && !ANSWER.test(line)) {
      begun.set(thread, line.slice(0, line.indexOf('<unfinished ...>')).trimEnd())
      return []
    }
    const rest = /<\.\.\. \w+ resumed>(.*)$/.exec(line)?.[1]
    return [rest === undefined ? line : `${begun.get(thread)}${rest}`]
  })
}

function meaning(path: string, home: string): string {
  const below = path.slice(home.length + 1)
  const target = below.replace(/\/\.([^/]+)\.\d+-[0-9a-f]{12}\.tmp$/, '/$1')
  return target.replace(/[0-9a-f]{64}$/, '*')
}
