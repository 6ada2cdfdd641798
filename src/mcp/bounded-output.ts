// Writes for a reader that may be slow or dead: a write resolves when there is room again, and what piles up is bounded.
import type { Writable } from 'node:stream'

export type BoundedOutput = {
  /** Resolves when the next write may follow; never rejects. */
  write(text: string): Promise<void>
  /** Nobody waits for room any more. */
  release(): void
}

/** @param onBroken told once when the reader is gone or let more than `unreadBytesMax` pile up. */
export function boundedOutput(
  output: Writable,
  unreadBytesMax: number,
  onBroken: (error: Error) => void,
): BoundedOutput {
  let room: { promise: Promise<void>; resolve: () => void } | undefined
  let broken = false
  const release = () => {
    room?.resolve()
    room = undefined
  }
  const breakOff = (error: Error) => {
    release()
    if (!broken) onBroken(error)
    broken = true
  }
  // Both stay for good: a write that fails after the end must not end the process with a stack.
  output.on('error', breakOff)
  output.on('drain', release)
  return {
    release,
    async write(text) {
      if (broken || output.write(text)) return
      if (output.writableLength > unreadBytesMax) {
        return breakOff(new Error(`the client left more than ${unreadBytesMax} bytes unread`))
      }
      room ??= promiseOfRoom()
      await room.promise
    },
  }
}

function promiseOfRoom(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((release) => {
    resolve = release
  })
  return { promise, resolve }
}
