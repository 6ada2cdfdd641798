// What a tool is here: data (name, schemas, annotations) and one function. The list is tools/index.ts; nothing else
// knows how many there are.
import type { EmbeddedResource, ResourceLink, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Bindings } from '../bindings/open-bindings.ts'
import type { Cycles } from '../cycles/open-cycles.ts'
import type { HomeHealth } from '../domain/home-health.ts'
import type { Actor } from '../domain/record.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import type { SkillIndexText } from '../library/index-text.ts'
import type { Library } from '../library/library.ts'
import type { Requests } from '../library/requests.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Standings } from '../library/standings.ts'
import type { Workspaces } from '../packages/workspaces.ts'
import type { RecallRequest, RecallResult } from '../recall/recall-result.ts'
import type { Ledger } from '../reflection/open-ledger.ts'
import type { SecondLoop } from '../reflection/open-reflection.ts'
import type { ReflectionActive } from '../reflection/reflection-active.ts'
import type { Routing } from '../routing/routing.ts'
import type { Mounts } from '../store/mounted-store.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { OutcomeReport } from '../usage/report-outcome.ts'
import type { AskUser } from './consent.ts'

export const TOOLSETS = ['core', 'work', 'manage', 'packages', 'routing', 'reflection'] as const
/** What a client gets that asks for nothing else: more tools make a model choose worse. */
export const TOOLSETS_DEFAULT: readonly Toolset[] = ['core', 'work']
export type Toolset = (typeof TOOLSETS)[number]

/** What a tool may use. Features come as functions, so that no tool reaches into one. */
export type ToolParts = {
  library: Library
  review: Review
  requests: Requests
  workspaces: Workspaces
  standings: Standings
  /** Where the bytes of files are read. */
  store: Pick<SkillStore, 'file'>
  /** For copies that another skill stands before. */
  mounts: Pick<Mounts, 'copy' | 'book'>
  shelf: Shelf
  indexText: SkillIndexText
  recall: (request: RecallRequest) => Promise<RecallResult>
  loaded: (load: { name: string; version: number; session: string | undefined; actor: Actor }) => Promise<void>
  /** A caller was shown these by a search of its own: loading one of them teaches more than loading what recall showed. */
  searched: (names: string[], session: string | undefined) => void
  usageOf: (name: string) => { loads: number; lastUsedAt: string } | undefined
  /** All that is counted of a skill, up to this moment. */
  tallyOf: (name: string) => Promise<SkillTally>
  /** Levels shelf and usage with what other processes and people did. */
  level: () => Promise<void>
  /** Work that needs a model. */
  cycles: Pick<Cycles, 'begin' | 'submit' | 'due'>
  /** How the home does. Looks for work of passes, at most once a minute. */
  health: () => Promise<HomeHealth>
  /** What is done when something happens. */
  bindings: Pick<Bindings, 'book'>
  reportOutcome: (report: OutcomeReport, session: string | undefined, actor: Actor) => Promise<string[]>
  routing: Pick<Routing, 'find' | 'plan' | 'overview' | 'worthKeeping'>
  /** Peers: what passed, what was thought of them. */
  ledger: Pick<Ledger, 'recordInteraction' | 'recordAssessment' | 'peer' | 'peers'>
  /** What the second loop has to say. */
  reflection: SecondLoop
  /** Whether peers are judged in a context of its own. */
  reflectionActive: ReflectionActive
  now: () => Date
}

/** Who calls. A tool can never be anything but an agent's, whatever its arguments say. */
export type ToolCall = {
  actor: Actor
  author: string | null
  session: string | undefined
  user: AskUser
  /** Tells the client how far a long call has come, where it asked for that. */
  onStep: (done: number, all: number) => void
}

/** What stands beside the text of an answer. */
export type Beside = EmbeddedResource | ResourceLink
export type ToolAnswer<O> = { structured: O; text: string; beside?: Beside[] }

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
