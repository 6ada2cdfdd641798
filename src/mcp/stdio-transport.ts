// The wire of a stdio connection, one JSON-RPC message a line. It stands in for the SDK's own because that one leaves
// malformed requests unanswered, cuts off what is under way when stdin ends, and keeps the process alive after a close.
import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { boundedOutput } from './bounded-output.ts'
import { LINE_BYTES_MAX, type LineError, overlongLine, readJsonRpcLine } from './json-rpc-line.ts'
import { lineCutter } from './line-cutter.ts'

/** What was asked before stdin ended is still answered, if it takes no longer than this. */
export const LAST_ANSWERS_MS_MAX = 300
/** A client that lets this much pile up unread is taken for dead. */
export const UNREAD_BYTES_MAX = 256 * 1024 * 1024

export type StdioTransport = Transport & {
  /** Resolves when the client is gone or the connection was closed. */
  closed: Promise<void>
}

/** @param onFault told of what nobody can be answered about; must not throw. */
export function createStdioTransport(
  input: Readable,
  output: Writable,
  onFault: (error: Error) => void,
): StdioTransport {
  const open = openRequests()
  let ending: NodeJS.Timeout | undefined
  let isClosed = false
  let resolveClosed = () => {}

  const out = boundedOutput(output, UNREAD_BYTES_MAX, (error) => {
    // A client that hangs up is nothing to report.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') onFault(error)
    void transport.close()
  })
  const write = (message: JSONRPCMessage | LineError) => out.write(`${JSON.stringify(message)}\n`)
  const onLine = (line: string) => {
    const read = readJsonRpcLine(line)
    if (read.kind === 'error') void write(read.answer)
    if (read.kind === 'dropped') onFault(new Error(read.why))
    if (read.kind !== 'message') return
    open.note(read.message)
    transport.onmessage?.(read.message)
  }
  const lines = lineCutter(LINE_BYTES_MAX, onLine, (head) => void write(overlongLine(head)))
  const onInputEnd = () => {
    if (ending !== undefined || isClosed) return
    ending = setTimeout(() => void transport.close(), LAST_ANSWERS_MS_MAX)
    lines.end()
    closeWhenAnswered()
  }
  // Not at once: the last answer has to get into the pipe first.
  const closeWhenAnswered = () => {
    if (ending !== undefined && open.count() === 0) setImmediate(() => void transport.close())
  }
  const transport: StdioTransport = {
    closed: new Promise((resolve) => {
      resolveClosed = resolve
    }),
    async start() {
      input.on('data', lines.take)
      for (const event of ['end', 'close', 'error']) input.once(event, onInputEnd)
    },
    async send(message) {
      if (isClosed) return
      const written = write(message)
      open.settle(message)
      closeWhenAnswered()
      await written
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(ending)
      input.off('data', lines.take)
      // A pipe that is only paused would keep the process alive for as long as the client holds its end.
      input.destroy()
      out.release()
      resolveClosed()
      transport.onclose?.()
    },
  }
  return transport
}

// The requests that somebody still waits for.
function openRequests() {
  const ids = new Set<unknown>()
  return {
    count: () => ids.size,
    note(message: JSONRPCMessage) {
      if (!('method' in message)) return
      // A subscription is answered by its end only, a cancelled request never.
      if ('id' in message) {
        if (message.method !== 'subscriptions/listen') ids.add(message.id)
      } else if (message.method === 'notifications/cancelled') {
        ids.delete(message.params?.requestId)
      }
    },
    settle(message: JSONRPCMessage) {
      if (!('method' in message) && message.id !== undefined) ids.delete(message.id)
    },
  }
}
