// Goal: no argument makes the server touch a path outside its home (row 24).
// Method: strace writes down every path that the server asks the kernel for while hostile strings go into each argument
// that names something. What only looks harmless from outside (a file that is opened and not shown) is caught here.
import { expect, test } from 'vitest'
import { HOSTILE_STRINGS } from '../mcp/hostile-strings.ts'
import { tempFolder } from '../support/temp-home.ts'
import { startStdio } from './support/attached-server.ts'
import { linux, skipUnless, strace } from './support/needs.ts'
import { traceProcess } from './support/tracing.ts'

const CALLS: ((hostile: string) => [tool: string, args: Record<string, unknown>])[] = [
  (name) => ['get_skill', { name }],
  (name) => ['save_skill', { name, content: 'Owned.' }],
  (name) => ['edit_skill', { name, old_string: 'a', new_string: 'b' }],
  (name) => ['delete_skill', { name }],
  (prefix) => ['list_skills', { prefix }],
  (session) => ['recall_skills', { message: 'send an email now', session }],
  (session) => ['get_skill', { name: 'memory-systems', session }],
  (name) => ['report_outcome', { name, outcome: 'success' }],
]
// When a lock's holder was started, and how many processors the runtime may use.
const OWN_BUSINESS = /^(?:\/proc\/\d+\/stat|\/sys\/devices\/system\/cpu\/online)$/

test(`${HOSTILE_STRINGS.length} hostile strings in ${CALLS.length} arguments: no path outside the home`, async (ctx) => {
  skipUnless(ctx, linux, strace)
  const home = tempFolder()
  const server = await startStdio(home)
  const trace = await traceProcess(server.pid, 'trace=%file')
  for (const hostile of HOSTILE_STRINGS) {
    const answers = await Promise.allSettled(CALLS.map((call) => server.call(...call(hostile))))
    expect(answers).toHaveLength(CALLS.length)
  }
  const asked = pathsIn(await trace.detach())
  await server.stop()
  const outside = asked.filter((path) => path !== home && !path.startsWith(`${home}/`) && !OWN_BUSINESS.test(path))
  expect([...new Set(outside)]).toEqual([])
  expect(asked.filter((path) => /\/\.\.(\/|$)/.test(path))).toEqual([])
  console.log(
    `outside-paths: ${HOSTILE_STRINGS.length * CALLS.length} calls, ${asked.length} paths asked for, 0 outside`,
  )
})

/** Every path argument of every call, as it was given. */
function pathsIn(trace: string): string[] {
  return trace
    .split('\n')
    .flatMap((line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!))
    .filter((path) => path !== '')
}
