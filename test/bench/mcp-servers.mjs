// Starts the servers that are compared and connects the official client to each, in the same way.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const READY_MS_MAX = 30_000
/** The script of server-everything. */
export const EVERYTHING = join(
  import.meta.dirname,
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const SMALLEST = join(import.meta.dirname, 'smallest-server.mjs')

/** How a client speaks: 2025-11-25 is what the official client does unless told otherwise. */
export const ERAS = /** @type {const} */ (['2025-11-25', '2026-07-28'])
/** @typedef {(typeof ERAS)[number]} Era */
/** @typedef {{ call(tool: string, args: Record<string, unknown>): Promise<boolean>, client: Client, rssMiB(): number, close(): Promise<void> }} Opened */

/** @param {string} dist @param {string} home @param {Era} [era] */
export function oursOnStdio(dist, home, era) {
  return onStdio([join(dist, 'main.js'), 'stdio', '--home', home], era)
}

/** @param {Era} [era] */
export function everythingOnStdio(era) {
  return onStdio([EVERYTHING, 'stdio'], era)
}

/** @param {string} folder of its ref store @param {Era} [era] */
export function smallestOnStdio(folder, era) {
  return onStdio([SMALLEST, folder], era)
}

/** @param {string} dist @param {string} home @param {Era} [era] */
export async function oursOnHttp(dist, home, era) {
  const port = await freePort()
  return onHttp([join(dist, 'main.js'), 'serve', '--home', home, '--port', String(port)], port, era)
}

/** @param {Era} [era] */
export async function everythingOnHttp(era) {
  return onHttp([EVERYTHING, 'streamableHttp'], await freePort(), era)
}

/** @param {string[]} args @param {Era} [era] @returns {Promise<Opened>} */
async function onStdio(args, era) {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' })
  const client = newClient(era)
  await client.connect(transport)
  return opened(
    client,
    () => rssMiB(transport.pid ?? 0),
    () => client.close(),
  )
}

/** @param {string[]} args @param {number} port @param {Era} [era] @returns {Promise<Opened>} */
async function onHttp(args, port, era) {
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, PORT: String(port) } })
  // Nothing else ends it when the bench itself fails: unlike a server on stdio it has no stdin that closes.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  const client = await connected(url, era)
  return opened(
    client,
    () => rssMiB(child.pid ?? 0),
    async () => {
      await client.close()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await Promise.race([gone, delay(2_000, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  )
}

/** Tries until the port answers. @param {URL} url @param {Era} [era] */
async function connected(url, era) {
  const deadline = performance.now() + READY_MS_MAX
  for (;;) {
    const client = newClient(era)
    try {
      await client.connect(new StreamableHTTPClientTransport(url))
      return client
    } catch (error) {
      await client.close()
      if (performance.now() > deadline) throw error
      await delay(50)
    }
  }
}

/** @param {Era} [era] */
function newClient(era = '2025-11-25') {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
  return new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode } })
}

/** @param {Client} client @param {() => number} rss @param {() => Promise<void>} close @returns {Promise<Opened>} */
async function opened(client, rss, close) {
  // As every client does: it lists the tools, and from then on checks answers against their schemas.
  await client.listTools()
  return {
    client,
    rssMiB: rss,
    close,
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args })
      return result.isError !== true
    },
  }
}

/** Resident memory of a process; NaN where the system does not tell it this way. @param {number} pid */
export function rssMiB(pid) {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib) / 1024
  } catch {
    return Number.NaN
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
