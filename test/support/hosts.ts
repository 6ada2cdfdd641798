// Other ends of the network, real ones on the loopback of this machine: one that speaks HTTP or HTTPS, and one that says
// whatever bytes a test wants. Each is gone when its test is over.
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from './certificate.ts'

/** @property port alone, for another spelling of the host. */
export type Host = { url: string; port: number; connections: () => number }

export function httpHost(answer: RequestListener): Promise<Host> {
  return opened('http', createHttp(answer), 'connection')
}

export function httpsHost({ cert, key }: Certificate, answer: RequestListener): Promise<Host> {
  return opened('https', createHttps({ cert, key }, answer), 'connection')
}

/** @param speak told of each connection once something was asked on it. */
export function rawHost(speak: (socket: Socket) => void): Promise<Host> {
  return opened(
    'http',
    createTcp((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => speak(socket))
    }),
    'connection',
  )
}

/** A host that answers each question with these bytes, and hangs up. */
export function sayingHost(bytes: string | Buffer): Promise<Host> {
  return rawHost((socket) => void socket.end(bytes))
}

async function opened(scheme: string, server: Server, event: 'connection'): Promise<Host> {
  const sockets = new Set<Socket>()
  let count = 0
  server.on(event, (socket: Socket) => {
    count += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the host has no port')
  return { url: `${scheme}://127.0.0.1:${at.port}`, port: at.port, connections: () => count }
}
