// HTTP byte by byte, for requests that no library would send: two Host headers, none at all, half a header, half a body.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { SOON } from './soon.ts'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends the parts one after the other and reads until the server closes, which `Connection: close` asks it to. */
export async function rawExchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await openSocket(port)
  const answer = readAll(socket)
  for (const part of parts) if (!socket.write(part)) await Promise.race([once(socket, 'drain'), answer])
  return parseAnswer(await answer)
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** `POST /mcp HTTP/1.1` and its headers as lines, then the body. */
export function rawRequest(lines: string[], body: string | Buffer = ''): string {
  return `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`the connection was not closed; so far: ${text}`)), SOON.timeout)
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    socket.on('close', () => {
      clearTimeout(late)
      resolve(text)
    })
  })
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  }
}
