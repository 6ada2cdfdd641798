// Whether an edited JSON text says what it said before but for the one change that was meant. Compares the trees member
// by member, in their order, doubled keys and all.
import { type Node, parseTree } from 'jsonc-parser'
import { memberValue } from './json-tree.ts'

/** One change of a tree; the nodes are those of the tree before it. */
export type JsonChange =
  | { kind: 'added'; container: Node; key: string | undefined; value: unknown }
  | { kind: 'removed'; node: Node }
  | { kind: 'replaced'; node: Node; value: unknown }

/** A failure here is a bug of ours, and the reason why no configuration is ever broken by one. */
export function assertOnly(next: string, root: Node, change: JsonChange): void {
  const meant = shapeOf(root, change)
  const said = parseTree(next, [], { allowTrailingComma: true })
  if (said !== undefined && JSON.stringify(shapeOf(said)) === JSON.stringify(meant)) return
  throw new Error(`an edit (${change.kind}) would have changed more of a configuration than it may`)
}

// Objects as lists of pairs, so that the order counts and no key is special.
function shapeOf(node: Node, change?: JsonChange): unknown {
  if (change?.kind === 'replaced' && change.node === node) return plainShape(change.value)
  const children = (node.children ?? []).filter((child) => change?.kind !== 'removed' || child !== change.node)
  const added = change?.kind === 'added' && change.container === node ? [change] : []
  switch (node.type) {
    case 'object':
      return {
        pairs: [
          ...children.map((child) => [child.children?.[0]?.value, shapeOf(memberValue(child)!, change)]),
          ...added.map(({ key, value }) => [key, plainShape(value)]),
        ],
      }
    case 'array':
      return {
        items: [...children.map((child) => shapeOf(child, change)), ...added.map(({ value }) => plainShape(value))],
      }
    default:
      return node.value
  }
}

function plainShape(value: unknown): unknown {
  return shapeOf(parseTree(JSON.stringify(value))!)
}
