// The languages that clients keep their configuration in. Whoever imports this loads their parsers.
import type { ConfigForm } from '../domain/client-forms.ts'
import type { AttachedFile } from './attachment-record.ts'
import { textOf } from './config-bytes.ts'
import type { ConfigLanguage } from './config-language.ts'
import { jsonConfig } from './json-config.ts'
import { tomlConfig } from './toml-config.ts'

export const LANGUAGES: Record<ConfigForm['language'], ConfigLanguage> = { json: jsonConfig, toml: tomlConfig }

/** Whether an object or list stood there before setup. Where nobody knows, it did: what is empty then harms nobody. */
export function stood(
  language: ConfigLanguage,
  recorded: AttachedFile | undefined,
  backup: Buffer | undefined,
  at: string[],
): boolean {
  if (recorded === undefined || (recorded.before !== null && backup === undefined)) return true
  return language.holds(textOf(backup), at)
}
