// The endpoints as an OpenAPI 3.1 document, made from their schemas: it cannot say anything else than what is served.
import { z } from 'zod'
import type { ApiRoute } from './api-route.ts'
import { PROBLEM_TYPE } from './problem.ts'

type Json = Record<string, unknown>

const DOCUMENT_PATH = '/openapi.json'
const STATUS_TEXT: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'A person decides: a proposal is written down.',
  304: 'What If-None-Match names still stands.',
}
const PROBLEM = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('What was expected and what came.'),
  instance: z.string(),
  code: z.string(),
  fix: z.string().describe('What to do.'),
})

export function openApi(routes: readonly ApiRoute[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  paths['/api/stream'] = { get: { summary: 'What happens, as server-sent events with resume', ...PLAIN } }
  paths['/mcp'] = { post: { summary: 'The Model Context Protocol, Streamable HTTP', ...PLAIN } }
  paths[DOCUMENT_PATH] = { get: { summary: 'This document', ...PLAIN } }
  return {
    openapi: '3.1.0',
    info: { title: 'Skill Cortex', version, description: 'Skills over HTTP. No GET changes anything.' },
    paths,
    components: {
      schemas: { Problem: jsonSchema(PROBLEM, 'output') },
      securitySchemes: {
        operator: { type: 'http', scheme: 'bearer', description: 'The token in cortex/operator-token of the home.' },
      },
    },
  }
}

const PLAIN = { responses: { 200: { description: STATUS_TEXT[200] } } }

function operation(route: ApiRoute): Json {
  const { method, path, who, summary, body, answer, isBytes = false, statuses } = route
  const content = isBytes
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: jsonSchema(answer, 'output') } }
  const succeeds = statuses.map((status) => [
    status,
    { description: STATUS_TEXT[status], ...(status === 304 ? {} : { content }) },
  ])
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+([a-z])/g, (_all, letter: string) => letter.toUpperCase())}`,
    summary,
    // Whoever sends no token acts as an agent.
    security: who === 'operator' ? [{ operator: [] }] : [{}, { operator: [] }],
    parameters: parameters(route),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(succeeds),
      default: {
        description: 'A refusal, with what to do.',
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function requestBody(body: z.ZodType): Json {
  const required = !body.safeParse(undefined).success
  return { required, content: { 'application/json': { schema: jsonSchema(body, 'input') } } }
}

function parameters({ query }: ApiRoute): Json[] {
  const { properties = {}, required = [] } = queryShape.parse(jsonSchema(query, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }))
}

const queryShape = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
