// One file of a skill as `show --file` prints it: text as it is, other bytes by size and hash unless they are asked for raw.
import { listedFile } from '../domain/listed-file.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import { readFileOf, readLiveFile } from '../library/read-skill-file.ts'
import type { CommandAnswer, CommandHome } from './command.ts'
import { fileLine } from './file-text.ts'
import type { ShownSkill } from './shown-skill.ts'

/** @throws `not-found` with the nearest paths. */
export async function fileAnswer(
  { skill, version, which }: ShownSkill,
  path: string,
  home: CommandHome,
  { isRaw, isScreen }: { isRaw: boolean; isScreen: boolean },
): Promise<CommandAnswer> {
  const { file, bytes } =
    which === 'live' ? await readLiveFile(home, skill.name, path) : await readFileOf(home.store, skill, path)
  const listed = listedFile(file)
  const text = utf8Text(bytes)
  const content = text === undefined ? { base64: Buffer.from(bytes).toString('base64') } : { text }
  const json = { name: skill.name, version, isLive: which === 'live', file: listed, ...content }
  if (text !== undefined) return { json, text, isVerbatim: true }
  if (isRaw && !isScreen) return { json, text: '', bytes }
  return { json, text: `${fileLine(listed)}\nIt is no text; --raw prints its bytes, into a file or a pipe.` }
}
