// What a hook does at each moment: write down what happened, and at the start of a session and with each message say what
// the model should know. The same recall as the server's, over the same files.
import { join } from 'node:path'
import { CONTEXT_CHARS_MAX } from '../domain/context-source.ts'
import { feedbackIn } from '../domain/correction.ts'
import type { Gate } from '../domain/gate.ts'
import { HOOKED_CLIENT, type HookClient, type HookEvent } from '../domain/hook-names.ts'
import type { NewEvent } from '../domain/journal-event.ts'
import { leaveToClient } from '../domain/native-skills.ts'
import { foldSeen, NOTHING_SEEN } from '../domain/seen-skills.ts'
import { argumentText, type Signals } from '../domain/signal-text.ts'
import { isSkillName } from '../domain/skill-name.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import { sessionPath } from '../journal/event-writer.ts'
import { type Calibration, createCalibration } from '../recall/calibration.ts'
import type { IndexSnapshot } from '../recall/index-snapshot.ts'
import type { Lessons } from '../recall/lessons.ts'
import { recallSkills } from '../recall/recall-skills.ts'
import type { SkillIndex } from '../recall/skill-index.ts'
import { contextAnswer, emptyAnswer, followedBy, indexWithinAnswer, takesContext } from './hook-answer.ts'
import { readHookBeliefs } from './hook-beliefs.ts'
import { takeBrought } from './hook-context.ts'
import type { HookInput } from './hook-input.ts'
import { hookLessons } from './hook-lessons.ts'
import { isMounted, openHookIndex, readHookLibrary } from './hook-library.ts'
import { hookMark } from './hook-standing.ts'
import { lastToolCall, readSessionEvents } from './session-events.ts'

const HITS = 5
const TOOL_NAME_CHARS_MAX = 200
// Claude Code runs the hook for its own timers and events as well; those are no messages of a person.
const SPEAKERS = ['user', 'sdk']

export type HookWork = {
  layout: HomeLayout
  client: HookClient
  input: HookInput
  /** By setting, also when the snapshot says otherwise. */
  mayLearn: boolean
  gate: () => Gate
  /** What the client lists by itself. Asked where it matters. */
  ownSkills: () => readonly string[]
  /** What is kept of messages and calls. Asked where it matters. */
  signals: () => Signals
  /** How long a belief lasts. Asked where there are some. */
  beliefMinutes: () => number
  now: Date
  append: (sessionId: string, event: NewEvent) => void
  /** What is wrong, but keeps no hook from answering. */
  onTrouble: (error: unknown) => void
}

/** @returns what is to be printed. */
export async function hookWork(event: HookEvent, work: HookWork): Promise<string> {
  const { client, input, append } = work
  switch (event) {
    case 'session-start':
      return startSession(work)
    case 'prompt':
      return answerPrompt(work)
    case 'tool':
      await noteTool(work)
      return emptyAnswer(client)
    case 'compact':
      // Gemini CLI says "auto" before every request, whether it compresses or not (client-forms.ts).
      if (client === 'gemini' && input.source === 'auto') return emptyAnswer(client)
      // What the model had seen is summed up and gone.
      if (input.session) append(input.session, { event: 'session-started', actor: 'system', client, source: 'compact' })
      return emptyAnswer(client)
    case 'session-end':
      if (input.session) append(input.session, { event: 'session-ended', actor: 'system', source: input.source })
      return emptyAnswer(client)
    case 'stop':
      return emptyAnswer(client)
  }
}

async function startSession(work: HookWork): Promise<string> {
  const { client, input, layout, gate, ownSkills, append, onTrouble } = work
  if (input.session) append(input.session, { event: 'session-started', actor: 'system', client, source: input.source })
  if (!takesContext(client, 'session-start')) return emptyAnswer(client)
  const { cards, mounts } = await readHookLibrary(layout, onTrouble)
  const lines = [...cards.values()].flatMap((card) => {
    const { listed, warning } = hookMark(layout, card, gate)
    return listed ? [{ name: card.name, summary: card.summary, loads: card.loads, ...(warning && { warning }) }] : []
  })
  const mounted = [...cards.values()].filter((card) => mounts.isListedBy(HOOKED_CLIENT[client], card))
  const own = [...ownSkills(), ...mounted.map(({ name }) => name)]
  const beliefs = await readHookBeliefs(work)
  return contextAnswer(client, 'session-start', indexWithinAnswer(leaveToClient(lines, own), beliefs))
}

