// What both APIs have in common: where to post, with which key, and how to read what comes back.
import type { z } from 'zod'
import { parseJsonText } from '../domain/json-value.ts'
import type { TokenUsage } from '../domain/model-budget.ts'
import { estimateTokens } from '../domain/token-estimate.ts'
import { answerFault, type ModelReply } from './model-call.ts'
import { postJson } from './post-json.ts'
import type { ModelRequest } from './provider.ts'
import { repeatsKey, sayable } from './provider-key.ts'

export type Endpoint = {
  baseUrl: string
  model: string
  /** Whether the schema travels as an argument that the server enforces, or as words of the prompt. */
  schemaIn: 'prompt' | 'request'
  timeoutMs: number
  now: () => Date
  /** @throws SkillError `provider-auth`. */
  readKey(): string | undefined
}

type Envelope<T> = {
  path: string
  headers: (key: string | undefined) => Record<string, string>
  body: unknown
  schema: z.ZodType<T>
  reply: (envelope: T) => Omit<ModelReply, 'usage'> & { usage: TokenUsage | null }
}

/** One question to one of the APIs. @throws CallFault; SkillError; the signal's reason. */
export async function callEndpoint<T>(at: Endpoint, request: ModelRequest, api: Envelope<T>): Promise<ModelReply> {
  const key = at.readKey()
  const url = new URL(`${at.baseUrl}${api.path}`)
  const { timeoutMs, now } = at
  const told = { sayable: (text: string) => sayable(text, key), signal: request.signal }
  const text = await postJson({ url, headers: api.headers(key), body: api.body, timeoutMs, now, ...told })
  const reply = api.reply(readEnvelope(text, api.schema, url.host))
  if (repeatsKey(reply.text, key) || repeatsKey(reply.model, key)) {
    throw answerFault(
      `the answer of ${url.host} repeats the key that it was sent`,
      'Use another server, and another key.',
    )
  }
  return { ...reply, usage: reply.usage ?? estimateUsage(request, reply.text) }
}

/** The system prompt, with the schema in words where the server does not take it as an argument. */
export function systemText({ system, schema }: ModelRequest, { schemaIn }: Endpoint): string {
  if (schemaIn === 'request') return system
  return `${system}\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
}

/** The text, the schema counted in wherever it stands. */
export function estimateInput({ system, messages, schema }: ModelRequest): number {
  return estimateTokens([system, JSON.stringify(schema), ...messages.map((message) => message.text)].join('\n'))
}

function estimateUsage(request: ModelRequest, text: string): TokenUsage {
  return { inputTokens: estimateInput(request), outputTokens: estimateTokens(text) }
}

// The parser's own message would quote the text.
function readEnvelope<T>(text: string, schema: z.ZodType<T>, host: string): T {
  const value = parseJsonText(text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const place = issue?.path.join('.') || 'the whole'
  const got = value === undefined ? 'no JSON' : `at ${place}: ${issue?.message}`
  throw answerFault(
    `expected ${host} to answer in the form of its API, got ${got}`,
    'Check that provider.baseUrl names a model server, and provider.kind its API.',
  )
}
