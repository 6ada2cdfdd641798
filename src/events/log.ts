// The server's own log: one line each on stderr, with the part's name. stdout belongs to the protocol.
// Never a secret, never a message body; errors with their cause, because replies leave it out.

import { printableLine } from '../domain/printable.ts'

export type Log = (part: string, message: string, cause?: unknown) => void

export function createLog(write: (line: string) => void): Log {
  return (part, message, cause) => {
    const line = cause === undefined ? message : `${message} (${causeText(cause)})`
    write(`${part}: ${printableLine(line)}\n`)
  }
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause === undefined ? cause.message : `${cause.message}: ${causeText(cause.cause)}`
}
