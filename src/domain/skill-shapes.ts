// How a skill, its standing and lists of skills look in answers, the same over MCP and HTTP.
import { z } from 'zod'
import { APPROVALS } from './approval.ts'
import { cameFromShape } from './came-from.ts'
import { EXPOSURES } from './exposure.ts'
import { listedFileShape } from './listed-file.ts'
import { OUTCOMES } from './outcomes.ts'
import { lifecycleSchema, ORIGINS } from './record.ts'
import { SCAN_NOTE } from './scan.ts'
import { SEVERITIES } from './scan-rules.ts'

export const skillShape = z.object({
  name: z.string(),
  summary: z.string(),
  content: z.string(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  seeAlso: z.array(z.string()),
  tags: z.array(z.string()),
  triggers: z.array(z.string()),
  steps: z.array(z.object({ action: z.string(), description: z.string().optional(), tool: z.string().optional() })),
  dependsOn: z.array(z.string()),
  conflictsWith: z.array(z.string()),
  parent: z.string().nullable(),
})

export const policyShape = z.object({
  tools: z.array(z.string()),
  domains: z.array(z.string()),
  credentials: z.array(z.string()),
  sideEffects: z.array(z.string()),
})

const factListShape = z.object({
  found: z
    .array(z.object({ name: z.string(), undeclared: z.boolean() }))
    .describe('The undeclared first; cut when long.'),
  total: z.number(),
})

/** As `ReviewFacts` in review-facts.ts. */
export const reviewFactsShape = z
  .object({
    hosts: factListShape,
    environment: factListShape,
    credentials: factListShape,
    commands: factListShape,
    tools: factListShape,
    placeholders: z.array(z.string()).describe('Hosts that read like stand-ins.'),
    files: z.array(listedFileShape).describe('All that an approval covers beside the text.'),
  })
  .describe('Observed in the text and its files, not authoritative: a text can hide what it does.')

/** As `Standing` in standing.ts. */
export const standingShape = z.object({
  tier: z.number().describe('1 written by a machine, 2 and approved, 3 written by a person, 4 shipped.'),
  origin: z.enum(ORIGINS),
  lifecycle: lifecycleSchema,
  approval: z.enum(APPROVALS),
  exposure: z.enum(EXPOSURES),
  executable: z.boolean().describe('A person approved these very bytes: its policy applies.'),
  pinned: z.boolean(),
  draft: z.boolean().describe('A change waits for a person.'),
  supersededBy: z.string().nullable(),
  warnings: z.array(z.string()),
})

/** As `Scan` in scan.ts, for those who look at a text before they decide. */
export const findingsShape = z.object({
  findings: z
    .array(
      z.object({
        rule: z.string(),
        severity: z.enum(SEVERITIES),
        path: z.string().describe('A field of the skill, or a file beside it.'),
        line: z.number(),
        excerpt: z.string(),
        reason: z.string(),
      }),
    )
    .describe(`What the scan found, the gravest first; of bytes that a person approved none is listed. ${SCAN_NOTE}`),
  moreFindings: z.number().describe('At least so many further places.'),
})

export const skillDetailShape = z.object({
  skill: skillShape,
  version: z.number(),
  standing: standingShape.extend({
    reliable: z.boolean().describe('In force, of tier 2 or more, healthy, and learned ones succeed often enough.'),
    summaryExtracted: z.boolean(),
  }),
  stats: z.object({
    loads: z.number(),
    lastUsedAt: z.string().nullable(),
    recalled: z.number(),
    lastRecalledAt: z.string().nullable(),
    outcomes: z.record(z.enum(OUTCOMES), z.number()),
    successRate: z.number().describe('Of what was reported; 0.5 when nothing was.'),
    freshness: z.number(),
    health: z.number().describe('0 to 1; whether other skills say the same is left out here.'),
  }),
  policy: policyShape.describe(
    'What it may touch: in force, so empty unless standing.executable. The host enforces it.',
  ),
  dependencies: z.array(z.string()),
  provenance: cameFromShape,
  files: z.array(listedFileShape).describe('What belongs to it beside the text; read one by its path.'),
})
export type SkillDetail = z.output<typeof skillDetailShape>

export const skillPageShape = z.object({
  skills: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      tier: z.number(),
      lifecycle: z.string(),
      approval: z.string(),
      warning: z.string().optional(),
      ageDays: z.number(),
      lastUsedAt: z.string().optional(),
    }),
  ),
  total: z.number(),
  nextCursor: z.string().optional(),
})
export type SkillPage = z.input<typeof skillPageShape>
