import { z } from 'zod'
import { PACKAGE_TEXT_BYTES_MAX } from '../../domain/package-limits.ts'
import { SkillError } from '../../domain/skill-error.ts'
import type { TakeSource } from '../../packages/take-packages.ts'
import { scopeArgument, scopeOf, sessionArgument } from '../answer-parts.ts'
import { takenLines, takeShape } from '../taken-skill.ts'
import { defineTool } from '../tool.ts'

const input = z.object({
  text: z.string().max(PACKAGE_TEXT_BYTES_MAX).optional().describe('A whole SKILL.md, as it was pasted.'),
  path: z.string().max(4_096).optional().describe('A folder, a .md file or an archive, as an absolute path.'),
  url: z.string().max(4_096).optional().describe('Of a SKILL.md or an archive.'),
  prefix: z.string().max(400).optional().describe('Put before every name: work makes work/pdf of pdf.'),
  update: z.boolean().default(false).describe('Take again what came from the same place and has changed there.'),
  scope: scopeArgument,
  session: sessionArgument,
})

export const importSkillTool = defineTool({
  name: 'import_skill',
  toolset: 'packages',
  title: 'Import a skill',
  description:
    'Take a skill in the Agent Skills format (SKILL.md) into the library: text that the user pasted, a path, or a URL; exactly one of the three. It is checked like everything that comes in, becomes a candidate that nobody reviewed, and is loaded by name only until a person approves it. No name that is taken is written over. suggestedPolicy is what the text seems to need beyond what it declares: show it to the user, it is never set. Paths are read below the folders of the setting importRoots, URLs where allowNetwork is set. To get a skill that needs adapting, fetch and change it in a workspace and call extract_skills.',
  input,
  output: z.object(takeShape),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ prefix, update, scope, session: _session, ...given }, call, { level, workspaces }) {
    const source = sourceOf(given)
    const asked = { source, prefix, update, scope: scopeOf(scope, call.session) }
    await level()
    const report = await workspaces.take(asked)
    return { structured: report, text: takenLines(report).join('\n') }
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
