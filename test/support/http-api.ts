// The HTTP surface of a real app on a real port, and calls of it in one line each. In this process, so that a test may
// also look behind it. Every answer that succeeds is held against what its endpoint says of itself.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { type App, type OpenOptions, openApp } from '../../src/app.ts'
import type { Flags } from '../../src/config.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { API_ROUTES } from '../../src/http/api-routes.ts'
import { openHttp } from '../../src/serving.ts'
import { tempFolder } from './temp-home.ts'

export type Reply = { status: number; headers: Headers; json: Record<string, unknown> }
export type Ask = { who?: 'agent' | 'operator'; body?: unknown; headers?: Record<string, string> }

export type HttpApi = {
  app: App
  home: string
  url: string
  port: number
  token: string
  logged: string[]
  /** `GET /api/skills?limit=1`; a body goes as JSON. */
  ask(line: string, ask?: Ask): Promise<Reply>
  /** What is saved as an agent saves it, unless told. */
  save(name: string, more?: Record<string, unknown>, ask?: Ask): Promise<Reply>
  /** The ETag of what is live. */
  tagOf(name: string): Promise<string>
  close(): Promise<void>
}

/** @param serving false: nothing levels the shelf by itself. */
export async function openHttpApi(
  home: string,
  flags: Flags = {},
  { serving = true, passes }: Pick<OpenOptions, 'passes'> & { serving?: boolean } = {},
): Promise<HttpApi> {
  const logged: string[] = []
  const log = (part: string, message: string, more?: unknown) =>
    void logged.push(`${part}: ${message}${more === undefined ? '' : ` ${String(more)}`}`)
  const app = await openApp({ flags: { home, port: 0, ...flags }, log, serving, ...(passes && { passes }) })
  const server = await openHttp(app, log)
  const token = readFileSync(homeLayout(home).operatorToken, 'utf8').trim()
  const ask = asker(server.url, token)
  return {
    ...{ app, home, url: server.url, port: server.port, token, logged, ask },
    save: (name, more = {}, how = {}) =>
      ask('POST /api/skills', { ...how, body: { name, content: `# ${name}\n\nDo ${name}.\n`, ...more } }),
    tagOf: async (name) =>
      (await ask(`GET /api/skills/detail?name=${name}`, { who: 'operator' })).headers.get('etag') ?? 'none',
    async close() {
      await server.close()
      await app.close()
    },
  }
}

/** Of this test alone. @param prepare puts into the home what is there before the server. */
export async function useHttpApi(flags: Flags = {}, prepare: (home: string) => void = () => {}): Promise<HttpApi> {
  const home = tempFolder()
  prepare(home)
  const api = await openHttpApi(home, flags)
  onTestFinished(api.close)
  return api
}

function asker(url: string, token: string): HttpApi['ask'] {
  return async (line, { who = 'agent', body, headers = {} } = {}) => {
    const [method, path] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    const own = {
      ...(who === 'operator' ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers: { ...own, ...headers }, ...sent })
    const text = await response.text()
    const reply = { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) }
    if (response.ok && text !== '') assertAsDescribed(method, path, reply)
    return reply
  }
}

// A field that is not described is left out by its schema, and then the two differ.
function assertAsDescribed(method: string, path: string, { status, json }: Reply): void {
  const route = API_ROUTES.find((each) => each.method === method && each.path === path.split('?')[0])
  if (route === undefined) return
  expect(route.statuses, `${method} ${path}`).toContain(status)
  expect(route.answer.parse(json), `${method} ${path}`).toEqual(json)
}
