// What a client tells its hook, cut down to what we use. Each client spells it a little differently; what is missing or of
// another type is simply not there. Written by hand because a hook has no time to load a schema library.
import { OUTCOMES, type Outcome } from '../domain/outcomes.ts'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'

export type HookInput = {
  session: string | undefined
  /** Of a session's start: startup, resume, clear, compact; of its end: why; of a prompt: who speaks. */
  source: string | undefined
  prompt: string | undefined
  tool: ToolCall | undefined
}
export type ToolCall = {
  name: string
  ok: boolean
  ms: number | undefined
  /** Its arguments as the client gives them: without fields where it gives none. */
  input: Record<string, unknown>
  /** The skill that was loaded, or (with `outcome`) reported on. */
  skill: string | undefined
  outcome: Outcome | undefined
}

/** @returns undefined for what is no JSON object. */
export function readHookInput(text: string): HookInput | undefined {
  const input = jsonObject(text)
  if (input === undefined) return undefined
  return {
    // Cursor's conversation outlives its sessions; no other client names one.
    session: firstText(input, ['conversation_id', 'session_id', 'sessionId'])?.slice(0, SESSION_ID_CHARS_MAX),
    source: firstText(input, ['source', 'reason', 'trigger']),
    prompt: ownWords(firstText(input, ['prompt'])),
    tool: toolCall(input),
  }
}

// Clients put the server's name before a tool's: mcp__skill-cortex__get_skill, mcp_skill-cortex_get_skill, MCP:get_skill.
const LOADING = /(?:^|[^a-z])get_skill$/
const REPORTING = /(?:^|[^a-z])report_outcome$/

// Seen with Gemini CLI 0.61 without a terminal: what our own session-start hook said stands before the first message, and
// would recall every skill that it names.
function ownWords(prompt: string | undefined): string | undefined {
  return prompt?.replace(/^\s*<hook_context>.*?<\/hook_context>/s, '')
}

function toolCall(input: Fields): ToolCall | undefined {
  const name = firstText(input, ['tool_name', 'toolName'])
  // A person who stops a tool says nothing about the tool.
  if (name === undefined || input.is_interrupt === true) return undefined
  const ms = [input.duration_ms, input.duration].find((value) => typeof value === 'number' && value >= 0)
  const given = fields(input.tool_input ?? input.toolInput)
  const call = { name, ok: !hasFailed(input), ms: typeof ms === 'number' ? ms : undefined, input: given }
  return { ...call, ...skillCall(name, given) }
}

function skillCall(name: string, given: Fields): Pick<ToolCall, 'skill' | 'outcome'> {
  const skill = firstText(given, ['name'])
  const outcome = OUTCOMES.find((each) => each === given.outcome)
  if (LOADING.test(name)) return { skill, outcome: undefined }
  // Feedback alone is no outcome, and no load either.
  return REPORTING.test(name) && outcome !== undefined ? { skill, outcome } : { skill: undefined, outcome: undefined }
}

function hasFailed(input: Fields): boolean {
  const event = firstText(input, ['hook_event_name', 'hookEventName']) ?? ''
  if (/failure$/i.test(event) || isFault(input.error)) return true
  const response = isObject(input.tool_response) ? input.tool_response : {}
  if (response.is_error === true || response.isError === true || response.success === false) return true
  // Cursor's result comes as JSON in a string; of other strings nobody knows whether they are what a tool read.
  return isFault(response.error) || [response, fields(input.tool_output)].some(hasExitedWithFault)
}

function isFault(error: unknown): boolean {
  return isObject(error) || (typeof error === 'string' && error !== '')
}

function hasExitedWithFault({ exit_code: snake, exitCode: camel }: Fields): boolean {
  return [snake, camel].some((code) => typeof code === 'number' && code !== 0)
}

type Fields = Record<string, unknown>

function firstText(from: Fields, keys: string[]): string | undefined {
  for (const key of keys) {
    const value = from[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** An object, or one as JSON; else one without fields. */
function fields(value: unknown): Fields {
  if (typeof value === 'string') return jsonObject(value) ?? {}
  return isObject(value) ? value : {}
}

function jsonObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
