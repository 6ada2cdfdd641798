// What the SDK reports beside the protocol (a message it refused, a write that failed), as one short line in the log.
import type { Log } from '../events/log.ts'

const WHY_CHARS_MAX = 200

export function transportFault(part: string, log: Log): (error: unknown) => void {
  return (error) => log(part, `a message could not be handled: ${why(error)}`)
}

// Some of the SDK's sentences end in the message itself, others are a validator's report: the log gets neither.
function why(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const sentence = text.split(/[[{]/, 1)[0]!.trim().replace(/:$/, '')
  return sentence === '' ? 'it does not fit its schema' : sentence.slice(0, WHY_CHARS_MAX)
}
