// What a client does to a text that is too long for it: it cuts the end off, or it puts the text into a file and shows
// the model the edges. Which client does what stands in client-channels.ts.

export type TextCut = EndCut | FileCut

/** The end is dropped, and `mark` stands in its place, beyond the limit. */
export type EndCut = { kind: 'end'; charsMax: number; mark: string }

/**
 * The whole goes to a file that the model may open; it is shown `before`, the head, `between`, the tail and `after`.
 * In these, {kB} is the size of the whole in units of 1,024 characters, {tokens} what is missing at 4 bytes a token.
 */
export type FileCut = {
  kind: 'file'
  unit: 'characters' | 'utf-8 bytes'
  /** In `unit`. A text of this size still arrives whole. */
  sizeMax: number
  headChars: number
  tailChars: number
  before: string
  between: string
  after: string
}

export type CutText = { text: string; charsLost: number }

const KILOBYTE = 1_024
const BYTES_PER_TOKEN = 4

export function cutText(text: string, cut: TextCut | undefined): CutText {
  if (cut === undefined) return { text, charsLost: 0 }
  switch (cut.kind) {
    case 'end':
      if (text.length <= cut.charsMax) return { text, charsLost: 0 }
      return { text: text.slice(0, cut.charsMax) + cut.mark, charsLost: text.length - cut.charsMax }
    case 'file':
      return sizeOf(text, cut.unit) <= cut.sizeMax ? { text, charsLost: 0 } : edgesOf(text, cut)
  }
}

function edgesOf(text: string, cut: FileCut): CutText {
  const head = text.slice(0, cut.headChars)
  const tail = cut.tailChars === 0 ? '' : text.slice(Math.max(head.length, text.length - cut.tailChars))
  const lost = text.slice(head.length, text.length - tail.length)
  const filled = (frame: string) =>
    frame
      .replace('{kB}', (text.length / KILOBYTE).toFixed(1))
      .replace('{tokens}', String(Math.ceil(sizeOf(lost, 'utf-8 bytes') / BYTES_PER_TOKEN)))
  return {
    text: filled(cut.before) + head + (lost === '' ? '' : filled(cut.between)) + tail + filled(cut.after),
    charsLost: lost.length,
  }
}

function sizeOf(text: string, unit: FileCut['unit']): number {
  return unit === 'characters' ? text.length : new TextEncoder().encode(text).length
}
