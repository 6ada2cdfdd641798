// A JSON text with comments and trailing commas, as VS Code and others write their settings, as a tree that knows where
// everything stands. Reads only.
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { SkillError, shown } from '../domain/skill-error.ts'

// The parser calls itself for each level; the configuration of a client has a handful.
const DEPTH_MAX = 200

/** The root; undefined for a text without anything but white space. */
export function jsonTree(text: string): Node | undefined {
  if (text.trim() === '') return undefined
  assertShallow(text)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined || root === undefined) throw notJson(text, error?.offset ?? 0)
  if (root.type !== 'object') throw new SkillError('damaged', `expected a JSON object, got ${root.type}`, MEND)
  return root
}

/** The property of that name; where a key stands twice the last one counts, as in every JSON reader. */
export function propertyOf(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.findLast((property) => property.children?.[0]?.value === key)
}

export function memberValue(property: Node | undefined): Node | undefined {
  return property?.children?.[1]
}

/** The value at the end of a path of keys. */
export function nodeAt(root: Node | undefined, path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => memberValue(propertyOf(node, key)), root)
}

export function endOf(node: Node): number {
  return node.offset + node.length
}

/** Where a token stands, and its first character, which tells what it is. */
export type Token = { sign: string; from: number; to: number }

/** The tokens between two places, comments among them, white space not. */
export function* tokensBetween(text: string, from: number, to: number): Generator<Token> {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  for (;;) {
    scanner.scan()
    const start = scanner.getTokenOffset()
    const length = scanner.getTokenLength()
    if (length === 0 || start >= to) return
    const sign = text[start]!
    if (sign.trim() !== '') yield { sign, from: start, to: start + length }
  }
}

export function isComment({ sign }: Token): boolean {
  return sign === '/'
}

const MEND = 'Nothing was changed; correct the file first.'

function assertShallow(text: string): void {
  let depth = 0
  for (const { sign } of tokensBetween(text, 0, text.length)) {
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    if (depth > DEPTH_MAX) throw new SkillError('damaged', `expected JSON at most ${DEPTH_MAX} levels deep`, MEND)
  }
}

function notJson(text: string, offset: number): SkillError {
  const line = text.slice(0, offset).split('\n').length
  const rest = text.slice(offset).split('\n')[0]!.trim()
  const received = offset >= text.length ? 'the end of the file' : rest === '' ? 'a line break' : `"${shown(rest)}"`
  return new SkillError('damaged', `line ${line}: expected JSON (comments may stand in it), got ${received}`, MEND)
}
