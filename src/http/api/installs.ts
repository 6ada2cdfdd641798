// Skills of registries, for the operator: one is installed by its full name, as an agent's install_skill does it.
import { z } from 'zod'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { LIFECYCLES } from '../../domain/record.ts'
import { REGISTRY_REF_CHARS_MAX } from '../../domain/registry-ref.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { policyShape } from '../../domain/skill-shapes.ts'
import { defineRoute } from '../api-route.ts'

export const install = defineRoute({
  method: 'POST',
  path: '/api/skills/install',
  who: 'operator',
  summary:
    'Take a skill of a registry of the setting registries into the library, as a candidate that nobody reviewed, where the setting allowNetwork is on',
  body: z.strictObject({
    ref: z.string().min(1).max(REGISTRY_REF_CHARS_MAX),
    prefix: nameArgument.optional(),
    update: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  answer: z.object({
    ref: z.string(),
    renamedFrom: z.string().optional(),
    verdict: z.enum(['verified', 'unreviewed', 'suspicious']),
    why: z.array(z.string()),
    bytes: z.number(),
    from: z.string(),
    taken: z.array(
      z.object({
        name: z.string(),
        origin: z.string(),
        outcome: z.enum(['new', 'updated', 'unchanged']),
        files: z.number(),
        as: z.enum([...LIFECYCLES, 'draft', 'planned']),
        summary: z.string(),
        asks: policyShape,
        suggestedPolicy: policyShape.optional(),
      }),
    ),
    refused: z.number(),
    diagnostics: z.array(diagnosticShape),
  }),
  async run({ body: { dryRun, ...asked } }, { install: carryOut, shelf }) {
    await shelf.lookAround()
    return { json: await carryOut({ ...asked, isDryRun: dryRun }) }
  },
})
