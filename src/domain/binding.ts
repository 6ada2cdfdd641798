// What a binding is: on this kind of event, where these conditions hold, this is done with this skill. Parsed here from
// whatever came; what a binding does is in src/bindings/.
import { z } from 'zod'
import { CUSTOM_TYPE, eventPatternFault } from './binding-types.ts'
import { actorSchema } from './record.ts'
import { nameArgument } from './skill-arguments.ts'

export const BINDINGS_MAX = 200
export const CONDITIONS_MAX = 8
export const CONDITION_VALUE_CHARS_MAX = 200
export const BINDING_TEXT_CHARS_MAX = 1_500
export const TOOL_ARGUMENTS_CHARS_MAX = 1_500
export const PRIORITY_MAX = 1_000
export const COOLDOWN_SECONDS_MAX = 30 * 86_400
const FIELD_CHARS_MAX = 100
const PAYLOAD_KEYS_MAX = 10
const KEY_CHARS_MAX = 60
const TOOL_CHARS_MAX = 200

/** A word, or words joined by dots: a field of what is told of the event. */
const FIELD = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*){0,3}$/

export const CONDITION_OPS = ['equals', 'contains', 'matches'] as const
export const conditionSchema = z.strictObject({
  field: z
    .string()
    .max(FIELD_CHARS_MAX)
    .regex(FIELD, { error: 'expected a field such as tool, or payload.name of a custom event' }),
  op: z.enum(CONDITION_OPS, { error: `expected one of ${CONDITION_OPS.join(', ')}` }),
  value: z
    .union([z.string().max(CONDITION_VALUE_CHARS_MAX), z.number(), z.boolean()])
    .describe('Of matches a pattern: * stands for any characters, ? for one.'),
})
export type Condition = z.infer<typeof conditionSchema>

const CUSTOM_EXPECTED = 'expected custom.<name>, with up to three words parted by dots'
const text = z.string().trim().min(1).max(BINDING_TEXT_CHARS_MAX)
const scalar = z.union([z.string().max(CONDITION_VALUE_CHARS_MAX), z.number(), z.boolean()])
const payload = z
  .record(z.string().max(KEY_CHARS_MAX), scalar)
  .refine((value) => Object.keys(value).length <= PAYLOAD_KEYS_MAX, { error: `at most ${PAYLOAD_KEYS_MAX} keys` })
const toolArguments = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= TOOL_ARGUMENTS_CHARS_MAX, {
    error: `at most ${TOOL_ARGUMENTS_CHARS_MAX} characters as JSON`,
  })

export const ACTION_KINDS = ['invoke_skill', 'inject_context', 'emit_event', 'call_tool', 'notify'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

export const bindingActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invoke_skill') }),
  /** Without a text what the skill is for, and that it can be loaded. */
  z.strictObject({ kind: z.literal('inject_context'), text: text.nullable().default(null) }),
  z.strictObject({
    kind: z.literal('emit_event'),
    type: z.string({ error: CUSTOM_EXPECTED }).regex(CUSTOM_TYPE, { error: CUSTOM_EXPECTED }),
    payload: payload.default({}),
  }),
  z.strictObject({
    kind: z.literal('call_tool'),
    tool: z.string().trim().min(1).max(TOOL_CHARS_MAX),
    arguments: toolArguments.default({}),
  }),
  z.strictObject({ kind: z.literal('notify'), text: text.nullable().default(null) }),
])
export type BindingAction = z.infer<typeof bindingActionSchema>

const eventPattern = z
  .string()
  .max(FIELD_CHARS_MAX)
  .superRefine((value, context) => {
    const message = eventPatternFault(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const fields = {
  skill: nameArgument,
  event: eventPattern.describe('A type such as tool.called; * stands for one segment, at the end for any number.'),
  conditions: z.array(conditionSchema).max(CONDITIONS_MAX).describe('All must hold.'),
  action: bindingActionSchema,
  priority: z
    .number()
    .int()
    .min(-PRIORITY_MAX)
    .max(PRIORITY_MAX)
    .describe('Of several that fire for one event the highest goes first.'),
  cooldownSeconds: z.number().int().min(0).max(COOLDOWN_SECONDS_MAX),
  enabled: z.boolean(),
}

/** What whoever makes a binding says of it; the rest is worked out. */
export const bindingSpecSchema = z.strictObject({
  ...fields,
  conditions: fields.conditions.default([]),
  priority: fields.priority.default(0),
  cooldownSeconds: fields.cooldownSeconds.default(0),
  enabled: fields.enabled.default(true),
})
/** What of it is to be another; the rest stays. */
export const bindingPatchSchema = z.strictObject(fields).partial()
export type BindingPatch = z.output<typeof bindingPatchSchema>
export type BindingSpec = z.output<typeof bindingSpecSchema>

export const bindingSchema = bindingSpecSchema.extend({
  id: z.string().min(1).max(100),
  version: z.number().int().min(1),
  createdBy: actorSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().nullable(),
  /** Only what happens from then on is looked at: when it was made, or last changed or enabled. */
  since: z.iso.datetime(),
})
export type Binding = z.infer<typeof bindingSchema>

export const bindingsSchema = z.object({ bindings: z.array(bindingSchema).max(BINDINGS_MAX) })
export type Bindings = z.infer<typeof bindingsSchema>

export function specOf(binding: Binding): BindingSpec {
  const { skill, event, conditions, action, priority, cooldownSeconds, enabled } = binding
  return { skill, event, conditions, action, priority, cooldownSeconds, enabled }
}
