import { createHash } from 'node:crypto'

/** SHA-256 of bytes (or of a string's UTF-8), as 64 lower-case hex digits. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
