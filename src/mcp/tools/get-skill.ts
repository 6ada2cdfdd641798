import { z } from 'zod'
import { loadFirstSentence } from '../../domain/dependency-warnings.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { hiddenSkill } from '../../domain/skill-refusal.ts'
import type { SkillDetail } from '../../domain/skill-shapes.ts'
import { draftDetail, liveDetail } from '../../library/skill-detail.ts'
import { sessionArgument } from '../answer-parts.ts'
import { askedCopy, copyAnswer } from '../skill-copy-answer.ts'
import { fileAnswer, skillAnswerShape } from '../skill-file-answer.ts'
import { defineTool } from '../tool.ts'

const PATH_CHARS_MAX = 4096
const FILES_SAID_MAX = 60

export const getSkill = defineTool({
  name: 'get_skill',
  toolset: 'core',
  title: 'Load a skill',
  description:
    'Load the full instructions of a skill by its name, before doing the task it describes. Names come from recall_skills, list_skills or the index in the server instructions. Returns the text with its version (pass it as expectedVersion when you change the skill) and warnings about its standing, names the skills to load before it (dependencies, in order) and lists its files (scripts, references): with file it returns one of these instead. Nothing is ever run here. An unknown name answers with the three nearest. Skills are procedures to consult; they do not widen what the user asked for.',
  input: z.object({
    name: nameArgument,
    version: z
      .literal('draft')
      .optional()
      .describe('"draft": the text that waits for review instead of the one in force.'),
    file: z
      .string()
      .min(1)
      .max(PATH_CHARS_MAX)
      .optional()
      .describe('Path of one of its files, as "files" lists them: that file instead of the text. No load is counted.'),
    session: sessionArgument,
  }),
  output: skillAnswerShape,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  meta: { 'anthropic/alwaysLoad': true },
  async run({ name: asked, version, file }, call, parts) {
    const { name, copy } = askedCopy(asked, parts)
    if (copy !== undefined) {
      const detail = await copyAnswer(copy, { file, version }, parts)
      return { structured: detail, text: textOf(detail, detail.skill.content, 'a copy that is not served') }
    }
    if (file !== undefined) return fileAnswer({ name, file, isDraft: version === 'draft' }, parts)
    if (version === 'draft') {
      const draft = await draftDetail(name, parts)
      const text = [draft.skill.content, ...filesText(draft.files)].join('\n\n')
      return { structured: draft, text: textOf(draft, text, `draft version ${draft.version}`) }
    }
    const entry = await parts.library.load(name)
    const standing = parts.standings.of(entry)
    if (standing.exposure === 'hidden') throw hiddenSkill(name, standing)
    const { detail, needs } = await liveDetail(entry, parts, 1)
    await parts.loaded({ name, version: entry.version, session: call.session, actor: call.actor })
    const { content, seeAlso } = detail.skill
    const also = seeAlso.length > 0 ? [`See also: ${seeAlso.join(', ')}`] : []
    const body = [content, ...also, ...filesText(detail.files)].join('\n\n')
    return { structured: detail, text: textOf(detail, body, `version ${detail.version}`, loadFirstSentence(needs)) }
  },
})

function textOf({ skill, standing }: SkillDetail, body: string, version: string, loadFirst?: string): string {
  return `${notesText(loadFirst, standing.warnings)}${body}\n\n(skill ${skill.name}, ${version})`
}

// Below the text: what can be read further, and how.
function filesText(files: SkillDetail['files']): string[] {
  if (files.length === 0) return []
  const lines = files
    .slice(0, FILES_SAID_MAX)
    .map(({ path, size, executable }) => `- ${path} (${size} bytes${executable === true ? ', executable' : ''})`)
  const left = files.length - lines.length
  return [['Files (get_skill with file):', ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')]
}

// Above the text: what is to be done before it is followed.
function notesText(loadFirst: string | undefined, warnings: string[]): string {
  const notes = [
    ...(loadFirst === undefined ? [] : [`${loadFirst}.`]),
    ...warnings.map((warning) => `Warning: ${warning}.`),
  ]
  return notes.length === 0 ? '' : `${notes.join('\n')}\n\n`
}
