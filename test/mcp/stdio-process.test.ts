// The process on the other end of the pipe: it answers what it was asked, says nothing else on stdout, and is gone soon
// after its client is (how soon is measured in test/faults/soak.test.ts and the bench).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Era, INITIALIZE, requestOf, startStdioPeer, toolCall } from '../support/json-rpc.ts'
import { forThisTest, type ServerProcess, startProcess } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const ERAS: Era[] = ['legacy', 'modern']
const MIB = 1024 * 1024

async function expectQuickExit(server: ServerProcess): Promise<void> {
  expect(await server.ended).toBe(0)
}

async function readyPeer(era: Era, home = tempFolder()) {
  const peer = await forThisTest(startStdioPeer(home, era))
  await peer.request('tools/list')
  return peer
}

describe.each(ERAS)('a %s stdio server', (era) => {
  test('ends when stdin ends', async () => {
    const peer = await readyPeer(era)
    peer.child.stdin.end()
    await expectQuickExit(peer)
    expect(peer.stderr()).toBe('')
  })

  test('still answers what was asked before stdin ended', async () => {
    const home = tempFolder()
    const peer = await readyPeer(era, home)
    for (let id = 1; id <= 10; id++)
      peer.send(toolCall(era, id, 'save_skill', { name: `last-${id}`, content: '# Last\n' }))
    peer.child.stdin.end(JSON.stringify(toolCall(era, 11, 'get_skill', { name: 'skills-and-rules' })))
    await expectQuickExit(peer)
    const answered = peer.heard().filter((message) => Number(message.id) <= 11)
    expect(answered.map((message) => message.id).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 11 }, (_, i) => i + 1),
    )
    expect(answered.filter((message) => message.error !== undefined || message.result?.isError === true)).toEqual([])
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends on %s while its client still holds the pipes',
    async (signal) => {
      const peer = await readyPeer(era)
      peer.child.kill(signal)
      await expectQuickExit(peer)
      expect(peer.stderr()).toBe('')
    },
  )

  test('ends quietly when its client stops reading and hangs up', async () => {
    const peer = await readyPeer(era)
    peer.child.stdout.destroy()
    for (let id = 1; id <= 20; id++) peer.send(requestOf(era, id, 'tools/list'))
    await expectQuickExit(peer)
    expect(peer.stderr()).toBe('')
  })

  test('ends when stdin ends although its client reads nothing', async () => {
    const peer = await readyPeer(era)
    peer.child.stdout.removeAllListeners('data').pause()
    // More than any pipe holds.
    for (let id = 1; id <= 100; id++) peer.send(requestOf(era, id, 'tools/list'))
    peer.child.stdin.end()
    await expectQuickExit(peer)
  })

  test('answers a line of 12 MiB with an error that names the limit, and then the next request', async () => {
    const peer = await readyPeer(era)
    peer.send(toolCall(era, 5, 'save_skill', { name: 'big', content: 'x'.repeat(12 * MIB) }))
    const { error } = await peer.answerTo(5)
    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining(`at most ${4 * MIB} bytes`) })
    expect((await peer.call('list_skills')).result?.isError).toBeUndefined()
  })

  test('takes a line just within the limit, in many small pieces', async () => {
    const peer = await readyPeer(era)
    const line = `${JSON.stringify(toolCall(era, 6, 'recall_skills', { message: 'm'.repeat(MIB) }))}\n`
    for (let at = 0; at < line.length; at += 1_000) peer.child.stdin.write(line.slice(at, at + 1_000))
    expect((await peer.answerTo(6)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^bad-input: message: /) }],
    })
  })

  test('serves the others and keeps stdout clean when skills are damaged', async () => {
    const home = tempFolder()
    writeSkill(home, 'whole', '# Whole\n')
    writeSkill(home, 'empty', '')
    for (const [name, text] of Object.entries(DAMAGED)) writeFileSync(join(home, 'skills', `${name}.json`), text)
    const peer = await readyPeer(era, home)
    expect((await peer.call('get_skill', { name: 'whole' })).result?.isError).toBeUndefined()
    for (const name of [...Object.keys(DAMAGED), 'empty']) {
      const { result } = await peer.call('get_skill', { name })
      expect(result, name).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^damaged: /) }] })
    }
    expect(peer.noise()).toEqual([])
    expect(peer.stderr()).not.toMatch(/^\s+at /m)
  })
})

const DAMAGED = {
  'not-json': 'hello',
  half: '{"name": "half", "content": "# H',
  nuls: '\u0000\u0000\u0000',
  conflict: '<<<<<<< HEAD\n{"name":"conflict"}\n=======\n>>>>>>> theirs\n',
  'wrong-type': '{"name": "wrong-type", "content": 5}',
  list: '[]',
}

test('a server whose stdin ends before it has spoken just ends', async () => {
  const server = await forThisTest(startProcess(['stdio', '--home', tempFolder()]))
  server.child.stdin.end()
  await expect.poll(() => server.child.exitCode, SOON).toBe(0)
  expect(server.stdout()).toBe('')
})

test('requests piped in by a shell, without waiting for any answer, are all answered', async () => {
  const server = await forThisTest(startProcess(['stdio', '--home', tempFolder()]))
  const lines = [requestOf('legacy', 1, 'initialize', INITIALIZE), toolCall('legacy', 2, 'list_skills')]
  // No newline after the last one.
  server.child.stdin.end(lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(await server.ended).toBe(0)
  const answers = server.stdout().trim().split('\n')
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([1, 2])
})

test('two eras on one connection: a probe, then the old handshake', async () => {
  const peer = await forThisTest(startStdioPeer(tempFolder(), 'modern'))
  expect((await peer.request('server/discover')).result).toMatchObject({
    supportedVersions: expect.arrayContaining(['2026-07-28']),
  })
  peer.send(requestOf('legacy', 2, 'initialize', { ...INITIALIZE, protocolVersion: '2025-06-18' }))
  expect((await peer.answerTo(2)).result).toMatchObject({ protocolVersion: '2025-06-18' })
})
