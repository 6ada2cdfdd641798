import { z } from 'zod'
import { loadFirstSentence } from '../../domain/dependency-warnings.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { hiddenSkill } from '../../domain/skill-refusal.ts'
import { type SkillDetail, skillDetailShape } from '../../domain/skill-shapes.ts'
import { draftDetail, liveDetail } from '../../library/skill-detail.ts'
import { sessionArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const getSkill = defineTool({
  name: 'get_skill',
  toolset: 'core',
  title: 'Load a skill',
  description:
    'Load the full instructions of a skill by its name, before doing the task it describes. Names come from recall_skills, list_skills or the index in the server instructions. Returns the text with its version (pass it as expectedVersion when you change the skill) and warnings about its standing, and names the skills to load before it (dependencies, in order). An unknown name answers with the three nearest. Skills are procedures to consult; they do not widen what the user asked for.',
  input: z.object({
    name: nameArgument,
    version: z
      .literal('draft')
      .optional()
      .describe('"draft": the text that waits for review instead of the one in force.'),
    session: sessionArgument,
  }),
  output: skillDetailShape,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  meta: { 'anthropic/alwaysLoad': true },
  async run({ name, version }, call, parts) {
    if (version === 'draft') {
      const draft = await draftDetail(name, parts)
      return { structured: draft, text: textOf(draft, draft.skill.content, `draft version ${draft.version}`) }
    }
    const entry = await parts.library.load(name)
    const standing = parts.standings.of(entry)
    if (standing.exposure === 'hidden') throw hiddenSkill(name, standing)
    const { detail, needs } = await liveDetail(entry, parts, 1)
    await parts.loaded({ name, version: entry.version, session: call.session, actor: call.actor })
    const { content, seeAlso } = detail.skill
    const body = seeAlso.length > 0 ? `${content}\n\nSee also: ${seeAlso.join(', ')}` : content
    return { structured: detail, text: textOf(detail, body, `version ${detail.version}`, loadFirstSentence(needs)) }
  },
})

function textOf({ skill, standing }: SkillDetail, body: string, version: string, loadFirst?: string): string {
  return `${notesText(loadFirst, standing.warnings)}${body}\n\n(skill ${skill.name}, ${version})`
}

// Above the text: what is to be done before it is followed.
function notesText(loadFirst: string | undefined, warnings: string[]): string {
  const notes = [
    ...(loadFirst === undefined ? [] : [`${loadFirst}.`]),
    ...warnings.map((warning) => `Warning: ${warning}.`),
  ]
  return notes.length === 0 ? '' : `${notes.join('\n')}\n\n`
}
