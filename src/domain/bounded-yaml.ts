// YAML from strangers, read as JSON values: under limits that are checked before anything is built, and never with an
// exception. Anchors, aliases, tags, merge keys and a second document are deliberately not read.
import { CST, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser, parseDocument } from 'yaml'
import { shown } from './skill-error.ts'

/** A little below JSON_DEPTH_MAX: what is read stands one or two levels deeper in a skill, which is written again. */
export const YAML_DEPTH_MAX = 60
/** Scalars, collections, and the marks that can stand for an empty one: a `key: value` line counts three. */
export const YAML_NODES_MAX = 10_000

export type YamlFault = { code: 'yaml-syntax' | 'yaml-limit' | 'duplicate-key'; line: number; message: string }

export type YamlReading = {
  /** JSON's values only. Not to be used when there are faults. */
  value: unknown
  /** 1-based line of each key of the first two levels, by `key` or `key.key`. */
  lines: Map<string, number>
  faults: YamlFault[]
  /** Lines of `__proto__` keys. They are left out, so that no later copy of the value can change a prototype. */
  unsafeLines: number[]
}

export function readBoundedYaml(yaml: string): YamlReading {
  const limit = limitFault(yaml)
  if (limit !== undefined) return { value: undefined, lines: new Map(), faults: [limit], unsafeLines: [] }

  const counter = new LineCounter()
  const document = parseDocument(yaml, {
    lineCounter: counter,
    prettyErrors: false,
    // Plain words as keys: `on:` and `1:` are text, a list as a key is an error.
    stringKeys: true,
    // The package compares all pairs of keys, which takes a second for 10,000; entriesOf looks each up once.
    uniqueKeys: false,
  })
  const lineAt = (offset: number): number => Math.max(1, counter.linePos(offset).line)
  const reading: YamlReading = {
    value: undefined,
    lines: new Map(),
    faults: document.errors.map((e) => ({ code: 'yaml-syntax', line: lineAt(e.pos[0]), message: e.message })),
    unsafeLines: [],
  }
  if (reading.faults.length === 0) reading.value = jsonValueOf(document.contents, { reading, lineAt, path: [] })
  return reading
}

const COUNTED = new Set<CST.TokenType | null>([
  'scalar',
  'single-quoted-scalar',
  'double-quoted-scalar',
  'block-scalar-header',
  'alias',
  'flow-map-start',
  'flow-seq-start',
  'seq-item-ind',
  'map-value-ind',
  'explicit-key-ind',
  'comma',
])
// The parser's stack holds the document below the outermost collection and, at times, a scalar above the innermost.
const STACK_MAX = YAML_DEPTH_MAX + 2

/** Runs the lexer and the (iterative) syntax parser only; composing recurses and would overflow on `[[[[...`. */
function limitFault(yaml: string): YamlFault | undefined {
  const parser = new Parser()
  let nodes = 0
  let line = 1
  for (const lexeme of new Lexer().lex(yaml)) {
    // The tokens are not wanted; the generator has to be drained for the stack to move.
    for (const _ of parser.next(lexeme));
    if (COUNTED.has(CST.tokenType(lexeme))) nodes += 1
    if (nodes > YAML_NODES_MAX) return { code: 'yaml-limit', line, message: `more than ${YAML_NODES_MAX} nodes` }
    if (parser.stack.length > STACK_MAX) {
      return { code: 'yaml-limit', line, message: `nested deeper than ${YAML_DEPTH_MAX} levels` }
    }
    line += lexeme.split('\n').length - 1
  }
  return undefined
}

type Place = { reading: YamlReading; lineAt: (offset: number) => number; path: string[] }

/** Recursion is bounded by YAML_DEPTH_MAX. Faults go to `place.reading`, which the caller owns. */
function jsonValueOf(node: unknown, place: Place): unknown {
  if (isAlias(node)) return unsupported('an alias', node.range, place)
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null
  if (node.anchor !== undefined) return unsupported('an anchor', node.range, place)
  if (node.tag !== undefined) return unsupported('a tag', node.range, place)
  if (isSeq(node)) return node.items.map((item) => jsonValueOf(item, place))
  if (isMap(node)) return Object.fromEntries(entriesOf(node.items, place))
  // `1.10` is a version and `007` an agent: a number that would be written otherwise stays the text it was.
  if (typeof node.value === 'number' && String(node.value) !== node.source) return node.source
  return node.value
}

function entriesOf(pairs: { key: unknown; value: unknown }[], place: Place): [string, unknown][] {
  const { reading, lineAt, path } = place
  const seen = new Map<string, unknown>()
  for (const { key, value } of pairs) {
    const word = isScalar(key) ? String(key.value) : ''
    const line = lineAt((isScalar(key) && key.range?.[0]) || 0)
    if (isScalar(key) && (key.anchor ?? key.tag) !== undefined) unsupported('an anchor or tag', key.range, place)
    if (word === '__proto__') {
      reading.unsafeLines.push(line)
      continue
    }
    if (seen.has(word)) reading.faults.push({ code: 'duplicate-key', line, message: `"${shown(word)}" again` })
    const inner = { ...place, path: [...path, word] }
    if (path.length < 2) reading.lines.set(inner.path.join('.'), line)
    seen.set(word, jsonValueOf(value, inner))
  }
  return [...seen]
}

function unsupported(what: string, range: readonly number[] | null | undefined, place: Place): null {
  const line = place.lineAt(range?.[0] ?? 0)
  place.reading.faults.push({ code: 'yaml-syntax', line, message: `${what} (quote the value if it is text)` })
  return null
}
