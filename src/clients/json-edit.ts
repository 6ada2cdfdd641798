// Puts one member or item into a JSON text and takes one out, touching no other character: comments, order, indentation
// and line ends stay. (The parser's own edits drop comments beside what they remove and move those at the end of a line.)
import type { Node } from 'jsonc-parser'
import { endOf, tokensBetween } from './json-tree.ts'

export type JsonStyle = { eol: string; unit: string }

/** How the text is written: its first line break, and the indentation of its first member that begins a line. */
export function jsonStyle(text: string, root: Node | undefined): JsonStyle {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const first = root?.children?.find((child) => indentBefore(text, child.offset) !== undefined)
  return { eol, unit: (first && indentBefore(text, first.offset)) || '  ' }
}

/** A value over several lines, ready to stand after an indentation. */
export function jsonLines(value: unknown, { eol, unit }: JsonStyle, indent: string): string {
  // JSON.stringify takes ten characters at most for its indentation; tabs and the like are put in afterwards.
  const lines = JSON.stringify(value, null, 1).split('\n')
  return lines.map((line, i) => (i === 0 ? line : indent + deepened(line, unit))).join(eol)
}

/** @param said the member or item, as `said(indent)` writes it; without an indent it stays on one line. */
export function insertInto(
  text: string,
  container: Node,
  style: JsonStyle,
  said: (indent: string | undefined) => string,
): string {
  const last = container.children?.at(-1)
  const close = endOf(container) - 1
  const tokens = [...tokensBetween(text, last === undefined ? container.offset + 1 : endOf(last), close)]
  const hasComma = tokens.some((token) => token.sign === ',')
  const needsComma = last !== undefined && !hasComma
  // Whoever ends the last line with a comma goes on doing so.
  const ending = hasComma ? ',' : ''
  const at = tokens.at(-1)?.to ?? (last === undefined ? container.offset + 1 : endOf(last))
  const before = last === undefined ? text.slice(0, at) : withComma(text.slice(0, at), endOf(last), needsComma)
  if (isOnOneLine(text, container)) {
    const gap = last === undefined ? '' : ' '
    return `${before}${gap}${said(undefined)}${ending}${text.slice(at)}`
  }
  const indent = childIndent(text, container, style)
  // Nothing but white space inside: the bracket goes to a line of its own.
  const rest = at === container.offset + 1 ? `${style.eol}${lineIndent(text, container.offset)}` : ''
  return `${before}${style.eol}${indent}${said(indent)}${ending}${rest}${text.slice(rest === '' ? at : close)}`
}

/** Takes out a member or item with its comma, and with its line where it has one to itself. */
export function cutOut(text: string, container: Node, node: Node): string {
  const siblings = container.children ?? []
  const index = siblings.indexOf(node)
  const close = endOf(container) - 1
  const ranges: [number, number][] = []
  const beside = text.slice(container.offset + 1, node.offset) + text.slice(endOf(node), close)
  if (siblings.length === 1 && /^\s*,?\s*$/.test(beside)) return text.slice(0, container.offset + 1) + text.slice(close)
  const comma = commaAfter(text, endOf(node), siblings[index + 1]?.offset ?? close)
  const previous = siblings[index - 1]
  let end = endOf(node)
  if (comma !== undefined && text.slice(end, comma).trim() === '') end = comma + 1
  else if (comma !== undefined) ranges.push([comma, comma + 1])
  else if (previous !== undefined) {
    const its = commaAfter(text, endOf(previous), node.offset)
    if (its !== undefined) ranges.push([its, its + 1])
  }
  ranges.push(withItsLine(text, node.offset, end, siblings[index + 1] !== undefined))
  return ranges.sort(([a], [b]) => b - a).reduce((rest, [a, b]) => rest.slice(0, a) + rest.slice(b), text)
}

function commaAfter(text: string, from: number, to: number): number | undefined {
  for (const token of tokensBetween(text, from, to)) if (token.sign === ',') return token.from
  return undefined
}

function withComma(before: string, at: number, needsComma: boolean): string {
  return needsComma ? `${before.slice(0, at)},${before.slice(at)}` : before
}

function withItsLine(text: string, from: number, to: number, hasNext: boolean): [number, number] {
  let [left, right] = [from, to]
  while (left > 0 && ' \t'.includes(text[left - 1]!)) left--
  while (right < text.length && ' \t'.includes(text[right]!)) right++
  const atStart = left === 0 || text[left - 1] === '\n'
  const eol = /^\r?\n/.exec(text.slice(right, right + 2))?.[0]
  if (atStart && eol !== undefined) return [left, right + eol.length]
  if (eol !== undefined) return [left, right]
  return atStart || hasNext ? [from, right] : [left, to]
}

/** The white space before it when nothing else stands there on its line. */
function indentBefore(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return text.lastIndexOf('\n', offset - 1) >= 0 && line.trim() === '' ? line : undefined
}

function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''
}

function childIndent(text: string, container: Node, style: JsonStyle): string {
  for (const child of container.children?.toReversed() ?? []) {
    const indent = indentBefore(text, child.offset)
    if (indent !== undefined) return indent
  }
  return lineIndent(text, container.offset) + style.unit
}

// An empty object says nothing of how it wants to be filled, so what it stands in is asked.
function isOnOneLine(text: string, container: Node): boolean {
  for (let node: Node | undefined = container; node !== undefined; node = node.parent) {
    if (text.slice(node.offset, endOf(node)).includes('\n')) return false
    if (node.type !== 'property' && (node.children?.length ?? 0) > 0) return true
  }
  return false
}

function deepened(line: string, unit: string): string {
  const depth = line.length - line.trimStart().length
  return unit.repeat(depth) + line.trimStart()
}
