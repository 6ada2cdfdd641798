// Cuts a stream of bytes into lines and drops the ones that are too long whole, so that one monstrous line neither fills
// the memory nor ends the connection: its sender is told, and the next line is read as if nothing had been.

const NEWLINE = 0x0a
// Enough of a dropped line to find the id of the request in it.
const HEAD_BYTES = 4_096

export type LineCutter = {
  take(chunk: Buffer): void
  /** The stream has ended: what came after the last newline is a line too. */
  end(): void
}

/** @param onOverlong gets the beginning of a line that is dropped, once, as soon as it passes `bytesMax`. */
export function lineCutter(
  bytesMax: number,
  onLine: (line: string) => void,
  onOverlong: (head: string) => void,
): LineCutter {
  let kept: Buffer[] = []
  let size = 0
  let dropping = false

  const keep = (part: Buffer) => {
    if (dropping) return
    size += part.length
    kept.push(part)
    if (size <= bytesMax) return
    onOverlong(Buffer.concat(kept).toString('utf8', 0, HEAD_BYTES))
    dropping = true
    kept = []
  }
  const cut = () => {
    if (!dropping) onLine((kept.length === 1 ? kept[0]! : Buffer.concat(kept)).toString('utf8'))
    kept = []
    size = 0
    dropping = false
  }
  return {
    take(chunk) {
      let begin = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
        keep(chunk.subarray(begin, end))
        cut()
        begin = end + 1
      }
      if (begin < chunk.length) keep(chunk.subarray(begin))
    },
    end() {
      if (kept.length > 0 || dropping) cut()
    },
  }
}
