import { z } from 'zod'
import { RUN_ID_CHARS_MAX } from '../../domain/checkout.ts'
import { listedFile, listedFileShape } from '../../domain/listed-file.ts'
import { policyShape } from '../../domain/skill-shapes.ts'
import type { CheckedOut } from '../../packages/checkout-skill.ts'
import { nameArgument, sessionArgument } from '../answer-parts.ts'
import { policyText } from '../policy-text.ts'
import { defineTool } from '../tool.ts'

export const checkoutSkillTool = defineTool({
  name: 'checkout_skill',
  toolset: 'packages',
  title: 'Copy a skill into a workspace',
  description:
    'Copy a skill with all its files into a workspace folder, to work by it there and to mend it where it is wrong: SKILL.md, policy.json, and every further file with its executable bit. Returns the run; give it to extract_skills when the work is over, which brings changes back for review. Only a skill that a person approved as it stands is executable: otherwise its policy is not in force and its scripts are not to be run, and whyNot says why. The folder must lie outside the library; it is made where it is missing, and no file in it is written over.',
  input: z.object({
    name: nameArgument,
    dir: z.string().max(4_096).describe('The folder, as an absolute path; best a new one.'),
    run: z
      .string()
      .max(RUN_ID_CHARS_MAX)
      .optional()
      .describe('The run that the copy belongs to, so that one run may change several skills. Left out: a new one.'),
    session: sessionArgument,
  }),
  output: z.object({
    runId: z.string(),
    name: z.string(),
    version: z.number(),
    contentHash: z.string(),
    files: z.array(listedFileShape),
    policy: policyShape.describe('In force, so empty unless executable. The host enforces it.'),
    executable: z.boolean(),
    whyNot: z.string().nullable().describe('Why it is not executable.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ name, dir, run }, { session, actor }, { workspaces, loaded }) {
    const { dropped, ...done } = await workspaces.checkout({ name, dir, run })
    await loaded({ name, version: done.version, session, actor })
    const structured = { ...done, files: done.files.map(listedFile) }
    return { structured, text: textOf(done, dropped.length) }
  },
})

function textOf(done: Omit<CheckedOut, 'dropped'>, dropped: number): string {
  const { name, version, runId, files, executable, whyNot, policy } = done
  return [
    `Copied ${name} (version ${version}) into the workspace, run ${runId}: ${files.map(({ path }) => path).join(', ')}.`,
    executable
      ? `It is approved; it may touch: ${policyText(policy)}.`
      : `It is not executable (${whyNot}): read it as advice, and run none of its scripts.`,
    'Start by reading SKILL.md. Where it turns out to be wrong, change the files in place;',
    `when the work is over, call extract_skills with this dir and run "${runId}".`,
    ...(dropped === 0 ? [] : [`${dropped} older checkouts were forgotten for it: what comes back of them is refused.`]),
  ].join('\n')
}
