// What a firing does. Nothing is run here: a text goes to where the next recall of the session takes it, an event becomes a
// part of the firing's own line, a notice is told from that line. Done again after a crash it does nothing twice.
import type { Binding } from '../domain/binding.ts'
import { EMIT_DEPTH_MAX } from '../domain/binding-due.ts'
import type { BindingEvent } from '../domain/binding-event.ts'
import { actionText, directiveText, injectedText, invokedText } from '../domain/binding-text.ts'
import { sha256Of } from '../domain/digest.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { CONTEXT_MS_MAX, type ContextQueue, WAITING_PER_SESSION_MAX } from './context-queue.ts'

/** A skill that may come before a model unasked, or why this one may not. */
export type Offered = { skill: Skill; warning?: string | undefined } | { refusal: string }

export type ActionParts = {
  offered: (name: string) => Promise<Offered>
  queue: Pick<ContextQueue, 'put'>
  now: () => Date
}

export type ActionDone = {
  ok: boolean
  /** One line, for people. */
  result: string
  emits?: { type: string; payload: Record<string, unknown> }
}

/** @throws nothing that the world does wrong: that is a result, too. */
export async function carryOutAction(binding: Binding, event: BindingEvent, parts: ActionParts): Promise<ActionDone> {
  try {
    return await done(binding, event, parts)
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { ok: false, result: error.message }
  }
}

async function done(binding: Binding, event: BindingEvent, parts: ActionParts): Promise<ActionDone> {
  const { action } = binding
  switch (action.kind) {
    case 'emit_event': {
      const { type, payload } = action
      if (event.path.length < EMIT_DEPTH_MAX) return { ok: true, result: `emitted ${type}`, emits: { type, payload } }
      return { ok: false, result: `${EMIT_DEPTH_MAX} bindings in a row led here: ${type} was not emitted` }
    }
    case 'notify':
      return { ok: true, result: action.text ?? `${binding.skill}: ${event.type}` }
    case 'invoke_skill':
      return brought('skill', binding, event, parts, ({ skill, warning }) =>
        invokedText({ ...skill, summary: skill.summary, warning }, event.type),
      )
    case 'inject_context':
      return brought('binding', binding, event, parts, ({ skill, warning }) =>
        injectedText({ name: skill.name, summary: skill.summary, warning }, action.text, event.type),
      )
    case 'call_tool':
      return brought('directive', binding, event, parts, ({ skill }) =>
        directiveText(skill.name, action.tool, action.arguments, event.type),
      )
  }
}

type Allowed = Exclude<Offered, { refusal: string }>

async function brought(
  kind: string,
  binding: Binding,
  event: BindingEvent,
  { offered, queue, now }: ActionParts,
  textOf: (offered: Allowed) => string,
): Promise<ActionDone> {
  const skill = await offered(binding.skill)
  if ('refusal' in skill) return { ok: false, result: skill.refusal }
  const at = now()
  const item = {
    ...{ id: firingId(binding.id, event.id), kind, text: textOf(skill), skill: binding.skill },
    priority: binding.priority,
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + CONTEXT_MS_MAX).toISOString(),
  }
  if ((await queue.put(event.session, item)) === 'full') {
    return { ok: false, result: `${WAITING_PER_SESSION_MAX} texts wait for the next recall already` }
  }
  const where = event.session === null ? 'the next recall of any session' : "the session's next recall"
  return { ok: true, result: `for ${where}: ${actionText(binding.action)}` }
}

/** The same whenever this binding fires for this event: who does it again is known. */
export function firingId(binding: string, eventId: string): string {
  return sha256Of(`${binding}\n${eventId}`).slice(0, 32)
}
