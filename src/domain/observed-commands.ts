// Which programs the lines of a shell begin, as far as that can be seen: the first word of a line and of whatever stands
// behind a pipe or a semicolon. No parser: what is built at run time is not found.
import type { ShellLine } from './shell-fences.ts'

const LINE_CHARS_READ = 10_000
const COMMAND_PATTERN = /^[A-Za-z0-9_./~@+-]{1,100}$/
const ASSIGNMENT_PATTERN = /^[A-Za-z_]\w*=/
// They run what stands behind them, and are named beside it.
const BEFORE_ANOTHER = new Set(['sudo', 'env', 'exec', 'time', 'nohup', 'command', 'xargs', 'doas', 'eval'])
// Words of the language itself.
const KEYWORDS = new Set(
  [
    'if then else elif fi for in do done while until case esac function select { } ( ) [ [[ ]] ! : . cd echo printf pwd',
    'export local set unset true false return exit read shift test declare readonly',
  ]
    .join(' ')
    .split(' '),
)
const BEGINS_ANOTHER = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', '('])

export function observedCommands(lines: readonly ShellLine[]): string[] {
  return lines.flatMap(({ line }) => partsOf(line.slice(0, LINE_CHARS_READ)).flatMap(commandsOf))
}

// Quotes keep their separators; $( and a backtick begin a command inside of double quotes, too.
function partsOf(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote: string | undefined
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!
    const isOpened = sign === '`' || (sign === '$' && line[i + 1] === '(')
    if (sign === '\\' && quote !== "'") part += sign + (line[++i] ?? '')
    else if (quote !== "'" && isOpened) {
      parts.push(part)
      part = ''
      if (sign === '$') i++
    } else if (quote !== undefined) {
      if (sign === quote) quote = undefined
      part += sign
    } else if (sign === '#' && /\s$/.test(part)) break
    else if (sign === '"' || sign === "'") {
      quote = sign
      part += sign
    } else if (';|&()\n'.includes(sign) && !part.endsWith('>') && !part.endsWith('<')) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}

function commandsOf(part: string): string[] {
  const words = part.trim().split(/\s+/)
  const found: string[] = []
  for (const word of words) {
    const bare = word.replace(/^["']{1,9}|["')]{1,9}$/g, '')
    if (bare === '' || ASSIGNMENT_PATTERN.test(bare) || BEGINS_ANOTHER.has(bare)) continue
    if (found.length > 0 && bare.startsWith('-')) continue
    if (KEYWORDS.has(bare) || !COMMAND_PATTERN.test(bare) || !/[A-Za-z]/.test(bare)) break
    found.push(bare)
    if (!BEFORE_ANOTHER.has(bare)) break
  }
  return found
}
