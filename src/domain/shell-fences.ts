// The lines of a text that a shell would run: those of its shell fences, or all of a shell script. Prompts, comments and
// here-documents are left out; nothing is understood beyond that.
import { markdownLines } from './markdown-blocks.ts'

export type FactText = { path: string; text: string }
/** One command line, its continued lines with it. */
export type ShellLine = { line: string }

export function shellLines({ path, text }: FactText): ShellLine[] {
  if (SCRIPT_PATTERN.test(path) || SHEBANG_PATTERN.test(text)) return commandLines(text.split(/\r\n|\r|\n/), 'script')
  return MARKDOWN_PATTERN.test(path) ? fencesOf(text).flatMap(({ lines, kind }) => commandLines(lines, kind)) : []
}

const SCRIPT_PATTERN = /\.(?:sh|bash|zsh)$/i
const SHEBANG_PATTERN = /^#!\s{0,4}\/\S{0,200}(?:\s{1,4}|\/)(?:ba|z|da|k)?sh\b/
const MARKDOWN_PATTERN = /\.(?:md|markdown)$/i
const SHELL_FENCE_PATTERN =
  /^[\t >]*(?:`{3,}|~{3,})\s{0,8}\{?\.?(bash|sh|zsh|shell|console|shell-?session|terminal|fish)\b/i
const ANY_FENCE_PATTERN = /^[\t >]*(?:`{3,}|~{3,})/
// What such a fence shows is a session: what was typed, and what came back.
const SESSION_PATTERN = /^(?:console|shell-?session|terminal)$/i

type Fence = { lines: string[]; kind: 'script' | 'session' }

function fencesOf(text: string): Fence[] {
  const fences: Fence[] = []
  let open: Fence | undefined
  for (const { line, fence, fenced } of markdownLines(text)) {
    if (fenced) open?.lines.push(line)
    else if (fence) {
      const tag = open === undefined && ANY_FENCE_PATTERN.test(line) ? SHELL_FENCE_PATTERN.exec(line)?.[1] : undefined
      open = tag === undefined ? undefined : { lines: [], kind: SESSION_PATTERN.test(tag) ? 'session' : 'script' }
      if (open !== undefined) fences.push(open)
    }
  }
  return fences
}

const PROMPT_PATTERN = /^\s*(?:[$%]|[^\s$#]{1,64}[$#])\s/
const BARE_PROMPT_PATTERN = /^\s*[$%]\s/
const HEREDOC_PATTERN = /<<-?\s{0,4}["'\\]?([A-Za-z_]\w{0,63})/

function commandLines(lines: readonly string[], kind: Fence['kind']): ShellLine[] {
  const commands: ShellLine[] = []
  const isTyped = lines.some((line) => PROMPT_PATTERN.test(line))
  let until: string | undefined
  let isContinued = false
  for (const line of lines) {
    if (until !== undefined) {
      if (line.trim() === until) until = undefined
      continue
    }
    if (kind === 'session' && isTyped && !isContinued && !PROMPT_PATTERN.test(line)) continue
    const typed = line.replace(kind === 'session' ? PROMPT_PATTERN : BARE_PROMPT_PATTERN, '').trim()
    if (typed === '' || typed.startsWith('#')) continue
    until = HEREDOC_PATTERN.exec(typed)?.[1]
    const last = commands.at(-1)
    if (isContinued && last !== undefined) last.line = `${last.line} ${withoutBackslash(typed)}`
    else commands.push({ line: withoutBackslash(typed) })
    isContinued = typed.endsWith('\\')
  }
  return commands
}

function withoutBackslash(line: string): string {
  return line.endsWith('\\') ? line.slice(0, -1) : line
}
