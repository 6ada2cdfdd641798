// A server on stdio without any client library between: for times in which a client's own work would be most of it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * @param {string[]} args of node
 * @returns the process; `ask` sends one request and resolves with its result.
 */
export function startRaw(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map()
  let id = 0
  const gone = new Promise((resolve) => child.once('exit', resolve))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer.result)
    waiting.delete(answer.id)
  })
  /** @param {object} message */
  const send = (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    pid: child.pid ?? 0,
    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    ask(method, params = {}) {
      id++
      const asked = id
      return new Promise((resolve) => {
        waiting.set(asked, resolve)
        send({ id: asked, method, params })
      })
    },
    /** The handshake of 2025-11-25. */
    async initialize() {
      const result = await this.ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1.0.0' },
      })
      send({ method: 'notifications/initialized' })
      return result
    },
    /** Ends stdin and waits for the process. @returns {Promise<number>} how long it took, in milliseconds. */
    async end() {
      const begin = performance.now()
      child.stdin.end()
      await gone
      return performance.now() - begin
    },
  }
}

/**
 * Runs node to its end. @param {string[]} args @param {string} [input] what it reads from stdin; otherwise that is closed.
 * @returns {Promise<number>} milliseconds
 */
export function runNode(args, input) {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'] })
  child.stdin?.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(performance.now() - begin) : reject(new Error(`node ${args[0]} ended with ${code}`)),
    )
  })
}
