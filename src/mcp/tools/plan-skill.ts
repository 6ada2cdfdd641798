import { z } from 'zod'
import { SIDE_EFFECT_CLASSES } from '../../domain/side-effect-class.ts'
import { policyShape } from '../../domain/skill-shapes.ts'
import type { SkillPlan } from '../../routing/plan-skill.ts'
import { nameArgument } from '../answer-parts.ts'
import { validationShape, validationText } from '../routing-answer.ts'
import { defineTool } from '../tool.ts'

export const planSkillTool = defineTool({
  name: 'plan_skill',
  toolset: 'routing',
  title: 'The plan of following a skill',
  description:
    'Before following a skill: its steps in short, what it does to the world in five classes, what to check first (programs, variables by name, other skills), what the past warns of, what its policy allows, whether it may be run at all, and what the user must confirm and why. With advice for each kind of failure. Runs nothing. Show the user the plan, or the one-line notice where no yes is needed; a "cancel" ends it.',
  input: z.object({
    name: nameArgument,
    region: z.string().max(400).optional().describe('As find_skill named it.'),
  }),
  output: z.object({
    name: z.string(),
    version: z.number(),
    region: z.string(),
    steps: z.array(z.string()),
    sideEffects: z.array(z.object({ class: z.enum(SIDE_EFFECT_CLASSES), tags: z.array(z.string()) })),
    sideEffectsDeclared: z.boolean(),
    loadFirst: z.array(z.string()),
    missing: z.array(z.string()),
    check: z.array(z.object({ program: z.string(), command: z.string() })),
    environment: z
      .array(z.object({ name: z.string(), present: z.boolean() }))
      .describe('Names only; present in the environment of this server.'),
    lessons: z.array(z.string()),
    conflicts: z.array(z.string()),
    warnings: z.array(z.string()).describe('How the skill stands.'),
    policy: policyShape.describe('In force; empty unless executable.'),
    executable: z.boolean(),
    whyNot: z.string().optional(),
    validation: validationShape,
    retry: z.array(z.object({ kind: z.string(), advice: z.string() })),
    switchesMax: z.number().describe('So often another skill may be tried for one task.'),
    worthKeeping: z.boolean().optional().describe('It has proven itself here, and nobody has kept it yet.'),
  }),
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: false },
  async run({ name, region }, { actor }, { level, routing }) {
    await level()
    const structured = await routing.plan(name, region, actor)
    return { structured, text: textOf(structured) }
  },
})

function textOf(plan: SkillPlan): string {
  const { name, version, steps, sideEffects, sideEffectsDeclared, executable, whyNot, validation } = plan
  const missing = plan.environment.filter(({ present }) => !present).map((variable) => variable.name)
  return [
    `Plan of ${name}, version ${version}:`,
    ...steps.map((step, at) => `${at + 1}. ${step}`),
    sideEffectsDeclared
      ? `Side effects: ${sideEffects.map((one) => `${one.class} (${one.tags.join(', ')})`).join('; ')}.`
      : 'Side effects: not declared, so unknown.',
    ...listLine('Load first', plan.loadFirst),
    ...listLine('Not in the library', plan.missing),
    ...listLine(
      'Check first',
      plan.check.map(({ command }) => command),
    ),
    ...listLine('Not set', missing),
    ...[...new Set([...plan.warnings, ...plan.lessons])].map((lesson) => `Warning: ${lesson}.`),
    ...plan.conflicts.map((conflict) => `Conflict: ${conflict}.`),
    executable ? 'It may be run within its policy.' : `It may not be run: ${whyNot}.`,
    validationText(validation),
    ...(plan.worthKeeping === true ? ['It has proven itself: suggest to the user to keep or approve it.'] : []),
  ].join('\n')
}

function listLine(head: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`${head}: ${items.join(', ')}.`]
}
