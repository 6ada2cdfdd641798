import { ageDays } from '../../domain/age-days.ts'
import { listArguments } from '../../domain/skill-arguments.ts'
import { type SkillPage, skillPageShape } from '../../domain/skill-shapes.ts'
import { listSkills as listTheSkills } from '../../library/skill-list.ts'
import { defineTool } from '../tool.ts'

export const listSkills = defineTool({
  name: 'list_skills',
  toolset: 'core',
  title: 'List skills',
  description:
    'List the skills of the library with their summaries, by name. Filters may be combined: query (every word must occur in name, summary, tags or triggers), prefix ("mcp/"), tag, origin, lifecycle. Long lists come in pages: pass nextCursor as cursor. To find the skill for a task use recall_skills.',
  input: listArguments,
  output: skillPageShape,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(args, call, parts) {
    await parts.level()
    const found = listTheSkills(args, parts)
    if (args.query !== undefined)
      parts.searched(
        found.skills.map(({ name }) => name),
        call.session,
      )
    return { structured: found, text: asText(found, parts.now()) }
  },
})

function asText({ skills, total, nextCursor }: SkillPage, now: Date): string {
  if (total === 0) return 'No skills found. save_skill keeps one.'
  const lines = skills.map((s) => {
    const used = s.lastUsedAt === undefined ? 'never used' : `last used ${ageDays(s.lastUsedAt, now)}d ago`
    const warning = s.warning === undefined ? '' : ` [${s.warning}]`
    return `- ${s.name} (${s.ageDays}d old, ${used}): ${s.summary}${warning}`
  })
  const more = nextCursor === undefined ? '' : `\nMore: call again with cursor "${nextCursor}".`
  return `Available skills (${total}):\n${lines.join('\n')}${more}`
}
