// Whoever is connected hears within two seconds that the library has changed, however it changed and however they listen.
import { unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { postModern, type StdioPeer, startStdioPeer, toolCall } from '../support/json-rpc.ts'
import { connectClient, type McpClient, type Target } from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const WITHIN = { timeout: 2_000, interval: 20 }
const INDEX = 'cortex://index'
const LIST_CHANGED = 'notifications/resources/list_changed'
const UPDATED = 'notifications/resources/updated'

const { folder: home, remove } = makeFolder()
let http: HttpServer
/** Another process on the same home. */
let other: StdioPeer
let changes = 0

beforeAll(async () => {
  http = await startHttpServer(home)
  other = await startStdioPeer(home, 'legacy')
})
afterAll(async () => {
  await Promise.all([http.stop(), other.stop()])
  remove()
})

type Listener = { target: () => Target; connect: (target: Target) => Promise<McpClient> }

const subscribed = (kind: 'v1' | 'v2 default') => async (target: Target) => {
  const client = await connectClient(kind, target)
  await client.subscribe(INDEX)
  return client
}
const listening = async (target: Target) => {
  const client = await connectClient('v2 pin 2026-07-28', target)
  await client.listen(INDEX)
  return client
}
const onHttp = (): Target => ({ kind: 'http', url: http.url })
const onStdio = (): Target => ({ kind: 'stdio', home })

const LISTENERS: Record<string, Listener> = {
  'a v1 client on stdio': { target: onStdio, connect: subscribed('v1') },
  'a v2 client of the legacy era on stdio': { target: onStdio, connect: subscribed('v2 default') },
  'a v1 client in an HTTP session': { target: onHttp, connect: subscribed('v1') },
  'a v2 client of the legacy era in an HTTP session': { target: onHttp, connect: subscribed('v2 default') },
  'a modern client listening over HTTP': { target: onHttp, connect: listening },
  'a modern client listening on stdio': { target: onStdio, connect: listening },
}

const CAUSES: Record<string, (client: McpClient, name: string) => unknown> = {
  'it saves a skill itself': (client, name) => client.call('save_skill', { name, content: `# ${name}\n` }),
  'another process saves one': (_client, name) => other.call('save_skill', { name, content: `# ${name}\n` }),
  'another client of the HTTP server saves one': (_client, name) =>
    postModern(http.url, toolCall('modern', 1, 'save_skill', { name, content: `# ${name}\n` })),
  'a file is saved by hand': (_client, name) => writeSkill(home, name, `# ${name}\n`),
  'a file is deleted by hand': (_client, _name) => unlinkSync(join(home, 'skills', 'doomed.json')),
}

describe.each(Object.keys(LISTENERS))('%s hears of it when', (who) => {
  test.each(Object.keys(CAUSES))('%s', async (cause) => {
    writeSkill(home, 'doomed', `# Doomed ${++changes}\n`)
    const { target, connect } = LISTENERS[who]!
    const client = await connect(target())
    onTestFinished(() => client.close())
    // What was written before it came may still be on its way.
    await expect.poll(() => client.read(INDEX), WITHIN).toContain('- doomed: ')
    const before = client.notified().length

    await CAUSES[cause]!(client, `change-${++changes}`)

    const heard = () => client.notified().slice(before)
    await expect.poll(heard, WITHIN).toContain(LIST_CHANGED)
    await expect.poll(heard, WITHIN).toContain(UPDATED)
  })
})

test('a client that subscribed to nothing hears of the list only', async () => {
  const client = await connectClient('v1', onHttp())
  onTestFinished(() => client.close())
  await client.call('save_skill', { name: `change-${++changes}`, content: '# Change\n' })
  await expect.poll(() => client.notified(), WITHIN).toContain(LIST_CHANGED)
  expect(client.notified()).not.toContain(UPDATED)
})

test('a file that is damaged by hand is told to clients of 2025, and never unasked to later ones', async () => {
  const legacy = await connectClient('v1', onStdio())
  const modern = await connectClient('v2 pin 2026-07-28', onStdio())
  onTestFinished(() => Promise.all([legacy.close(), modern.close()]).then(() => {}))
  await modern.listen(INDEX)
  writeFileSync(join(home, 'skills', `damaged-${++changes}.json`), '{"name": ')
  // Both come level with the disk; only one of them says so.
  await expect.poll(() => legacy.notified(), SOON).toContain('notifications/message')
  await modern.call('list_skills')
  expect(modern.notified()).not.toContain('notifications/message')
})

test('a hundred changes at once are a handful of notices', async () => {
  const client = await connectClient('v1', onStdio())
  onTestFinished(() => client.close())
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => client.call('save_skill', { name: `storm/s${i}`, content: '# S\n' })),
  )
  await expect.poll(() => client.read(INDEX), WITHIN).toContain('- storm/s99')
  await expect.poll(() => client.notified().length, WITHIN).toBeGreaterThan(0)
  expect(client.notified().length).toBeLessThan(50)
})
