// A cortex.json that cannot be read is worked out anew from the journal. What a person had written into it is not in there, so
// its bytes are kept beside it.
import { cortexSchema } from '../domain/cortex-document.ts'
import { writeDurably } from '../files/atomic-write.ts'
import { readRegularFile } from '../files/read-file.ts'
import { DOCUMENT_BYTES_MAX } from '../store/small-document.ts'

export async function putAsideDamaged(path: string): Promise<void> {
  const file = await readRegularFile(path, DOCUMENT_BYTES_MAX)
  if (file === undefined || isCortex(file.bytes.toString('utf8'))) return
  await writeDurably(`${path}.damaged`, file.bytes)
}

function isCortex(text: string): boolean {
  try {
    return cortexSchema.safeParse(JSON.parse(text)).success
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
