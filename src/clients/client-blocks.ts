// What a person pastes who would rather not have setup write.
import type { Client } from '../domain/client-channels.ts'
import { clientForms } from '../domain/client-forms.ts'
import { clientFiles } from './client-files.ts'
import { type Installation, programOf, shellOf } from './installation.ts'
import { LANGUAGES } from './languages.ts'

/** What a person would paste, for each file of the client; the same bytes that setup puts into an empty one. */
export function clientBlocks(client: Client, at: Installation): { path: string; text: string }[] {
  const paths = clientFiles(client, at)
  return clientForms(client, programOf(at), shellOf(at)).map(({ file, language, entries }) => {
    const text = LANGUAGES[language].add('', { entries, shell: shellOf(at) })
    return { path: paths[file] ?? file, text: text.trimEnd() }
  })
}
