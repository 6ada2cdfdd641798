import { z } from 'zod'
import { diagnosticLine } from '../../domain/diagnostic.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { PACKAGE_TEXT_BYTES_MAX } from '../../domain/package-limits.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { policyShape } from '../../domain/skill-shapes.ts'
import type { TakenSkill, TakeReport, TakeSource } from '../../packages/take-packages.ts'
import { policyText } from '../policy-text.ts'
import { defineTool } from '../tool.ts'

const input = z.object({
  text: z.string().max(PACKAGE_TEXT_BYTES_MAX).optional().describe('A whole SKILL.md, as it was pasted.'),
  path: z.string().max(4_096).optional().describe('A folder, a .md file or an archive, as an absolute path.'),
  url: z.string().max(4_096).optional().describe('Of a SKILL.md or an archive.'),
  prefix: z.string().max(400).optional().describe('Put before every name: work makes work/pdf of pdf.'),
  update: z.boolean().default(false).describe('Take again what came from the same place and has changed there.'),
})

export const importSkillTool = defineTool({
  name: 'import_skill',
  toolset: 'packages',
  title: 'Import a skill',
  description:
    'Take a skill in the Agent Skills format (SKILL.md) into the library: text that the user pasted, a path, or a URL; exactly one of the three. It is checked like everything that comes in, becomes a candidate that nobody reviewed, and is loaded by name only until a person approves it. No name that is taken is written over. suggestedPolicy is what the text seems to need beyond what it declares: show it to the user, it is never set. Paths are read below the folders of the setting importRoots, URLs where allowNetwork is set. To get a skill that needs adapting, fetch and change it in a workspace and call extract_skills.',
  input,
  output: z.object({
    taken: z.array(
      z.object({
        name: z.string(),
        origin: z.string(),
        outcome: z.enum(['new', 'updated', 'unchanged']),
        as: z.string().describe('Its lifecycle here, or draft.'),
        files: z.number(),
        summary: z.string(),
        asks: policyShape.describe('What it declares; not in force before a person approves it.'),
        suggestedPolicy: policyShape.optional().describe('Seen in its text and not declared. A guess.'),
      }),
    ),
    refused: z.number(),
    diagnostics: z.array(diagnosticShape),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ prefix, update, ...given }, _call, { level, workspaces }) {
    const source = sourceOf(given)
    await level()
    const report = await workspaces.take({ source, prefix, update })
    return { structured: report, text: textOf(report) }
  },
})

function sourceOf({ text, path, url }: Pick<z.output<typeof input>, 'text' | 'path' | 'url'>): TakeSource {
  const given: TakeSource[] = [
    ...(text === undefined ? [] : [{ text }]),
    ...(path === undefined ? [] : [{ path }]),
    ...(url === undefined ? [] : [{ url }]),
  ]
  if (given.length === 1) return given[0]!
  const came = given.length === 0 ? 'none' : String(given.length)
  throw new SkillError('bad-input', `expected one of text, path and url, got ${came}`, 'Nothing was taken. Give one.')
}

function textOf({ taken, refused, diagnostics }: TakeReport): string {
  return [
    ...taken.flatMap(linesOf),
    ...(refused === 0 ? [] : [`${refused} refused.`]),
    ...(taken.length + refused === 0 ? ['No skill was found there.'] : []),
    ...diagnostics.map(diagnosticLine),
  ].join('\n')
}

function linesOf({ name, outcome, as, summary, asks, suggestedPolicy }: TakenSkill): string[] {
  const what = { new: 'Imported', updated: 'Imported again', unchanged: 'Already here, unchanged:' }[outcome]
  return [
    `${what} ${name} (${as}): ${summary}. A person has to review it. It declares: ${policyText(asks)}.`,
    ...(suggestedPolicy === undefined
      ? []
      : [`Its text also seems to need ${policyText(suggestedPolicy)}: say so to the user; nothing of it was set.`]),
  ]
}
