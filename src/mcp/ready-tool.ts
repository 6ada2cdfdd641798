// A tool made ready for the SDK once, not once per request: over HTTP every request gets a server of its own, and the SDK
// would turn each schema into JSON Schema again for each of them.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { Tool } from './tool.ts'

/** What the schema made of the arguments: a wrong argument is a value here, so that a tool's failures all look alike. */
export type ReadArguments = { args: Record<string, unknown> } | { fault: SkillError }

export type ReadyTool = {
  tool: Tool
  /** The second argument of the SDK's `registerTool`. */
  config: {
    title: string
    description: string
    inputSchema: StandardSchemaWithJSON<unknown, ReadArguments>
    outputSchema: StandardSchemaWithJSON<unknown, unknown>
    annotations: Tool['annotations']
    _meta?: Record<string, unknown>
  }
}

export function readyTool(tool: Tool): ReadyTool {
  const { title, description, input, output, annotations, meta } = tool
  const config = {
    title,
    description,
    inputSchema: readySchema(input, 'input', (value): ReadArguments => {
      const parsed = input.safeParse(value)
      return parsed.success ? { args: parsed.data } : { fault: argumentFault(tool.name, parsed.error) }
    }),
    // What a tool answers is typed; checking it here could only fail a call whose work is done. Tests check it.
    outputSchema: readySchema(output, 'output', (value) => value),
    annotations,
    ...(meta === undefined ? {} : { _meta: meta }),
  }
  return { tool, config }
}

function readySchema<T>(
  schema: z.ZodObject,
  io: 'input' | 'output',
  read: (value: unknown) => T,
): StandardSchemaWithJSON<unknown, T> {
  const json = portable(z.toJSONSchema(schema, { target: 'draft-2020-12', io }))
  return {
    '~standard': {
      version: 1,
      vendor: 'skill-cortex',
      validate: (value) => ({ value: read(value) }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}

// `"type": ["string", "null"]` is legal, but clients that hand schemas on in other dialects drop or refuse it.
function portable(json: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(json), (_key, value) => {
    if (!Array.isArray(value?.type)) return value
    const { type: types, ...rest } = value
    return { ...rest, anyOf: types.map((type: string) => ({ type })) }
  })
}

function argumentFault(tool: string, error: z.ZodError): SkillError {
  const issues = error.issues.slice(0, 3).map((issue) => {
    const path = issue.path.length === 0 ? 'arguments' : issue.path.join('.')
    return `${shown(path)}: ${issue.message.replace(/^Invalid input: /, '')}`
  })
  return new SkillError('bad-input', issues.join('; '), `Correct this and call ${tool} again.`)
}
