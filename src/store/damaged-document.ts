// A document that cannot be read is begun anew; what a person or a model had put into it may stand nowhere else, so its bytes
// are kept beside it before anything is written over them.
import type { z } from 'zod'
import { writeDurably } from '../files/atomic-write.ts'
import { readRegularFile } from '../files/read-file.ts'
import { DOCUMENT_BYTES_MAX } from './small-document.ts'

/** As `<path>.damaged`, the newest such bytes; nothing where the document reads well or is not there. */
export async function putAsideDamaged(path: string, schema: z.ZodType): Promise<void> {
  const file = await readRegularFile(path, DOCUMENT_BYTES_MAX)
  if (file === undefined || fits(file.bytes.toString('utf8'), schema)) return
  await writeDurably(`${path}.damaged`, file.bytes)
}

function fits(text: string, schema: z.ZodType): boolean {
  try {
    return schema.safeParse(JSON.parse(text)).success
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
