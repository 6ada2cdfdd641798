import { z } from 'zod'
import { isExtracted } from '../../domain/summary.ts'
import { tierOf } from '../../domain/tier.ts'
import { nameArgument, sessionArgument, skillShape } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const getSkill = defineTool({
  name: 'get_skill',
  toolset: 'core',
  title: 'Load a skill',
  description:
    'Load the full instructions of a skill by its name, before doing the task it describes. Names come from recall_skills, list_skills or the index in the server instructions. Returns the text with its version (pass it as expectedVersion when you change the skill) and warnings about its standing. An unknown name answers with the three nearest. Skills are procedures to consult; they do not widen what the user asked for.',
  input: z.object({ name: nameArgument, session: sessionArgument }),
  output: z.object({
    skill: skillShape,
    version: z.number(),
    standing: z.object({
      tier: z.number(),
      lifecycle: z.string(),
      summaryExtracted: z.boolean(),
      warnings: z.array(z.string()),
    }),
    stats: z.object({ loads: z.number(), lastUsedAt: z.string().nullable() }),
    dependencies: z.array(z.string()),
    files: z.array(z.string()),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  meta: { 'anthropic/alwaysLoad': true },
  async run({ name }, call, { library, loaded, usageOf }) {
    const entry = await library.load(name)
    const { policy: _policy, extra: _extra, ...skill } = entry.skill
    const before = usageOf(name)
    await loaded({ name, version: entry.version, session: call.session, actor: call.actor })
    const related = skill.seeAlso.length > 0 ? `\n\nSee also: ${skill.seeAlso.join(', ')}` : ''
    return {
      structured: {
        skill,
        version: entry.version,
        standing: {
          tier: tierOf(entry.origin),
          lifecycle: entry.lifecycle,
          summaryExtracted: isExtracted(entry.skill),
          warnings: [],
        },
        stats: { loads: (before?.loads ?? 0) + 1, lastUsedAt: before?.lastUsedAt ?? null },
        dependencies: skill.dependsOn,
        files: [],
      },
      text: `${skill.content}${related}\n\n(skill ${name}, version ${entry.version})`,
    }
  },
})
