// Server-sent events out of a stream of bytes: the little of the format that our server sends.

export type SentEvent = { id: string | undefined; data: string }

// One event is a line or two of some hundred bytes; whatever is longer is not ours.
const PENDING_CHARS_MAX = 4_000_000

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    pending += decoder.decode(value, { stream: true })
    const blocks = pending.split('\n\n')
    pending = blocks.pop() ?? ''
    if (pending.length > PENDING_CHARS_MAX) throw new Error('an event of the stream has no end')
    for (const block of blocks) {
      const event = eventIn(block)
      if (event !== undefined) yield event
    }
  }
}

/** Undefined for a comment, which only keeps the connection open. */
function eventIn(block: string): SentEvent | undefined {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trimStart())
  const data = valuesOf('data')
  return data.length === 0 ? undefined : { id: valuesOf('id').at(-1), data: data.join('\n') }
}
