import { z } from 'zod'
import { REGISTRY_REF_CHARS_MAX } from '../../domain/registry-ref.ts'
import type { InstallReport } from '../../packages/install-skill.ts'
import { scopeArgument, scopeOf, sessionArgument } from '../answer-parts.ts'
import { takenLines, takeShape } from '../taken-skill.ts'
import { defineTool } from '../tool.ts'

const NAME_CHARS_MAX = 400

export const installSkillTool = defineTool({
  name: 'install_skill',
  toolset: 'routing',
  title: 'Install a skill from a registry',
  description:
    'Bring a skill that find_skill offered (offers[].ref) into the library, after the user has said yes to it. The registry is asked for its verdict once more; what it withholds is refused. It comes in like every import: checked, never written over a name that is taken, a candidate that nobody reviewed, loaded by name only until a person approves it; with scope "session" it is unlisted when the session ends, unless it is kept. Nothing of it is run. verdict is the word of the registry, not ours: show it, and show suggestedPolicy, which is what the text seems to need beyond what it declares. Works where the setting allowNetwork is on, with registries of the setting registries.',
  input: z.object({
    ref: z
      .string()
      .min(1)
      .max(REGISTRY_REF_CHARS_MAX)
      .describe('clawhub:@owner/slug@version#sha256, or wellknown+host:name#sha256; version and hash may be missing.'),
    prefix: z.string().max(NAME_CHARS_MAX).optional().describe('Put before its name: work makes work/pdf of pdf.'),
    update: z.boolean().default(false).describe('Take another version of what was installed from there before.'),
    scope: scopeArgument,
    session: sessionArgument,
  }),
  output: z.object({
    ref: z.string().describe('Its full name, with the version and the hash of what came.'),
    renamedFrom: z.string().optional().describe('What was asked for: the registry calls it otherwise by now.'),
    verdict: z.enum(['verified', 'unreviewed', 'suspicious']),
    why: z.array(z.string()),
    bytes: z.number(),
    from: z.string(),
    ...takeShape,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ ref, prefix, update, scope }, call, { level, workspaces }) {
    const asked = { ref, prefix, update, scope: scopeOf(scope, call.session) }
    await level()
    const report = await workspaces.install(asked)
    return { structured: report, text: textOf(report) }
  },
})

function textOf(report: InstallReport): string {
  const { ref, renamedFrom, verdict, bytes } = report
  const renamed = renamedFrom === undefined ? [] : [`The registry has renamed ${renamedFrom}: say so to the user.`]
  return [`From ${ref}: ${bytes} bytes, ${verdict} by its registry.`, ...renamed, ...takenLines(report)].join('\n')
}
