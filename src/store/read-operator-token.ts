// The operator's token of a home, read afresh each time. Whoever makes it, and who is shown it, is not decided here.
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'

const FILE_BYTES_MAX = 1_024
// As operator-token.ts makes it: what is shorter opens nothing anywhere.
const TOKEN = /^[A-Za-z0-9_-]{43,512}$/

/** Undefined when the home has none that is long enough. @throws `damaged` for what is no plain file, `too-large`, `storage`. */
export async function readOperatorToken(path: string): Promise<string | undefined> {
  const file = await guarded("reading the operator's token", () => readRegularFile(path, FILE_BYTES_MAX))
  const token = file?.bytes.toString('utf8').trim() ?? ''
  return TOKEN.test(token) ? token : undefined
}
