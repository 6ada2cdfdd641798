// What the front matter of a SKILL.md says. Lenient: text that people write without quotes, and that is not YAML
// because of it (`description: Use when: ...`, `argument-hint: [file] [line]`), is quoted for them and reported.
import { readBoundedYaml, type YamlFault } from './bounded-yaml.ts'
import type { Diagnostic } from './diagnostic.ts'
import { isRecord } from './json-value.ts'
import { shown } from './skill-error.ts'
import { yamlLiteral } from './yaml-literal.ts'

export type FrontMatterValues = {
  values: Record<string, unknown>
  /** 1-based line of the file for `key` and `key.key`. */
  lines: Map<string, number>
}

// The front matter starts on the second line of its file, after the fence.
const LINE_OFFSET = 1
/** Each entry of a broken front matter is parsed alone; nobody writes this many by hand. */
const REPAIR_ENTRIES_MAX = 200

/** `front` is absent when there is an error among the diagnostics. Never throws. */
export function readFrontMatterValues(
  yaml: string,
  file: string,
): { front?: FrontMatterValues; diagnostics: Diagnostic[] } {
  const first = readBoundedYaml(yaml)
  const repair = first.faults.some((fault) => fault.code === 'yaml-syntax') ? quoteFailingEntries(yaml) : undefined
  const second = repair === undefined ? first : readBoundedYaml(repair.yaml)
  // The faults of the text as it stands say more than those of our attempt to mend it.
  if (second.faults.length > 0) return { diagnostics: [syntaxError(first.faults[0]!, file)] }

  const values = second.value ?? {}
  if (!isRecord(values)) return { diagnostics: [notKeys(values, file)] }
  return {
    front: {
      values,
      lines: new Map([...second.lines].map(([key, line]) => [key, line + LINE_OFFSET])),
    },
    diagnostics: [
      ...(repair?.quoted ?? []).map((entry) => quotedWarning(entry, file)),
      ...second.unsafeLines.map((line) => unsafeKey(line + LINE_OFFSET, file)),
    ],
  }
}

type QuotedEntry = { key: string; value: string; line: number }

// Any line that is not indented; indented and blank lines and comments belong to the entry above them.
const ENTRY_START = /^[^\s#]/
const INLINE_TEXT = /^([\w.-]+):[ \t]+(?![|>][+-]?\d?\s*(?:#.*)?$)(\S.*)$/

/** Puts quotes around each top-level value that is no YAML. Keeps the number of lines, for diagnostics to be true. */
function quoteFailingEntries(yaml: string): { yaml: string; quoted: QuotedEntry[] } | undefined {
  const entries = splitEntries(yaml)
  if (entries.length > REPAIR_ENTRIES_MAX) return undefined
  const quoted: QuotedEntry[] = []
  const repaired = entries.flatMap(({ lines, line }) => {
    const inline = INLINE_TEXT.exec(lines[0]!)
    if (inline === null || readBoundedYaml(lines.join('\n')).faults.length === 0) return lines
    const key = inline[1]!
    const further = lines.slice(1).map((text) => text.trim())
    const value = [inline[2]!.trim(), ...further.filter((text) => text !== '' && !text.startsWith('#'))].join(' ')
    quoted.push({ key, value, line: line + LINE_OFFSET })
    return [`${key}: ${yamlLiteral(value)}`, ...further.map(() => '')]
  })
  return quoted.length === 0 ? undefined : { yaml: repaired.join('\n'), quoted }
}

function splitEntries(yaml: string): { lines: string[]; line: number }[] {
  const entries: { lines: string[]; line: number }[] = []
  for (const [index, text] of yaml.split('\n').entries()) {
    const last = entries.at(-1)
    if (last === undefined || ENTRY_START.test(text)) entries.push({ lines: [text], line: index + 1 })
    else last.lines.push(text)
  }
  return entries
}

function syntaxError(fault: YamlFault, file: string): Diagnostic {
  return {
    severity: 'error',
    code: fault.code,
    file,
    line: fault.line + LINE_OFFSET,
    expected: 'front matter in plain YAML',
    received: shown(fault.message),
    fix: 'Put double quotes around values that hold ":", "#", "[", "*", "&" or "!", and name each key once.',
  }
}

function notKeys(value: unknown, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'front-matter-shape',
    file,
    line: 1 + LINE_OFFSET,
    expected: 'keys and values',
    received: Array.isArray(value) ? 'a list' : `"${shown(value)}"`,
    fix: 'Write "name: ..." and "description: ..." between the two "---" lines.',
  }
}

function quotedWarning({ key, value, line }: QuotedEntry, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'yaml-unquoted',
    file,
    line,
    expected: `quotes around the value of "${key}"`,
    received: shown(value),
    fix: 'It was read as text; put it in double quotes so that other readers agree.',
  }
}

function unsafeKey(line: number, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'unsafe-key',
    file,
    line,
    expected: 'ordinary keys',
    received: '"__proto__"',
    fix: 'The key was left out; delete it.',
  }
}
