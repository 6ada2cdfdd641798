// Skills in force in whose text the scan finds something severe, that nobody approved and that wait for no other decision:
// a person's own files, mostly, which need no yes to be served and are easily never looked at again.
import { z } from 'zod'
import { findingsOf, severeRules } from '../../domain/scan-skill.ts'
import { findingsShape, standingShape } from '../../domain/skill-shapes.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'

const FINDINGS_MAX = 200

const foundShape = z.object({
  name: z.string(),
  summary: z.string(),
  hash: z.string().describe('Names this very text and policy; approving it says that it was seen.'),
  standing: standingShape,
  ...findingsShape.shape,
})
type Found = z.output<typeof foundShape>

export const findings = defineRoute({
  method: 'GET',
  path: '/api/approvals/findings',
  who: 'operator',
  summary: 'Skills in force with severe findings that nobody has looked at, and that are not in the queue otherwise',
  answer: z.object({ found: z.array(foundShape), more: z.number() }),
  async run(_call, parts) {
    await parts.level()
    const waiting = new Set(await parts.review.waiting())
    const entries = parts.shelf.entries().filter(({ skill }) => !waiting.has(skill.name))
    const found: Found[] = []
    let more = 0
    for (const entry of entries) {
      const scan = await parts.standings.scanOf(entry)
      if (severeRules(scan).length === 0) continue
      if (found.length === FINDINGS_MAX) more += 1
      else found.push(await told(entry, scan, parts))
    }
    return { json: { found, more } }
  },
})

type Entry = Parameters<ApiParts['standings']['scanOf']>[0]
type Scan = Awaited<ReturnType<ApiParts['standings']['scanOf']>>

async function told(entry: Entry, scan: Scan, { review, standings }: ApiParts): Promise<Found> {
  const { name, summary } = entry.skill
  const { hash } = await review.look(name)
  return { name, summary, hash, standing: standings.of(entry), ...findingsOf(scan) }
}
