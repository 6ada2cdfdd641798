// Asks the user, past the agent, whether something may be done: as an elicitation, in the form of either protocol era. Only
// a form that was accepted and says yes is a yes. What is asked, and what follows, is ask-or-propose.ts's business.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  ProtocolError,
  SdkError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillRequest } from '../domain/proposal.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Done, Proposed } from '../library/requests.ts'
import type { Connection } from './connection.ts'

/** A person gets this long; then the question is a proposal. */
export const CONSENT_MS_MAX = 5 * 60_000
/** Questions of the modern era that nobody has answered yet; the oldest is forgotten, and its answer refused. */
export const OPEN_QUESTIONS_MAX = 200
const MODERN_SINCE = '2026-07-28'
const KEY_BYTES = 32

/** `unanswered`: cancelled, silent for too long, no answer to the question, or a client that cannot ask. */
export type Verdict = 'yes' | 'no' | 'unanswered'

/** What became of one request. */
export type Outcome = Done | Proposed | { kind: 'failed'; request: SkillRequest; error: SkillError }

/** What the asker needs again when the answer comes with a later call. It never leaves this process. */
export type Pending = {
  undecided: readonly { request: SkillRequest; standing: string }[]
  settled: readonly Outcome[]
}

export type AskUser = {
  /** What this very call asked before and what the user said; undefined when it asked nothing. @throws `refused`. */
  answered(): Promise<{ verdict: Verdict; pending: Pending } | undefined>
  /** @throws InputNeeded where the answer comes with the client's next call. */
  ask(message: string, pending: Pending): Promise<Verdict>
}

/** No failure: it carries the question to the client, through whatever code stands between. */
export class InputNeeded extends Error {
  readonly result: InputRequiredResult

  constructor(result: InputRequiredResult) {
    super('the user is asked')
    this.result = result
  }
}

/** Which call asks: the answer must come with the same one. */
export type AskingCall = { tool: string; author: string | null; args: Record<string, unknown> }
export type Consent = (ctx: ServerContext, server: McpServer, connection: Connection, call: AskingCall) => AskUser

/**
 * One for the process: its key and its open questions are what makes an answer believed.
 * @param speaksForPerson any program of this machine can call over HTTP and answer its own question, so there only a
 * caller with the operator's token is asked; a client on stdio was started by the person.
 */
export function createConsent(
  waitMs = CONSENT_MS_MAX,
  speaksForPerson: (request: Request) => boolean = () => false,
): Consent {
  const questions = openQuestions(waitMs)
  return (ctx, server, connection, call) => {
    const request = ctx.http?.req
    if (ctx.http !== undefined && (request === undefined || !speaksForPerson(request))) return NOBODY
    const modern = (server.server.getNegotiatedProtocolVersion() ?? '') >= MODERN_SINCE
    const envelope: Record<string, unknown> = { ...ctx.mcpReq.envelope }
    const capabilities = modern ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities()
    if (!showsForms(capabilities)) return NOBODY
    if (modern) return askingByResult(ctx, questions, fingerprint(call))
    return connection.reaches() ? askingAtOnce(ctx, server, waitMs) : NOBODY
  }
}

const NOBODY: AskUser = { answered: async () => undefined, ask: async () => 'unanswered' }

// 2026: the question is the result of the call, and the answer comes with the same call made again.
function askingByResult(ctx: ServerContext, questions: OpenQuestions, call: string): AskUser {
  let isLate = false
  return {
    async answered() {
      const state: unknown = ctx.mcpReq.requestState()
      if (state === undefined) return undefined
      const pending = await questions.take(state, call, ctx)
      isLate = pending === 'late'
      return pending === 'late' ? undefined : { verdict: verdictOf(ctx.mcpReq.inputResponses?.confirm), pending }
    },
    async ask(message, pending) {
      // Who did not answer in time is not asked again and again.
      if (isLate) return 'unanswered'
      const requestState = await questions.open(pending, call)
      const confirm = inputRequired.elicit({ message, requestedSchema: FORM })
      throw new InputNeeded(inputRequired({ inputRequests: { confirm }, requestState }))
    },
  }
}

