// A client's configuration in JSON. What an edit makes of the text is read again and compared with what it was to mean:
// a text that would say anything else is never handed on.
import { getNodeValue, type Node } from 'jsonc-parser'
import { homeOfHook, homeOfServer } from '../domain/attachment.ts'
import type { ConfigEntry } from '../domain/client-forms.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { ConfigLanguage, OurEntry, Wanted } from './config-language.ts'
import { assertOnly } from './json-check.ts'
import { cutOut, insertInto, jsonLines, jsonStyle } from './json-edit.ts'
import { endOf, isComment, jsonTree, memberValue, nodeAt, propertyOf, tokensBetween } from './json-tree.ts'

export const jsonConfig: ConfigLanguage = {
  ours: (text, wanted) => oursIn(jsonTree(text), wanted),
  isNameTaken(text, { entries }) {
    const root = jsonTree(text)
    return entries.some((entry) => {
      if (entry.kind !== 'member') return false
      const value = memberValue(propertyOf(nodeAt(root, entry.at), entry.key))
      return value !== undefined && homeOfServer(getNodeValue(value)) === undefined
    })
  },
  hasNeeded(text, { entries }) {
    const root = jsonTree(text)
    return entries.every((entry) => entry.kind !== 'needed' || propertyOf(root, entry.key) !== undefined)
  },
  add: (text, { entries }) => entries.reduce(withEntry, text),
  takeOut(text, wanted, keeps) {
    let rest = text
    for (;;) {
      const root = jsonTree(rest)
      const [found] = oursIn(root, wanted)
      if (root === undefined || found === undefined) return pruned(rest, wanted, keeps)
      rest = removed(rest, root, found.container, found.node)
    }
  },
  holds(text, at) {
    const node = nodeAt(jsonTree(text), at)
    return node?.type === 'object' || node?.type === 'array'
  },
  isBare(text, { entries }) {
    const root = jsonTree(text)
    const rest = root?.children ?? []
    const isNeeded = (child: Node) =>
      entries.some(
        (entry) =>
          entry.kind === 'needed' &&
          child.children?.[0]?.value === entry.key &&
          getNodeValue(memberValue(child)!) === entry.value,
      )
    return rest.every(isNeeded) && ![...tokensBetween(text, 0, text.length)].some(isComment)
  },
}

type Found = OurEntry & { container: Node; node: Node }

function oursIn(root: Node | undefined, { entries, shell }: Wanted): Found[] {
  const found: Found[] = []
  for (const entry of entries) {
    if (entry.kind !== 'member') continue
    const container = nodeAt(root, entry.at)
    const node = propertyOf(container, entry.key)
    const value: unknown = node && getNodeValue(memberValue(node)!)
    const home = homeOfServer(value)
    if (container && node && home !== undefined) found.push({ at: entry.at, value, home, container, node })
  }
  // Every list of hooks: an earlier version may have used an event that this one does not.
  const lists = entries.some((entry) => entry.kind === 'item') ? nodeAt(root, ['hooks'])?.children : undefined
  for (const property of lists ?? []) {
    const container = memberValue(property)
    const at = ['hooks', String(property.children?.[0]?.value)]
    if (container?.type === 'array') found.push(...hooksIn(container, at, (value) => homeOfHook(value, shell)))
  }
  return found
}

// A hook stands in the list itself or, where clients group them, in the `hooks` of an item; a group of ours goes as one.
function hooksIn(list: Node, at: string[], homeOf: (value: unknown) => string | undefined): Found[] {
  return (list.children ?? []).flatMap((node): Found[] => {
    const value: unknown = getNodeValue(node)
    const home = homeOf(value)
    if (home !== undefined) return [{ at, value, home, container: list, node }]
    const group = nodeAt(node, ['hooks'])
    const handlers = group?.type === 'array' ? hooksIn(group, at, homeOf) : []
    const [first] = handlers
    if (first === undefined || handlers.length < (group?.children?.length ?? 0)) return handlers
    return [{ at, value, home: first.home, container: list, node }]
  })
}

