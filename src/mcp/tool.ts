// What a tool is here: data (name, schemas, annotations) and one function. The list is tools/index.ts; nothing else
// knows how many there are.
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { NewEvent } from '../domain/journal-event.ts'
import type { Actor } from '../domain/record.ts'
import type { SkillIndexText } from '../library/index-text.ts'
import type { Library } from '../library/library.ts'
import type { Shelf } from '../library/shelf.ts'

export const TOOLSETS = ['core', 'work', 'manage', 'packages', 'routing', 'reflection'] as const
export type Toolset = (typeof TOOLSETS)[number]

/** What a tool may use. Features come as functions, so that no feature is imported here. */
export type ToolParts = {
  library: Library
  shelf: Shelf
  indexText: SkillIndexText
  recall: (request: RecallCall) => Promise<RecallAnswer>
  loaded: (load: { name: string; version: number; session: string | undefined; actor: Actor }) => Promise<void>
  usageOf: (name: string) => { loads: number; lastUsedAt: string } | undefined
  /** Levels shelf and usage with what other processes and people did. */
  level: () => Promise<void>
  reportOutcome: (report: OutcomeCall, session: string | undefined, actor: Actor) => Promise<string[]>
  now: () => Date
}

export type RecallCall = {
  message: string
  session: string | undefined
  limit: number
  bodies: number
  force: boolean
  why: boolean
  actor: Actor
}
export type RecallAnswer = {
  hits: {
    name: string
    summary: string
    score: number
    confidence: number
    reason: string
    body?: string | undefined
    terms?: { term: string; score: number; fields: string[] }[]
  }[]
  related: { name: string; summary: string; of: string }[]
  context: { kind: string; text: string }[]
  silent?: string
  block: string
}
export type OutcomeCall = {
  name?: string | undefined
  outcome?: NonNullable<Extract<NewEvent, { event: 'outcome' }>['outcome']> | undefined
  key?: string | undefined
  note?: string | undefined
  feedback?: NonNullable<Extract<NewEvent, { event: 'feedback' }>['feedback']> | undefined
  eventId?: string | undefined
}

/** Who calls. A tool can never be anything but an agent's, whatever its arguments say. */
export type ToolCall = { actor: Actor; author: string | null; session: string | undefined }

export type ToolAnswer<O> = { structured: O; text: string }

export type Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> = {
  name: string
  toolset: Toolset
  title: string
  /** At most 2,000 characters; clients cut from the end, so the most important words come first. */
  description: string
  input: I
  output: O
  annotations: ToolAnnotations
  meta?: Record<string, unknown>
  run(args: z.output<I>, call: ToolCall, parts: ToolParts): Promise<ToolAnswer<z.input<O>>>
}

/** Keeps a tool's own types while the list holds them all as one. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool {
  return tool
}
