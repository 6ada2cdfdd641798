// /openapi.json lists exactly what the router serves, in the form that OpenAPI 3.1 asks for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { API_ROUTES } from '../../src/http/api-routes.ts'
import { type HttpApi, openHttpApi } from '../support/http-api.ts'
import { makeFolder } from '../support/temp-home.ts'

const { folder: home, remove } = makeFolder()
let api: HttpApi
let document: z.infer<typeof documentSchema>

const schemaObject = z.record(z.string(), z.unknown()).refine((schema) => !('$schema' in schema))
const content = z.record(z.string(), z.strictObject({ schema: schemaObject }))
const response = z.strictObject({ description: z.string().min(1), content: content.optional() })
const operation = z.strictObject({
  operationId: z.string().optional(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(z.strictObject({ name: z.string(), in: z.literal('query'), required: z.boolean(), schema: schemaObject }))
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^(?:[1-5]\d\d|default)$/), response),
})
// What the specification asks of the parts that are used here; closed, so that nothing else slips in.
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), operation)),
  components: z.strictObject({
    schemas: z.record(z.string(), schemaObject),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
  }),
})

beforeAll(async () => {
  api = await openHttpApi(home)
  document = documentSchema.parse((await api.ask('GET /openapi.json')).json)
})
afterAll(async () => {
  await api.close()
  remove()
})

test('every endpoint is in it, and nothing else', () => {
  const told = Object.entries(document.paths).flatMap(([path, of]) =>
    Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = API_ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(told.sort()).toEqual([...served, 'GET /openapi.json', 'GET /api/stream', 'POST /mcp'].sort())
  expect(new Set(served).size).toBe(served.length)
})

test('and the table of docs/http.md names the same', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/http.md'), 'utf8')
  const told = [...page.matchAll(/^\| `([A-Z]+ \/\S*)`/gm)].map((match) => match[1])
  const served = API_ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(told.sort()).toEqual([...served, 'GET /openapi.json', 'GET /api/stream', 'POST /mcp'].sort())
})

test('operations have names of their own', () => {
  const ids = Object.values(document.paths).flatMap((of) => Object.values(of).flatMap((each) => each.operationId ?? []))
  expect(ids).toContain('getApiSkillsDetail')
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-zA-Z]+$/.test(id))).toEqual([])
})

test('who may is told of each', () => {
  const security = (path: string, method: 'get' | 'post') => document.paths[path]?.[method]?.security
  expect(security('/api/approvals/approve', 'post')).toEqual([{ operator: [] }])
  expect(security('/api/skills', 'get')).toEqual([{}, { operator: [] }])
})

test('a query, a body and an answer are told by their schemas', () => {
  const list = document.paths['/api/skills']?.get
  expect(list?.parameters?.find(({ name }) => name === 'limit')).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
  })
  const detail = document.paths['/api/skills/detail']?.get
  expect(detail?.parameters?.map(({ name, required }) => [name, required])).toEqual([
    ['name', true],
    ['version', false],
  ])
  expect(Object.keys(detail?.responses ?? {})).toEqual(['200', '304', 'default'])
  const approve = document.paths['/api/approvals/approve']?.post?.requestBody
  expect(approve).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['name', 'hash'] } } },
  })
  expect(document.paths['/api/skills']?.delete?.requestBody?.required).toBe(false)
})

test('what is refused is told as problem details', () => {
  const problem = document.components.schemas.Problem
  expect(problem).toMatchObject({ required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'fix'] })
  for (const { method, path } of API_ROUTES) {
    const responses = document.paths[path]?.[method.toLowerCase() as 'get']?.responses
    expect(responses?.default?.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
  }
})

describe('every reference leads somewhere', () => {
  test('in all of it', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1])
    expect([...new Set(references)]).toEqual(['#/components/schemas/Problem'])
  })
})