function withEntry(text: string, entry: ConfigEntry): string {
  const root = jsonTree(text)
  if (root === undefined) return `${jsonLines(nested(entry, pathOf(entry)), jsonStyle(text, undefined), '')}\n`
  if (entry.kind === 'needed') {
    return propertyOf(root, entry.key) === undefined ? inserted(text, root, root, entry.key, entry.value) : text
  }
  const existing = entry.kind === 'member' ? propertyOf(nodeAt(root, entry.at), entry.key) : undefined
  if (existing !== undefined) return replaced(text, root, memberValue(existing)!, entry.value)
  let container = root
  for (const [i, key] of entry.at.entries()) {
    const next = memberValue(propertyOf(container, key))
    if (next === undefined) return inserted(text, root, container, key, nested(entry, pathOf(entry).slice(i + 1)))
    assertKind(next, entry.kind === 'item' && i === entry.at.length - 1 ? 'array' : 'object', entry.at.slice(0, i + 1))
    container = next
  }
  return inserted(text, root, container, entry.kind === 'member' ? entry.key : undefined, entry.value)
}

function pathOf(entry: ConfigEntry): string[] {
  return entry.kind === 'needed' ? [entry.key] : entry.kind === 'member' ? [...entry.at, entry.key] : entry.at
}

// The value with the objects around it that are not there yet.
function nested(entry: ConfigEntry, path: string[]): unknown {
  const core: unknown = entry.kind === 'item' ? [entry.value] : entry.value
  return path.reduceRight((inner, key) => ({ [key]: inner }), core)
}

function inserted(text: string, root: Node, container: Node, key: string | undefined, value: unknown): string {
  const style = jsonStyle(text, root)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const next = insertInto(text, container, style, (indent) =>
    indent === undefined ? `${name}${JSON.stringify(value)}` : `${name}${jsonLines(value, style, indent)}`,
  )
  assertOnly(next, root, { kind: 'added', container, key, value })
  return next
}

function replaced(text: string, root: Node, node: Node, value: unknown): string {
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', node.offset - 1) + 1))?.[0] ?? ''
  const said = text.slice(node.offset, endOf(node)).includes('\n')
    ? jsonLines(value, jsonStyle(text, root), indent)
    : JSON.stringify(value)
  const next = text.slice(0, node.offset) + said + text.slice(endOf(node))
  assertOnly(next, root, { kind: 'replaced', node, value })
  return next
}

function removed(text: string, root: Node, container: Node, node: Node): string {
  const next = cutOut(text, container, node)
  assertOnly(next, root, { kind: 'removed', node })
  return next
}

// Objects and lists that became empty and were not there before us, innermost first.
function pruned(text: string, { entries }: Wanted, keeps: (at: string[]) => boolean): string {
  const isHooked = entries.some((entry) => entry.kind === 'item')
  const events = isHooked ? (nodeAt(jsonTree(text), ['hooks'])?.children ?? []) : []
  const lists = events.map((property) => ['hooks', String(property.children?.[0]?.value)])
  const outer = entries.flatMap((entry) => (entry.kind === 'needed' ? [] : [entry.at.slice(0, 1)]))
  return [...lists, ...outer].reduce((rest, at) => (keeps(at) ? rest : withoutEmpty(rest, at)), text)
}

function withoutEmpty(text: string, at: string[]): string {
  const root = jsonTree(text)
  const container = nodeAt(root, at.slice(0, -1))
  const node = propertyOf(container, at.at(-1)!)
  const value = memberValue(node)
  if (root === undefined || container === undefined || node === undefined || value === undefined) return text
  const isEmpty = /^(?:\{\s*\}|\[\s*\])$/.test(text.slice(value.offset, endOf(value)))
  return isEmpty ? removed(text, root, container, node) : text
}

function assertKind(node: Node, kind: 'object' | 'array', at: string[]): void {
  if (node.type === kind) return
  throw new SkillError(
    'damaged',
    `expected "${at.join('.')}" to be ${kind === 'array' ? 'a list' : 'an object'}, got ${node.type}`,
    'Nothing was changed; correct the file first.',
  )
}
