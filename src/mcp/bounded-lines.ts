// Lets lines through up to a size and drops longer ones whole, so that one monstrous line neither fills the memory nor
// ends the connection: its sender is told, and the next line is read as if nothing had been.
import { Transform, type TransformCallback } from 'node:stream'

const NEWLINE = 0x0a
// Enough of a dropped line to find the id of the request in it.
const HEAD_BYTES = 4_096

/** @param onOverlong gets the beginning of the dropped line, once, when the limit is passed. */
export function boundedLines(bytesMax: number, onOverlong: (head: string) => void): Transform {
  let kept: Buffer[] = []
  let size = 0
  let dropping = false

  const take = (part: Buffer) => {
    if (dropping) return
    size += part.length
    kept.push(part)
    if (size <= bytesMax) return
    onOverlong(Buffer.concat(kept).toString('utf8', 0, HEAD_BYTES))
    dropping = true
    kept = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let begin = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
        take(chunk.subarray(begin, end + 1))
        if (!dropping) this.push(kept.length === 1 ? kept[0] : Buffer.concat(kept))
        kept = []
        size = 0
        dropping = false
        begin = end + 1
      }
      if (begin < chunk.length) take(chunk.subarray(begin))
      done()
    },
  })
}
