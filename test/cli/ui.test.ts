// `skill-cortex ui`: the link that makes a page the person's, of a server that runs or of one that it starts.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { browserCommand } from '../../src/cli/browser.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { forThisTest, startHttpServer, startProcess } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-home.ts'
import { inProcess } from './in-process.ts'
import { skillCortex } from './run-program.ts'

const LINK = /http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w.-]+/
const tokenOf = (home: string) => readFileSync(homeLayout(home).operatorToken, 'utf8').trim()

async function redeemed(link: string): Promise<unknown> {
  const { origin, hash } = new URL(link)
  const response = await fetch(`${origin}/api/ui/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: new URLSearchParams(hash.slice(1)).get('ticket') }),
  })
  return response.json()
}

test('links to the server that runs, and each link is good once', async () => {
  const home = tempFolder()
  const server = await forThisTest(startHttpServer(home))
  const args = ['ui', '--no-open', '--json', '--home', home, '--port', String(server.port)]
  const [first, second] = [await skillCortex(args), await skillCortex(args)]
  const answer = JSON.parse(first.out)
  expect(answer).toEqual({ link: expect.stringMatching(LINK), started: false })
  expect(answer.link).toContain(server.url)
  expect(JSON.parse(second.out).link).not.toBe(answer.link)
  expect(await redeemed(answer.link)).toEqual({ token: tokenOf(home) })
  expect(await redeemed(answer.link)).toMatchObject({ code: 'refused' })
  expect(`${first.out}${first.err}`).not.toContain(tokenOf(home))
})

test('starts a server where none runs, and tells the link without the token in it', async () => {
  const home = tempFolder()
  const process = await forThisTest(Promise.resolve(startProcess(['ui', '--no-open', '--home', home, '--port', '0'])))
  await expect.poll(() => LINK.exec(process.stderr())?.[0], { timeout: 20_000 }).toBeDefined()
  expect(await redeemed(LINK.exec(process.stderr())?.[0] ?? '')).toEqual({ token: tokenOf(home) })
  expect(`${process.stdout()}${process.stderr()}`).not.toContain(tokenOf(home))
})

test('whoever else listens at the port is not taken for our server, and is told no token', async () => {
  const home = tempFolder()
  await (await startHttpServer(home)).stop()
  const asked: string[] = []
  const squatter = createServer((request, response) => {
    asked.push(JSON.stringify([request.url, request.headers]))
    request.on('data', (part) => asked.push(String(part)))
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{"token":"guessed"}'))
  })
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())
  // AddressInfo: it listens on a port, not on a pipe.
  const { port } = squatter.address() as AddressInfo
  const opened: string[] = []
  const ended = await inProcess(['ui', '--home', home], {
    operatorToken: () => Promise.resolve(tokenOf(home)),
    settings: () => ({ settings: [{ key: 'port', value: port, origin: 'flag' }], warnings: [] }),
    serve: async (_flags, tell) => {
      await tell?.('http://127.0.0.1:4711')
      return 0
    },
    openInBrowser: (url) => void opened.push(url),
  })
  expect(ended.exit).toBe(0)
  expect(asked.join('\n')).toContain('/api/ui/session')
  expect(asked.join('\n')).not.toContain(tokenOf(home))
  expect(opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:4711\/#ticket=/)])
})

test.each<[platform: NodeJS.Platform, env: Record<string, string>, program: string | undefined]>([
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', {}, undefined],
])('on %s with %j the browser is opened by %s', (platform, env, program) => {
  const command = browserCommand('http://127.0.0.1:7420/#ticket=a&b', { platform, env })
  expect(command?.[0]).toBe(program)
  if (command !== undefined) expect(command.at(-1)).toContain('http://127.0.0.1:7420/#ticket=a&b')
})
