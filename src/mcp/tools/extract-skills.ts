import { z } from 'zod'
import { RUN_ID_CHARS_MAX } from '../../domain/checkout.ts'
import { diagnosticLine } from '../../domain/diagnostic.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { policyShape } from '../../domain/skill-shapes.ts'
import type { ExtractedSkill, Extraction } from '../../packages/extract-skills.ts'
import { policyText } from '../policy-text.ts'
import { defineTool } from '../tool.ts'

export const extractSkillsTool = defineTool({
  name: 'extract_skills',
  toolset: 'packages',
  title: 'Bring skills back from a workspace',
  description:
    'Take the skills that were made or changed in a workspace folder into the library, for a person to review. The folder holds a SKILL.md itself, or folders that do. Taken are SKILL.md, policy.json, and the files in scripts/, references/ and assets/; the rest is named and left. What did not change since checkout_skill is skipped. A run may change what it checked out and create new names; every other name is refused. Nothing becomes approved: a change of what a person wrote or approved waits as a draft, and what policy.json asks for beyond the policy becomes a proposal. One skill that is refused does not keep the others; a workspace that changes meanwhile is refused whole. Tell the user what each skill does and what it asks for, and that it waits for review.',
  input: z.object({
    dir: z.string().max(4_096).describe('The workspace, as an absolute path.'),
    run: z
      .string()
      .max(RUN_ID_CHARS_MAX)
      .optional()
      .describe(
        'The run, as checkout_skill returned it. Left out: the one that was last checked out into this folder.',
      ),
  }),
  output: z.object({
    runId: z.string(),
    skills: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(['created', 'updated', 'unchanged']),
        version: z.number(),
        draft: z.boolean().describe('It waits for a person; what was in force stays so until then.'),
        summary: z.string(),
        asks: policyShape.describe('What it declares that it needs; not in force before a person approves it.'),
        changed: z.array(z.string()),
        added: z.array(z.string()),
        deleted: z.array(z.string()),
        proposal: z.string().optional().describe('Of the change that its policy.json asks for.'),
      }),
    ),
    refused: z.array(z.string()).describe('Packages of which nothing was taken; diagnostics say why.'),
    diagnostics: z.array(diagnosticShape),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ dir, run }, { author }, { level, workspaces }) {
    // Others may just have changed what it is held against.
    await level()
    const done = await workspaces.extract({ dir, run, author })
    return { structured: done, text: textOf(done) }
  },
})

function textOf({ runId, skills, refused, diagnostics }: Extraction): string {
  const nothing = skills.length + refused.length === 0 ? ['No SKILL.md was found there, so nothing was taken.'] : []
  const refusals = refused.length === 0 ? [] : [`Nothing was taken of: ${refused.join(', ')}.`]
  return [
    ...skills.flatMap(linesOf),
    ...nothing,
    ...refusals,
    ...diagnostics.map(diagnosticLine),
    `(run ${runId})`,
  ].join('\n')
}

const OUTCOMES = { created: 'Created', updated: 'Updated', unchanged: 'Nothing has changed in' } as const

function linesOf({ name, outcome, version, draft, asks, changed, added, deleted, proposal }: ExtractedSkill): string[] {
  const files = [...sayAll('changed', changed), ...sayAll('added', added), ...sayAll('deleted', deleted)]
  const standing = draft ? 'a draft that waits for review' : 'not reviewed yet'
  const said = outcome === 'unchanged' ? '' : `, ${standing}: ${files.join('; ')}. It asks for: ${policyText(asks)}`
  const waiting = `A change of its policy waits for a person as proposal ${proposal}; where a draft waits too, that comes first.`
  return [`${OUTCOMES[outcome]} ${name}, version ${version}${said}.`, ...(proposal === undefined ? [] : [waiting])]
}

function sayAll(what: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`${what} ${paths.join(', ')}`]
}
