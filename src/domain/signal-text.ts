// What a journal may keep of a message and of a tool's arguments beside stems: the words that are no names, numbers, paths,
// addresses or keys, in their order, for passes that look for work that recurs. Deterministic and cheap: hooks call it.
import { withoutEntities } from './entity-filter.ts'

/** Of which messages of a session the words are kept. */
export const TURN_SIGNALS = ['first', 'all', 'off'] as const
export const TURN_SIGNALS_DEFAULT: TurnSignals = 'first'
export type TurnSignals = (typeof TURN_SIGNALS)[number]

/** What is kept of a tool's call beside its name and whether it worked. */
export const TOOL_SIGNALS = ['arguments', 'names'] as const
export const TOOL_SIGNALS_DEFAULT: ToolSignals = 'arguments'
export type ToolSignals = (typeof TOOL_SIGNALS)[number]
export type Signals = { turns: TurnSignals; tools: ToolSignals }

export const TURN_TEXT_CHARS_MAX = 2_000
export const ARGUMENTS_CHARS_MAX = 500
// Of one argument.
const ARGUMENT_CHARS_READ_MAX = 200
const ARGUMENTS_MAX = 20

// Of what a file, a letter or an order to another agent says nothing is a way to do things.
const HELD = /content|body|string|text|data|source|code|prompt|message/i
const SECRET = /pass|token|secret|credential|auth|cookie|session|api_?key/i
const ASSIGNED = /([\w-]{1,60})=(?:"[^"]*"?|'[^']*'?|\S+)/g
const SECRET_OPTION = /(-{1,2}(?:p|u|user(?:name)?|pass\w*|token|secret|key|auth\w*|api-?key)) +\S+/gi

type IsLibraryTerm = (term: string) => boolean

export function isTextKept(turns: TurnSignals, isFirst: boolean): boolean {
  return turns === 'all' || (turns === 'first' && isFirst)
}

/** At most TURN_TEXT_CHARS_MAX; empty where nothing of the message may be kept. */
export function turnText(message: string, isLibraryTerm: IsLibraryTerm): string {
  return wholeWords(withoutEntities(message, isLibraryTerm), TURN_TEXT_CHARS_MAX)
}

/**
 * Each argument as `key: words`, of texts the first line alone; values that are no text are left out, and so are
 * arguments of which nothing may be kept. At most ARGUMENTS_CHARS_MAX. @param input an object, or a text.
 */
export function argumentText(input: unknown, isLibraryTerm: IsLibraryTerm): string {
  const named: [string, unknown][] =
    typeof input === 'string' ? [['', input]] : isObject(input) ? Object.entries(input) : []
  const parts = named.slice(0, ARGUMENTS_MAX).flatMap(([key, value]) => {
    if (typeof value !== 'string' || !/^\w{0,40}$/.test(key) || SECRET.test(key) || HELD.test(key)) return []
    const [line = ''] = value
      .trimStart()
      .slice(0, ARGUMENT_CHARS_READ_MAX)
      .split(/[\r\n]/, 1)
    const words = withoutEntities(withoutValues(line), isLibraryTerm).join(' ')
    return words === '' ? [] : [key === '' ? words : `${key}: ${words}`]
  })
  return wholeWords(parts.join('; ').split(' '), ARGUMENTS_CHARS_MAX)
}

// Of a command line what is set says nothing of the way, and may be a password that is written like any other word.
function withoutValues(line: string): string {
  return line.replace(ASSIGNED, '$1').replace(SECRET_OPTION, '$1')
}

function wholeWords(words: readonly string[], charsMax: number): string {
  const text = words.join(' ')
  if (text.length <= charsMax) return text
  const end = text.lastIndexOf(' ', charsMax)
  return end < 0 ? '' : text.slice(0, end)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
