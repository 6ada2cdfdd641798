// Finds the JSON object in what a model wrote: the whole text, a fenced block, or the first object within prose. A text
// that is not one well-formed object is never guessed at: it yields a request with which the model may repair it once.
// Whether the object fits a schema is not asked here.
import { textNestsWithin } from './json-depth.ts'
import { findJsonFault } from './json-fault.ts'
import { isRecord, JSON_DEPTH_MAX, parseJsonText } from './json-value.ts'
import { shown } from './skill-error.ts'

/** In UTF-16 units: no more than 2 MiB of ASCII. */
export const ANSWER_CHARS_MAX = 2 * 1024 * 1024

export type ParsedAnswer =
  | { kind: 'value'; value: Record<string, unknown> }
  | { kind: 'fault'; fault: string; repairRequest: string }

/** Linear in the length of the text. Keys named `__proto__` are left out of the value. */
export function parseAnswer(text: string): ParsedAnswer {
  if (text.length > ANSWER_CHARS_MAX) return faulty(`it is longer than ${ANSWER_CHARS_MAX} characters`)
  const answer = withoutThoughts(text).trim()
  if (answer === '') return faulty('it is empty')
  const object = objectIn(answer)
  if (object === undefined) return faulty(`it holds no JSON object, but begins with ${shown(answer)}`)
  if (!textNestsWithin(object, JSON_DEPTH_MAX)) return faulty(`it nests deeper than ${JSON_DEPTH_MAX} levels`)
  const fault = findJsonFault(object)
  if (fault?.kind === 'duplicate-key') return faulty(`line ${fault.line} of the object repeats a key`)
  if (fault !== undefined) return faulty(`line ${fault.line} of the object is no JSON at ${shown(fault.received)}`)
  const value = parseJsonText(object)
  return isRecord(value) ? { kind: 'value', value } : faulty('expected a JSON object, got another JSON value')
}

function faulty(fault: string): ParsedAnswer {
  const repairRequest = `Your last answer could not be read: ${fault}. Send the same answer again, whole, as one JSON object with nothing before or after it.`
  return { kind: 'fault', fault, repairRequest }
}

// What some local models write before they answer.
function withoutThoughts(text: string): string {
  if (!/^\s*<think>/.test(text)) return text
  const end = text.indexOf('</think>')
  return end < 0 ? '' : text.slice(end + '</think>'.length)
}

function objectIn(answer: string): string | undefined {
  // A list or a bare text is the whole answer too: an object within it would be half of what was said.
  if (/^["[]/.test(answer) && parseJsonText(answer) !== undefined) return answer
  const begin = /^\{\s*["}]/.test(answer) ? 0 : (fencedBegin(answer) ?? proseBegin(answer))
  return begin === undefined ? undefined : answer.slice(begin, balancedEnd(answer, begin))
}

// A fence stands at the start of a line, where well-formed JSON has no text of its own: a skill with fences inside a
// JSON string cannot be taken for one. Its end is not looked for; the object's is.
function fencedBegin(answer: string): number | undefined {
  for (const { index, 0: opening } of answer.matchAll(/^[ \t]*```[a-zA-Z0-9]*[ \t]*\r?\n\s*/gm)) {
    if (/[{[]/.test(answer[index + opening.length] ?? '')) return index + opening.length
  }
  return undefined
}

// `{name}` and `{}` in prose are no answers: an object that says something begins with a key. A list is taken whole.
function proseBegin(answer: string): number | undefined {
  const begin = answer.search(/(?:\[\s*)?\{\s*"/)
  return begin < 0 ? undefined : begin
}

// Behind the bracket that closes the one at `begin`; the end of the text where none does.
function balancedEnd(text: string, begin: number): number {
  let depth = 0
  let inString = false
  for (let at = begin; at < text.length; at++) {
    const c = text[at]
    if (inString) {
      if (c === '\\') at++
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '{' || c === '[') depth++
    else if ((c === '}' || c === ']') && --depth === 0) return at + 1
  }
  return text.length
}
