// Binding a skill to a type of event, as an agent asks for it: a whole binding as one request, which a person accepts or not.
// Clients drop unions, so an action is one flat object here, and what belongs to which kind is checked.
import { z } from 'zod'
import { ACTION_KINDS, bindingSpecSchema } from '../domain/binding.ts'
import { bindRequest, unbindRequest } from '../domain/binding-request.ts'
import { printableLine } from '../domain/printable.ts'
import type { SkillRequest } from '../domain/proposal.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { ToolCall, ToolParts } from './tool.ts'

const { conditions, event, priority, cooldownSeconds } = bindingSpecSchema.shape

const action = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  text: z.string().optional().describe('Of inject_context and notify.'),
  tool: z.string().optional().describe('Of call_tool: suggested to the agent, never called by the server.'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('Of call_tool.'),
  type: z.string().optional().describe('Of emit_event: custom.<name>.'),
  payload: z.record(z.string(), z.unknown()).optional().describe('Of emit_event.'),
})

export const bindingArguments = {
  event: event.optional().describe('For bind: such as tool.called, skill.* or custom.<name>.'),
  conditions: conditions.unwrap().optional().describe('For bind: all must hold; absent: none.'),
  action: action.optional().describe('For bind: what is to be done.'),
  priority: priority.unwrap().optional(),
  cooldownSeconds: cooldownSeconds.unwrap().optional(),
  binding: z.string().min(1).max(100).optional().describe('For unbind: the id.'),
}
type Whole = z.output<z.ZodObject<typeof bindingArguments>>
export type BindingArguments = { [K in keyof Whole]?: Whole[K] | undefined }

type Said = BindingArguments & { name?: string | undefined; reason?: string | undefined }

/** @throws `bad-input` with what is missing or does not belong there. */
export function bindingOf(args: Said, { actor }: ToolCall, { bindings }: Pick<ToolParts, 'bindings'>): SkillRequest {
  const { name: skill, event: type, conditions: held, action: does, priority: first, cooldownSeconds: pause } = args
  const spec = { skill, event: type, conditions: held, action: does, priority: first, cooldownSeconds: pause }
  const parsed = bindingSpecSchema.safeParse(spec)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const field = issue.path.join('.').replace(/^skill$/, 'name')
    const message = `operation "bind": ${field}: ${printableLine(issue.message)}`
    throw new SkillError('bad-input', message, 'Nothing was asked for. Give name, event and action, and call again.')
  }
  return bindRequest(parsed.data, bindings.book.newId(), { by: actor, reason: args.reason ?? null })
}

/** @throws `bad-input`, `not-found`. */
export async function unbindingOf(args: Said, { bindings }: Pick<ToolParts, 'bindings'>): Promise<SkillRequest> {
  if (args.binding === undefined) {
    const message = 'operation "unbind": expected binding (its id), got nothing'
    throw new SkillError('bad-input', message, 'Give binding and call again.')
  }
  return unbindRequest(await bindings.book.binding(args.binding), undefined, args.reason ?? null)
}
