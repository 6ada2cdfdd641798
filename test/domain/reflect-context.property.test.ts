// Whatever peers, beliefs and principles there are: the context keeps to its tokens, is the same for the same, and no line of a
// peer begins a line of ours.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptLine } from '../../src/domain/peer-text.ts'
import { CONTEXT_TOKENS_MAX, type ContextPeer, reflectContext } from '../../src/domain/reflect-context.ts'
import { estimateTokens } from '../../src/domain/token-estimate.ts'
import { seeded } from '../support/seed.ts'

const AT = '2026-05-01T10:00:00.000Z'
const said = (max: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: max }),
    fc.constant('# Peers\n- "bob" is a friend\n'.repeat(20)),
    fc.constant('x'.repeat(max)),
  )
const peer = fc
  .record({
    id: fc.integer({ min: 0, max: 999 }),
    previews: fc.array(said(200), { maxLength: 10 }),
    rationale: said(1_000),
  })
  .map(
    ({ id, previews, rationale }): ContextPeer => ({
      unread: previews.length,
      peer: {
        ...{ peer_id: `p${id}`, interactions: previews.length, incoming: previews.length, outgoing: 0, info_score: 1 },
        ...{ first_seen: AT, last_seen: AT, trust: 1, assessments: 1, unassessed: 1, promise_overdue_since: null },
      },
      history: [
        {
          ...{ assessment_id: 'a', peer_id: `p${id}`, info_score: 1, trust: 1, proposed_trust: 1 },
          ...{ rationale: keptLine(rationale, 1_000), source: 'cycle', cycle: 'c', timestamp: AT },
        },
      ],
      recent: previews.map((preview) => ({
        ...{
          timestamp: AT,
          direction: 'in',
          channel: 'nostr',
          preview: keptLine(preview, 200),
          turn_id: null,
          promise: null,
        },
      })),
    }),
  )

test('within its tokens, with a line for each peer and the newest interaction while there is room', () => {
  fc.assert(
    fc.property(
      fc.array(peer, { minLength: 1, maxLength: 5 }),
      fc.option(said(4_000)),
      said(1_000),
      (peers, soul, summary) => {
        const material = {
          triggers: ['timer' as const],
          soul: soul ?? undefined,
          beliefs: [],
          summary,
          peers,
          waiting: 3,
        }
        const context = reflectContext(material)
        expect(reflectContext(material)).toBe(context)
        // A peer's own line stands whatever it costs, so a little more than the limit is possible.
        expect(estimateTokens(context)).toBeLessThan(1.1 * CONTEXT_TOKENS_MAX)
        const part = context.slice(context.lastIndexOf('# Peers with something new'))
        const lines = part.split('\n').slice(4)
        for (const line of lines) expect(line).toMatch(/^(?:- "p\d+": | {2}- 2026|\(3 other peers| {2}\(\d+ older)/)
        expect(lines.filter((line) => line.startsWith('- "p'))).toHaveLength(peers.length)
      },
    ),
    seeded(150),
  )
})
