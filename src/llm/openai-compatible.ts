// Chat completions, as OpenAI has them and most local servers too (llama.cpp, Ollama, LM Studio, vLLM).
import { z } from 'zod'
import { callEndpoint, type Endpoint, systemText } from './endpoint.ts'
import type { ModelCall, ModelReply } from './model-call.ts'
import type { ModelRequest } from './provider.ts'

export const OPENAI_URL = 'https://api.openai.com/v1'

const tokens = z.number().int().nonnegative()
const envelopeSchema = z.object({
  model: z.string().max(200).nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  // What no number is, is estimated.
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
})

export function openAiCompatible(at: Endpoint): ModelCall {
  return (request) =>
    callEndpoint(at, request, {
      path: '/chat/completions',
      headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
      body: bodyOf(request, at),
      schema: envelopeSchema,
      reply: (envelope) => replyOf(envelope, at.model),
    })
}

function bodyOf(request: ModelRequest, at: Endpoint): object {
  const messages = request.messages.map(({ role, text }) => ({ role, content: text }))
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema: request.schema } }
  return {
    model: at.model,
    messages: [{ role: 'system', content: systemText(request, at) }, ...messages],
    [outputLimit(at.baseUrl)]: request.maxOutputTokens,
    stream: false,
    ...(at.schemaIn === 'request' ? { response_format: format } : {}),
  }
}

// OpenAI's newer models refuse `max_tokens`, many local servers pass over its newer name; both at once suit neither.
function outputLimit(baseUrl: string): 'max_tokens' | 'max_completion_tokens' {
  const isOpenAi = /(?:^|\.)openai\.(?:com|azure\.com)$/.test(new URL(baseUrl).hostname)
  return isOpenAi ? 'max_completion_tokens' : 'max_tokens'
}

function replyOf({ choices, usage, model }: z.output<typeof envelopeSchema>, asked: string) {
  const { message, finish_reason: reason } = choices[0]!
  const isDeclined = reason === 'content_filter' || (!message.content && Boolean(message.refusal))
  const stopped: ModelReply['stopped'] = isDeclined ? 'declined' : reason === 'length' ? 'length' : 'done'
  return {
    text: message.content ?? '',
    stopped,
    model: model ?? asked,
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
  }
}
