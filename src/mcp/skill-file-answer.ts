// One file of a skill as get_skill answers it: text in the answer itself, other bytes as a resource beside it. Nothing is
// run here, and looking at a file is no load.
import { z } from 'zod'
import { listedFile, listedFileShape } from '../domain/listed-file.ts'
import { isTextType } from '../domain/mime-types.ts'
import { hiddenSkill } from '../domain/skill-refusal.ts'
import { type SkillDetail, skillDetailShape, skillShape } from '../domain/skill-shapes.ts'
import { utf8Start } from '../domain/utf8-text.ts'
import { type ReadFile, readFileOf, readLiveFile } from '../library/read-skill-file.ts'
import { draftDetail, liveDetail } from '../library/skill-detail.ts'
import { fileUri } from './skill-uris.ts'
import type { Beside, ToolAnswer, ToolParts } from './tool.ts'

export const TEXT_BYTES_MAX = 256 * 1024
export const BLOB_BYTES_MAX = 1024 * 1024

/** What get_skill answers: with `file` that file, and then without the text of the skill. */
export const skillAnswerShape = skillDetailShape.extend({
  skill: skillShape.extend({ content: z.string().optional().describe('Left out where a file was asked for.') }),
  file: listedFileShape
    .extend({
      uri: z.string().optional().describe('Where resources/read has it, if it is served there.'),
      text: z.string().optional().describe('For what reads as text in UTF-8.'),
      textBytes: z.number().optional().describe('How many of its bytes text is; fewer than size: it is cut.'),
    })
    .optional(),
})
type SkillAnswer = z.input<typeof skillAnswerShape>

export async function fileAnswer(
  { name, file, isDraft }: { name: string; file: string; isDraft: boolean },
  parts: ToolParts,
): Promise<ToolAnswer<SkillAnswer>> {
  if (isDraft) {
    const { skill } = await parts.review.draft(name)
    const read = await readFileOf(parts.store, skill, file)
    return answerOf(await draftDetail(name, parts), read, { isServed: false })
  }
  const { entry, ...read } = await readLiveFile(parts, name, file)
  const standing = parts.standings.of(entry)
  if (standing.exposure === 'hidden') throw hiddenSkill(name, standing)
  const { detail } = await liveDetail(entry, parts, 0)
  return answerOf(detail, read, { isServed: parts.standings.markOf(entry).listed })
}

function answerOf(
  detail: SkillDetail,
  { file, bytes }: ReadFile,
  { isServed }: { isServed: boolean },
): ToolAnswer<SkillAnswer> {
  const { content: _content, ...skill } = detail.skill
  const listed = listedFile(file)
  const uri = fileUri(skill.name, file.path)
  const text = utf8Start(bytes, TEXT_BYTES_MAX)
  const isText = text !== undefined && (isTextType(listed.mimeType) || bytes.length <= TEXT_BYTES_MAX)
  const shown = isText ? { text, textBytes: Math.min(bytes.length, TEXT_BYTES_MAX) } : {}
  const structured = { ...detail, skill, file: { ...listed, ...(isServed ? { uri } : {}), ...shown } }
  const head = [...detail.standing.warnings.map((warning) => `Warning: ${warning}.`), ...notToRun(detail)].join('\n')
  const say = (body: string) => [...(head === '' ? [] : [head]), body, tail(detail, structured.file)].join('\n\n')
  if (isText) return { structured, text: say(text) }
  const { mimeType, size } = listed
  if (size <= BLOB_BYTES_MAX) {
    const blob = Buffer.from(bytes).toString('base64')
    const beside: Beside = { type: 'resource', resource: { uri, mimeType, blob } }
    return { structured, text: say('Its bytes stand in the resource beside this text.'), beside: [beside] }
  }
  if (isServed) {
    const beside: Beside = { type: 'resource_link', uri, name: file.path, mimeType, size }
    return { structured, text: say(`It is too large to be put in here; read the resource ${uri}`), beside: [beside] }
  }
  const byPerson = `a person reads it with: skill-cortex show ${skill.name} --file ${JSON.stringify(file.path)} --raw`
  return { structured, text: say(`It is too large to be put in here; ${byPerson}`) }
}

function notToRun({ standing }: SkillDetail): string[] {
  return standing.executable ? [] : ['Nobody has approved these bytes: read them, do not run them.']
}

type ShownFile = NonNullable<SkillAnswer['file']>

function tail({ skill, version }: SkillDetail, { path, size, mimeType, sha256, executable, textBytes }: ShownFile) {
  const cut = textBytes === undefined || textBytes === size ? '' : `, cut: these are its first ${textBytes} bytes`
  const mode = executable === true ? ', executable' : ''
  return `(file ${JSON.stringify(path)} of skill ${skill.name}, version ${version}, ${size} bytes, ${mimeType}${mode}, sha256 ${sha256}${cut})`
}