// 2025: a request of ours to the client, while its call waits.
function askingAtOnce(ctx: ServerContext, { server }: McpServer, waitMs: number): AskUser {
  return {
    answered: async () => undefined,
    async ask(message) {
      try {
        const options = { timeout: waitMs, signal: ctx.mcpReq.signal }
        return verdictOf(await server.elicitInput({ mode: 'form', message, requestedSchema: FORM }, options))
      } catch (error) {
        // Silent, gone, or an answer that does not fit the form.
        if (error instanceof SdkError || error instanceof ProtocolError) return 'unanswered'
        throw error
      }
    },
  }
}

type OpenQuestions = {
  /** @returns the state that the client has to bring back. */
  open(pending: Pending, call: string): Promise<string>
  /** Once. `late`: its time is over. @throws `refused` for any state that is not of an open question of this call. */
  take(state: unknown, call: string, ctx: ServerContext): Promise<Pending | 'late'>
}

const stateSchema = z.object({ id: z.string(), bound: z.string() })

function openQuestions(waitMs: number): OpenQuestions {
  const codec = createRequestStateCodec<unknown>({ key: randomBytes(KEY_BYTES), ttlSeconds: waitMs / 1000 })
  const open = new Map<string, Pending>()
  return {
    open(pending, call) {
      const id = randomUUID()
      open.set(id, pending)
      if (open.size > OPEN_QUESTIONS_MAX) open.delete(open.keys().next().value!)
      return codec.mint({ id, bound: binding(call, pending) })
    },
    async take(state, call, ctx) {
      const read = await readState(() => codec.verify(String(state), ctx))
      if (read === 'late') return 'late'
      const pending = read === undefined ? undefined : open.get(read.id)
      if (read === undefined || pending === undefined || read.bound !== binding(call, pending)) throw notThisQuestion()
      open.delete(read.id)
      return pending
    },
  }
}

async function readState(verify: () => Promise<unknown>): Promise<z.output<typeof stateSchema> | 'late' | undefined> {
  try {
    return stateSchema.safeParse(await verify()).data
  } catch (error) {
    // The codec throws for every state that it did not make; its reason is all that it says.
    return error instanceof Error && error.message === 'expired' ? 'late' : undefined
  }
}

function notThisQuestion(): SkillError {
  return new SkillError(
    'refused',
    'requestState: expected the one of a question that is open for this very call, got another, a changed or a used one',
    'Nothing was changed. Call again without requestState and inputResponses; the user is then asked anew.',
  )
}

// The tool, its arguments, and the bytes and state of each skill that the question is about.
function binding(call: string, { undecided }: Pending): string {
  return hashed([call, ...undecided.map(({ standing }) => standing)])
}

function fingerprint({ tool, author, args }: AskingCall): string {
  return hashed([tool, author, args])
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

const FORM = {
  type: 'object' as const,
  properties: {
    decision: {
      type: 'string' as const,
      title: 'Your decision',
      description: 'yes: do it now. no: leave everything as it is.',
      enum: ['yes', 'no'],
    },
  },
  required: ['decision'],
}

const answerSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: z.object({ decision: z.enum(['yes', 'no']) }) }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
])

function verdictOf(answer: unknown): Verdict {
  const { data } = answerSchema.safeParse(answer)
  if (data?.action === 'decline') return 'no'
  return data?.action === 'accept' ? data.content.decision : 'unanswered'
}

// A bare `elicitation: {}` is from before there were modes and means forms.
const formsSchema = z.object({ elicitation: z.object({ form: z.object().optional(), url: z.object().optional() }) })

function showsForms(capabilities: unknown): boolean {
  const { data } = formsSchema.safeParse(capabilities)
  return data !== undefined && (data.elicitation.form !== undefined || data.elicitation.url === undefined)
}
