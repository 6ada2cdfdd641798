// The graph in words: every skill with all it has to do with others, most neighbours first.
import { Badge, LifecycleBadge } from '../../components/badge.tsx'
import { EmptyState } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { counted } from '../../wording.ts'
import { type GraphEdge, type GraphNode, type Marks, relationsOf, relationText } from './graph-data.ts'

const ROW_HEIGHT = 58

export function GraphList({ nodes, edges, marks }: { nodes: GraphNode[]; edges: GraphEdge[]; marks: Marks }) {
  const relations = relationsOf(edges)
  const neighbours = (name: string) => new Set(relations.get(name)?.map((relation) => relation.name)).size
  const rows = nodes
    .map((node) => ({ node, neighbours: neighbours(node.name), text: relationText(relations.get(node.name) ?? []) }))
    .sort((a, b) => b.neighbours - a.neighbours || (a.node.name < b.node.name ? -1 : 1))
  if (rows.length === 0) return <EmptyState icon="graph" title="No skill has such a name" text="Clear the search." />
  return (
    <VirtualList
      items={rows}
      keyOf={({ node }) => node.name}
      rowHeight={ROW_HEIGHT}
      label="Skills with their relations"
      row={({ node, neighbours: count, text }) => (
        <div class="graph-row">
          <div class="graph-row-text">
            <div class="row">
              <a href={href(`/skills/${node.name}`)}>
                <VisibleText text={node.name} />
              </a>
              {node.lifecycle !== 'released' && <LifecycleBadge lifecycle={node.lifecycle} />}
              <NodeMarks name={node.name} marks={marks} />
            </div>
            <div class="graph-row-relations" title={text}>
              {text === '' ? 'Nothing leads to it or from it' : <VisibleText text={text} />}
            </div>
          </div>
          <span class="faint small number">{counted(count, 'neighbour')}</span>
          <span class="faint small number">{counted(node.uses, 'use')}</span>
        </div>
      )}
    />
  )
}

function NodeMarks({ name, marks }: { name: string; marks: Marks }) {
  return (
    <>
      {marks.hubs.has(name) && <Badge tone="accent">hub</Badge>}
      {marks.inCycles.has(name) && <Badge tone="bad">in a circle</Badge>}
      {marks.dangling.has(name) && <Badge tone="warn">leads nowhere</Badge>}
      {marks.orphans.has(name) && <Badge>alone</Badge>}
    </>
  )
}