async function answerPrompt(work: HookWork): Promise<string> {
  const { client, input, layout, append } = work
  const message = input.prompt?.trim() ?? ''
  const isSpoken = input.source === undefined || SPEAKERS.includes(input.source)
  if (message === '' || !isSpoken || !takesContext(client, 'prompt')) return emptyAnswer(client)
  const session = input.session
  const feedback = feedbackIn(message)
  if (session !== undefined && feedback !== undefined) append(session, { event: 'feedback', actor: 'system', feedback })
  const library = await readHookLibrary(layout, work.onTrouble)
  const index = openHookIndex(layout, library)
  const lessons = hookLessons(library.snapshot, work)
  const request = { message, session, limit: HITS, bodies: 0, force: false, why: false, actor: 'system' as const }
  const skill = (name: string) => {
    const card = library.cards.get(name)
    const mark = card && hookMark(layout, card, work.gate)
    return mark?.listed === true ? { ...card!, content: '', warning: mark.warning } : undefined
  }
  const { block } = await recallSkills(request, {
    index,
    lessons,
    calibration: calibrationOf(library.snapshot, index, lessons),
    skill,
    sessions: {
      seen: async (sessionId) =>
        (await readSessionEvents(sessionPath(layout, sessionId), sessionId)).reduce(foldSeen, NOTHING_SEEN),
    },
    turnSignals: work.signals().turns,
    append: async (sessionId, event) => append(sessionId, event),
  })
  const brought = takeBrought({ ...work, session, mayComeUp: (name) => skill(name) !== undefined })
  const taken = brought.reduce((sum, text) => sum + text.length, 0)
  // Where an answer is too long its end is cut: there the block says what was left out.
  const text = [...brought, block].filter((each) => each !== '').join('\n\n')
  const beliefs = await readHookBeliefs(work)
  // Bindings and beliefs share what a recall has for its context.
  return contextAnswer(client, 'prompt', followedBy(text, beliefs, CONTEXT_CHARS_MAX - taken))
}

// Another engine's scores have another threshold.
function calibrationOf(snapshot: IndexSnapshot | undefined, index: SkillIndex, lessons: Lessons): Calibration {
  if (snapshot?.head.engine !== 'bm25f') return createCalibration(index, lessons)
  const { threshold } = snapshot.head
  return { threshold: () => threshold, skillChanged: () => {} }
}

async function noteTool({ input, layout, mayLearn, signals, append, onTrouble }: HookWork): Promise<void> {
  const { session, tool } = input
  if (session === undefined || tool === undefined) return
  const name = tool.name.slice(0, TOOL_NAME_CHARS_MAX)
  const last = await lastToolCall(sessionPath(layout, session), session)
  const ours = isOurs(tool.skill, layout, onTrouble)
  const isKept = !ours && mayLearn && signals().tools === 'arguments'
  // The words of the library are not at hand here: what is no everyday word goes.
  const args = isKept ? argumentText(tool.input, () => false) : ''
  append(session, {
    event: 'tool-called',
    actor: 'system',
    tool: name,
    ok: tool.ok,
    ms: tool.ms,
    retry: last?.tool === name && !last.ok ? true : undefined,
    ...(args === '' ? {} : { args }),
    ...(ours ? { skill: tool.skill, outcome: tool.outcome } : {}),
  })
}

// Other servers have tools of the same name.
function isOurs(skill: string | undefined, layout: HomeLayout, onTrouble: (error: unknown) => void): boolean {
  if (!isSkillName(skill)) return false
  return fileStamp(join(layout.skills, `${skill}.json`)) !== undefined || isMounted(skill, layout, onTrouble)
}
