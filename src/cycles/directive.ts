// What a pass tells the model to do: the text that is built in, or the one that stands in `directives/` of the home under
// its name. Read afresh each time, so that an edit counts at once.
import { join } from 'node:path'
import { SkillError } from '../domain/skill-error.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { Pass } from './pass.ts'

export const DIRECTIVE_BYTES_MAX = 64 * 1024

/**
 * A blank file says nothing, so it replaces nothing. @throws `damaged` for a link and for what is no text, `too-large`:
 * what a person wrote is not passed over in silence.
 */
export async function readDirective(folder: string, { directive: { file, builtIn } }: Pick<Pass, 'directive'>) {
  const bytes = await readOwn(folder, file)
  if (bytes === undefined) return builtIn
  const text = utf8Text(bytes)
  if (text === undefined) {
    throw new SkillError('damaged', `directives/${file}: expected text in UTF-8`, 'Mend it, or remove it.')
  }
  return text.trim() === '' ? builtIn : text
}

async function readOwn(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const read = () => readRegularFile(join(folder, file), DIRECTIVE_BYTES_MAX)
    return (await guarded('reading a directive', read))?.bytes
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    throw new SkillError(error.code, `directives/${file}: ${error.message}`, error.fix, { cause: error })
  }
}
