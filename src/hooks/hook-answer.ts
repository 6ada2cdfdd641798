// What each client takes from a hook, in its exact form. Facts for the model go in as context; nothing here gives orders,
// blocks a message or stops a turn. Sources stand in docs/clients.md.
import type { HookClient } from '../domain/hook-names.ts'
import type { ShownIndex } from '../domain/native-skills.ts'
import { skillIndexText } from '../domain/skill-index-text.ts'

/** Where context can be added. */
export type ContextMoment = 'session-start' | 'prompt'

type Form = (text: string) => string

const named =
  (hookEventName: string): Form =>
  (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })

/** `undefined`: this client takes no context at this moment, and is told nothing. */
const FORMS: Record<HookClient, Record<ContextMoment, Form | undefined>> = {
  claude: { 'session-start': named('SessionStart'), prompt: named('UserPromptSubmit') },
  // Refuses any key it does not know.
  codex: { 'session-start': named('SessionStart'), prompt: named('UserPromptSubmit') },
  gemini: { 'session-start': named('SessionStart'), prompt: named('BeforeAgent') },
  cursor: { 'session-start': (text) => JSON.stringify({ additional_context: text }), prompt: undefined },
  vscode: { 'session-start': named('SessionStart'), prompt: undefined },
}

/** Whether the client shows its model what the hook says at this moment. */
export function takesContext(client: HookClient, moment: ContextMoment): boolean {
  return FORMS[client][moment] !== undefined
}

export function contextAnswer(client: HookClient, moment: ContextMoment, text: string): string {
  return (text === '' ? undefined : FORMS[client][moment]?.(text)) ?? emptyAnswer(client)
}

/** What says nothing. These two read whatever is printed as JSON. */
export function emptyAnswer(client: HookClient): string {
  return client === 'gemini' || client === 'cursor' ? '{}' : ''
}

// Claude Code takes 10,000 characters whole, Codex 10,000 bytes; beyond that both show a small part of it only.
const ANSWER_BYTES_MAX = 9_500
const BETWEEN = '\n\n'

// As in the instructions, of which the index takes the rest.
const END_SHARE_MAX = 0.3

/** What stands at the end of an answer, as far as so many characters hold it; empty where there is nothing. */
export type AnswerEnd = (charsMax: number) => string

/** The index of the library, and `end` after it, within what every client takes whole. */
export function indexWithinAnswer({ lines, leftToClient }: ShownIndex, end: AnswerEnd): string {
  const last = withinBytes(end, Math.floor(ANSWER_BYTES_MAX * END_SHARE_MAX))
  const index = (charsMax: number) => skillIndexText(lines, charsMax, { leftToClient })
  return joined(withinBytes(index, roomBeside(last)), last)
}

/** The text, cut to the answer, and after it of `end` what there is still room for. @param charsMax of `end`. */
export function followedBy(text: string, end: AnswerEnd, charsMax: number): string {
  const first = withinAnswer(text)
  return joined(
    first,
    withinBytes((chars) => end(Math.min(chars, charsMax)), Math.max(0, roomBeside(first))),
  )
}

/** @param make a text of at most so many characters; of none an empty one. */
function withinBytes(make: (charsMax: number) => string, bytesMax: number): string {
  // Fewer characters where they are more than a byte each.
  for (let charsMax = bytesMax; ; ) {
    const text = make(charsMax)
    const bytes = Buffer.byteLength(text, 'utf8')
    if (bytes <= bytesMax) return text
    charsMax = Math.floor((charsMax * bytesMax) / bytes)
  }
}

function roomBeside(text: string): number {
  return ANSWER_BYTES_MAX - (text === '' ? 0 : Buffer.byteLength(text, 'utf8') + BETWEEN.length)
}

function joined(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(BETWEEN)
}

/** The text within the same, cut at a line and said so. */
function withinAnswer(text: string): string {
  if (Buffer.byteLength(text, 'utf8') <= ANSWER_BYTES_MAX) return text
  const lines = text.split('\n')
  let kept = ''
  for (const [i, line] of lines.entries()) {
    const next = `${kept}${line}\n`
    if (Buffer.byteLength(next + leftOut(lines.length - i - 1), 'utf8') > ANSWER_BYTES_MAX) {
      return kept + leftOut(lines.length - i)
    }
    kept = next
  }
  return kept
}

function leftOut(lines: number): string {
  return `(${lines} more ${lines === 1 ? 'line' : 'lines'} left out: the client takes no more)`
}
