// Has requests carried out as far as they are the agent's to decide. For the rest the user is asked; whoever cannot be asked
// finds them as proposals later. A no is a no: nothing is done and nothing is written down.
import { printableLine } from '../domain/printable.ts'
import { requestedNames, requestText, type SkillRequest } from '../domain/proposal.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { Caller } from '../library/change-skill.ts'
import type { Done, Proposed } from '../library/requests.ts'
import type { AskUser, Outcome, Pending, Verdict } from './consent.ts'
import type { ToolCall, ToolParts } from './tool.ts'

/** A person reads no longer list before saying yes; what is asked beyond it waits as proposals. */
export const ASKED_AT_ONCE_MAX = 20
const REASON_SHOWN_CHARS_MAX = 300

type Parts = Pick<ToolParts, 'requests' | 'shelf' | 'standings'>
type Undecided = Pending['undecided'][number]

/** One outcome for each request, in their order; each names another skill. */
export async function askOrPropose(
  wanted: readonly SkillRequest[],
  call: ToolCall & { via: string },
  parts: Parts,
): Promise<Outcome[]> {
  const before = await call.user.answered()
  const { verdict, pending } = before ?? (await firstRound(wanted, call, parts))
  const outcomes = [...pending.settled]
  for (const each of pending.undecided) outcomes.push(await settled(each, verdict, call, parts))
  const byName = new Map(outcomes.map((outcome) => [outcome.request.name, outcome]))
  return wanted.flatMap(({ name }) => byName.get(name) ?? [])
}

/** The same for one. @throws what kept it from being done or written down. */
export async function askOrProposeOne(
  wanted: SkillRequest,
  call: ToolCall & { via: string },
  parts: Parts,
): Promise<Done | Proposed> {
  const outcome = (await askOrPropose([wanted], call, parts))[0]!
  if (outcome.kind === 'failed') throw outcome.error
  return outcome
}

async function firstRound(
  wanted: readonly SkillRequest[],
  call: ToolCall & { via: string },
  parts: Parts,
): Promise<{ verdict: Verdict; pending: Pending }> {
  const settledNow: Outcome[] = []
  const undecided: Undecided[] = []
  for (const request of wanted) {
    const outcome = await tried(request, () => parts.requests.carryOut(request, callerOf(call)))
    const asks = outcome.kind === 'failed' && outcome.error.code === 'needs-person'
    if (asks) undecided.push({ request, standing: await standingOf(request, parts) })
    else settledNow.push(outcome)
  }
  const pending = { undecided, settled: settledNow }
  const isAsked = undecided.length > 0 && undecided.length <= ASKED_AT_ONCE_MAX
  return { verdict: isAsked ? await asked(call, pending, parts) : 'unanswered', pending }
}

function asked({ user, author }: { user: AskUser; author: string | null }, pending: Pending, parts: Parts) {
  return user.ask(questionText(pending, author, parts), pending)
}

async function settled(
  { request, standing }: Undecided,
  verdict: Verdict,
  call: ToolCall & { via: string },
  parts: Parts,
): Promise<Outcome> {
  if (verdict === 'unanswered') return tried(request, () => parts.requests.propose(request, callerOf(call)))
  if (verdict === 'no') return { kind: 'failed', request, error: declined(request) }
  // Taken first: what changes between the two looks and the change itself is refused there.
  const seen = await digestsOf(request, parts)
  if ((await standingOf(request, parts)) !== standing) return { kind: 'failed', request, error: changed(request) }
  const user: Caller = { actor: 'operator', via: 'elicitation', author: call.author, seen }
  return tried(request, () => parts.requests.carryOut(request, user))
}

async function tried(request: SkillRequest, work: () => Promise<Done | Proposed>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SkillError) return { kind: 'failed', request, error }
    throw error
  }
}

function callerOf({ actor, via, author }: ToolCall & { via: string }): Caller {
  return { actor, via, author }
}

async function digestsOf(request: SkillRequest, { shelf }: Parts): Promise<Map<string, string | null>> {
  const pairs = requestedNames(request).map(async (name) => [name, (await shelf.look(name))?.digest ?? null] as const)
  return new Map(await Promise.all(pairs))
}

// Bytes and state of every skill that the request touches: a yes is to what stood when it was asked.
async function standingOf(request: SkillRequest, { shelf }: Parts): Promise<string> {
  const entries = await Promise.all(requestedNames(request).map((name) => shelf.look(name)))
  return JSON.stringify(
    entries.map((entry) => [entry?.digest, entry?.lifecycle, entry?.record?.draft?.digest, entry?.record?.pinned]),
  )
}

// The agent's own words are marked as such and shortened: they must not pass for ours.
function questionText({ undecided }: Pending, author: string | null, { shelf, standings }: Parts): string {
  const lines = undecided.map(({ request }) => {
    const entry = shelf.entry(request.name)
    const { origin, lifecycle } = entry === undefined ? {} : standings.of(entry)
    return `- ${requestText(request)}${origin === undefined ? '' : ` (${ORIGIN_WORDS[origin]}, ${lifecycle})`}`
  })
  const who = author === null ? 'An agent' : `The agent of ${quoted(shown(author))}`
  const reason = undecided[0]?.request.reason
  return [
    `${who} asks Skill Cortex to do this, which is yours to decide:`,
    ...lines,
    reason == null ? 'It gave no reason.' : `Its reason, in its words: ${quoted(reason)}`,
    'Nothing is done unless you answer yes.',
  ].join('\n')
}

const ORIGIN_WORDS = { builtin: 'shipped', human: 'written by a person', machine: 'written by an agent' }

// One line, which no quotation mark of its own ends early.
function quoted(text: string): string {
  const line = printableLine(text).replaceAll('"', "'")
  return `"${line.length > REASON_SHOWN_CHARS_MAX ? `${line.slice(0, REASON_SHOWN_CHARS_MAX - 3)}...` : line}"`
}

function declined(request: SkillRequest): SkillError {
  return new SkillError(
    'refused',
    `the user was asked whether to ${requestText(request)}, and said no`,
    'Nothing was changed. Leave it as it is unless the user brings it up.',
  )
}

function changed(request: SkillRequest): SkillError {
  return new SkillError(
    'conflict',
    `the user was asked whether to ${requestText(request)}, but it has changed since`,
    'Nothing was changed. Look at what stands now; call again if it is still wanted, and the user is asked anew.',
  )
}
