/** The text that these bytes are; undefined for what is none: no UTF-8, or with a NUL in it. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return decoded(bytes, false)
}

/** The same of the first bytes; a character that the cut went through is left out. */
export function utf8Start(bytes: Uint8Array, bytesMax: number): string | undefined {
  return decoded(bytes.subarray(0, bytesMax), bytes.length > bytesMax)
}

function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
