// What the page Bindings asks for, and how it says what a binding does.
export const ACTIONS = [
  { kind: 'invoke_skill', label: 'Put its text before the model', does: 'puts its text before the model' },
  { kind: 'inject_context', label: 'Tell the model something', does: 'tells the model' },
  { kind: 'notify', label: 'Notify you', does: 'notifies you' },
  { kind: 'call_tool', label: 'Suggest a call of a tool', does: 'suggests a call of' },
  { kind: 'emit_event', label: 'Emit an event of its own', does: 'emits' },
] as const
export type ActionKind = (typeof ACTIONS)[number]['kind']

export type Action = {
  kind: ActionKind
  text?: string | null
  type?: string
  tool?: string
  payload?: Record<string, unknown>
  arguments?: Record<string, unknown>
}
export const OPS = ['equals', 'contains', 'matches'] as const
export type Op = (typeof OPS)[number]
export type Condition = { field: string; op: Op; value: string | number | boolean }

export type Spec = {
  skill: string
  event: string
  conditions: Condition[]
  action: Action
  priority: number
  cooldownSeconds: number
  enabled: boolean
}
export type Binding = Spec & {
  id: string
  version: number
  createdBy: string
  createdAt: string
  text: string
  summary: string | null
  exposure: string | null
  fired: number
  failed: number
  lastFiredAt: string | null
  cooldownUntil: string | null
}
export type FiredEvent = {
  eventId: string
  type: string
  session: string | null
  at: string
  fired: { binding: string; skill: string; action: string; ok: boolean; result: string; at: string }[]
}
export type BindingsAnswer = {
  bindings: Binding[]
  status: { total: number; enabled: number; activeCooldowns: number; fault: { message: string; fix?: string } | null }
  recent: FiredEvent[]
  eventTypes: string[]
}
export type Changed = { id: string; name: string; done: boolean; proposal?: string }
export type Tested = {
  fires: number
  bindings: { id: string; skill: string; text: string; fires: boolean; why: string | null }[]
}

/** What an action does, with what it does it: `emits custom.done`. */
export function actionText({ kind, text, type, tool }: Action): string {
  const does = ACTIONS.find((each) => each.kind === kind)?.does ?? kind
  const what = text ?? type ?? tool
  if (what !== undefined && what !== null)
    return `${does} ${type === undefined && tool === undefined ? `“${what}”` : what}`
  return kind === 'inject_context' ? 'reminds the model of it' : does
}

/** `90 s`, `15 min`, `2 h`. */
export function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/** A condition's value as it was meant: what is a number or yes or no is one. */
export function meantValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
