// The versions of a skill, what differs between two of them, and one brought back.
import { z } from 'zod'
import { listedFileShape } from '../../domain/listed-file.ts'
import { ACTORS, CAUSES } from '../../domain/record.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { skillDiff, skillDiffText } from '../../domain/skill-diff.ts'
import { comparable } from '../../library/diff-texts.ts'
import { compareSides, type Side } from '../../library/skill-sides.ts'
import { listVersions } from '../../library/version-list.ts'
import { defineRoute } from '../api-route.ts'
import { nameQuery, wholeNumber } from './asked.ts'
import { matchingCaller, tagHeaders } from './standing-tag.ts'
import { assertVisible } from './visible.ts'

const VERSION_MAX = 1_000_000_000
const side = z
  .union([z.enum(['draft', 'live']), wholeNumber(1, VERSION_MAX)], {
    error: 'expected a version number, draft or live',
  })
  .optional()
const sideShape = z.object({ version: z.number().nullable(), label: z.string() })

export const diffFileShape = z.object({
  file: z.string().describe('SKILL.md, policy.json, or the path of a file beside them.'),
  hunks: z.array(
    z.object({
      fromLine: z.number(),
      fromLines: z.number(),
      toLine: z.number(),
      toLines: z.number(),
      lines: z.array(z.string()),
    }),
  ),
  before: listedFileShape.nullable().optional().describe('Of a file beside the text; null where it was not there.'),
  after: listedFileShape.nullable().optional(),
})

export const history = defineRoute({
  method: 'GET',
  path: '/api/skills/history',
  who: 'anyone',
  summary: 'The versions of a skill, newest first; of archived ones too',
  query: nameQuery,
  answer: z.object({
    name: z.string(),
    archivedAt: z.string().nullable(),
    versions: z.array(
      z.object({
        version: z.number(),
        at: z.string(),
        actor: z.enum(ACTORS),
        cause: z.enum(CAUSES),
        bytes: z.number().nullable(),
        isLive: z.boolean(),
        isKept: z.boolean().describe('Its text is kept and can be restored.'),
      }),
    ),
  }),
  run: async ({ query }, parts) => ({ json: await listVersions(parts, query.name) }),
})

export const diff = defineRoute({
  method: 'GET',
  path: '/api/skills/diff',
  who: 'anyone',
  summary:
    'What differs between two texts of a skill. Without a and b: what its draft, or else its newest version, changes',
  query: z.object({ name: nameArgument, a: side, b: side }),
  answer: z.object({
    name: z.string(),
    from: sideShape,
    to: sideShape,
    files: z.array(diffFileShape),
    text: z.string().describe('The same as a unified diff; empty when nothing differs.'),
  }),
  async run({ query: { name, a, b }, caller }, parts) {
    await assertVisible(name, caller, parts)
    const { from, to } = await compareSides(parts, name, a, b)
    const compared = await comparable(parts.store, name, { before: from.skill, after: to.skill })
    const text = skillDiffText(compared, { before: from.label, after: to.label })
    return { json: { name, from: told(from), to: told(to), files: skillDiff(compared), text } }
  },
})

export const restore = defineRoute({
  method: 'POST',
  path: '/api/skills/restore',
  who: 'operator',
  summary: 'Bring a former version back as a new one; without version an archived skill as it was',
  body: z.object({ name: nameArgument, version: z.number().int().min(1).optional() }),
  answer: z.object({ name: z.string(), version: z.number(), changed: z.boolean() }),
  async run(call, parts) {
    const { name, version: asked } = call.body
    const caller = await matchingCaller(name, call, parts)
    const { version, changed } = await parts.library.restore(name, asked, caller)
    return { json: { name, version, changed }, headers: await tagHeaders(name, call, parts) }
  },
})

function told({ version, label }: Side) {
  return { version, label }
}
