// The Messages API of Anthropic, and of servers that speak it.
import { z } from 'zod'
import { callEndpoint, type Endpoint, systemText } from './endpoint.ts'
import type { ModelCall, ModelReply } from './model-call.ts'
import type { ModelRequest } from './provider.ts'

export const ANTHROPIC_URL = 'https://api.anthropic.com'
const API_VERSION = '2023-06-01'

const tokens = z.number().int().nonnegative()
const envelopeSchema = z.object({
  model: z.string().max(200).nullish(),
  // Blocks of other types (thinking) carry no answer.
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  // What no number is, is estimated.
  usage: z
    .object({
      input_tokens: tokens,
      output_tokens: tokens,
      cache_creation_input_tokens: tokens.nullish(),
      cache_read_input_tokens: tokens.nullish(),
    })
    .nullish()
    .catch(null),
})

const STOPPED: Record<string, ModelReply['stopped']> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'declined',
}

export function anthropic(at: Endpoint): ModelCall {
  return (request) =>
    callEndpoint(at, request, {
      path: '/v1/messages',
      headers: (key) => ({ 'anthropic-version': API_VERSION, ...(key === undefined ? {} : { 'x-api-key': key }) }),
      body: bodyOf(request, at),
      schema: envelopeSchema,
      reply: (envelope) => replyOf(envelope, at.model),
    })
}

function bodyOf(request: ModelRequest, at: Endpoint): object {
  const format = { type: 'json_schema', schema: request.schema }
  return {
    model: at.model,
    system: systemText(request, at),
    messages: request.messages.map(({ role, text }) => ({ role, content: text })),
    max_tokens: request.maxOutputTokens,
    ...(at.schemaIn === 'request' ? { output_config: { format } } : {}),
  }
}

function replyOf({ content, stop_reason, usage, model }: z.output<typeof envelopeSchema>, asked: string) {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('')
  return {
    text,
    stopped: STOPPED[stop_reason ?? ''] ?? 'done',
    model: model ?? asked,
    usage: usage ? usageOf(usage) : null,
  }
}

// What is read from a cache counts in full: a budget may err on the safe side only.
function usageOf(usage: NonNullable<z.output<typeof envelopeSchema>['usage']>) {
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage
  return { inputTokens: usage.input_tokens + (written ?? 0) + (read ?? 0), outputTokens: usage.output_tokens }
}
