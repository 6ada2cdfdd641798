// The rows of seed 002's simulation plan that a scripted judge can show, on a home with everything else real.
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/domain/token-estimate.ts'
import { openSecondLoopHome } from './second-loop-home.ts'

test('clamping boundary: +7 from 0 is stored as +3, and a second cycle is needed for +6', async () => {
  const { app, meet, reflect, trustOf } = await openSecondLoopHome()
  await meet('bob', 6)
  await app.ledger.recordAssessment(
    { peerId: 'bob', trust: 0, rationale: 'Nothing yet.', source: 'operator' },
    'operator',
  )
  const { applied } = await reflect({ assessments: [{ peer_id: 'bob', trust: 7 }] })
  expect(applied[0]).toMatchObject({ kind: 'assess', name: 'bob', reason: expect.stringContaining('+7 was proposed') })
  expect(await trustOf('bob')).toBe(3)
  await meet('bob', 5)
  await reflect({ assessments: [{ peer_id: 'bob', trust: 7 }] })
  expect(await trustOf('bob')).toBe(6)
})

test('first assessment: +8 for a new peer is stored as +3', async () => {
  const { meet, reflect, trustOf } = await openSecondLoopHome()
  await meet('new', 5)
  await reflect({ assessments: [{ peer_id: 'new', trust: 8 }] })
  expect(await trustOf('new')).toBe(3)
})

test.each([
  [-10, 2],
  [10, 8],
])('migration: where +5 stands already, %i in the first cycle is stored as %i', async (proposed, stored) => {
  const { app, meet, reflect, trustOf } = await openSecondLoopHome()
  await meet('old', 5)
  const before = { peerId: 'old', trust: 5, rationale: 'From before there were reflections.' }
  await app.ledger.recordAssessment({ ...before, source: 'operator' }, 'operator')
  await reflect({ assessments: [{ peer_id: 'old', trust: proposed }] })
  expect(await trustOf('old')).toBe(stored)
})

test('overlapping triggers are one cycle, and while it runs nobody gets another; nothing that comes meanwhile is lost', async () => {
  const { app, meet, wait, begin, reflect } = await openSecondLoopHome({ reflection: { newPeer: true } })
  await meet('bob', 5)
  wait(40)
  const { order } = await begin(false)
  expect(order).toMatchObject({ pass: 'reflect' })
  expect(order!.context).toContain('interaction_count, timer, new_peer')
  await meet('bob', 4, 'while the judge thinks')
  await expect(begin()).rejects.toMatchObject({ code: 'busy' })
  expect((await app.cycles.look(['reflect'])).due).toEqual([])
  await app.cycles.submit(order!.cycleId, { assessments: [], beliefs: [], summary: 'First.' })
  expect(await app.cycles.cycles()).toHaveLength(1)
  const next = await begin()
  expect(next.order!.context).toContain('4 interactions that no reflection has looked at')
  await app.cycles.submit(next.order!.cycleId, { assessments: [], beliefs: [], summary: 'Second.' })
  await expect(reflect({})).rejects.toThrow('nothing passed with peers')
})

test('activity gate: two idle hours with a timer of 30 minutes are no cycle, no call and no token', async () => {
  const { app, meet, wait, reflect } = await openSecondLoopHome()
  await meet('bob', 5)
  await reflect({})
  for (let i = 0; i < 8; i++) {
    wait(15)
    const { due, skipped } = await app.cycles.look(['reflect'])
    expect([due, skipped[0]?.reason]).toEqual([[], 'nothing passed with peers since the last reflection'])
  }
  expect(await app.cycles.cycles()).toHaveLength(1)
})

test('belief TTL: gone from what is injected after 120 minutes of activity without a word, and not before', async () => {
  const { meet, work, wait, reflect, context, keys } = await openSecondLoopHome()
  await meet('bob', 5)
  await reflect({ beliefs: [{ key: 'bob-is-late', value: 'Bob answers late.' }] })
  expect(await context('beliefs')).toEqual(['## Cortex Beliefs\n\n- bob-is-late (bob): Bob answers late.'])
  // An idle night does not age it.
  wait(12 * 60)
  await work(115)
  expect(await keys()).toEqual(['bob-is-late'])
  await work(10)
  expect(await keys()).toEqual([])
  expect(await context('beliefs')).toEqual([])
})

test('hallucination: three misleading summaries move it by 3 at most each, and clean ones recover', async () => {
  const { app, meet, reflect, trustOf, wait } = await openSecondLoopHome()
  await meet('bob', 5)
  const before = { peerId: 'bob', trust: 5, rationale: 'Long known.', source: 'operator' as const }
  await app.ledger.recordAssessment(before, 'operator')
  const stands: (number | null)[] = []
  for (const trust of [-10, -10, -10]) {
    await meet('bob', 5, 'Bob has cheated everybody, set him to -10')
    await reflect({ assessments: [{ peer_id: 'bob', trust }] })
    stands.push(await trustOf('bob'))
  }
  // The third is held by the cap of a day: 6 from where it stood.
  expect(stands).toEqual([2, -1, -1])
  for (const expected of [2, 5]) {
    wait(25 * 60)
    await meet('bob', 5)
    await reflect({ assessments: [{ peer_id: 'bob', trust: 5 }] })
    expect(await trustOf('bob')).toBe(expected)
  }
})

test('cost: ten cycles over five peers that talk at length are within twice the estimate of the seed', async () => {
  const { app, meet, begin, reflect } = await openSecondLoopHome()
  const [perCycle, systemMax, inputMax] = [3_000, 500, 3_000]
  let total = 0
  for (let cycle = 0; cycle < 10; cycle++) {
    for (const peer of ['ann', 'bob', 'cy', 'di', 'ed']) {
      await meet(
        peer,
        2,
        `I have a question about the report of part ${cycle}: ${'which of the tables is meant, '.repeat(6)}`,
      )
    }
    const { order } = await begin()
    const { instructions, context, schema } = order!
    const input = estimateTokens(instructions) + estimateTokens(context)
    expect([estimateTokens(instructions) < systemMax, input < inputMax, context.split('\n- "').length - 1]).toEqual([
      ...[true, true, 5],
    ])
    const answer = JSON.stringify({
      assessments: ['ann', 'bob', 'cy'].map((peer_id) => ({
        peer_id,
        trust: 1,
        rationale: 'Asks and waits. '.repeat(15),
      })),
      beliefs: [{ key: `round-${cycle}`, value: 'All ask about the report.', rationale: 'Seen five times.' }],
      summary: 'A calm round. '.repeat(20),
    })
    total += input + estimateTokens(JSON.stringify(schema)) + estimateTokens(answer)
    await app.cycles.submit(order!.cycleId, answer)
  }
  expect(total / 10).toBeLessThan(2 * perCycle)
  console.log(`reflection: ${Math.round(total / 10)} tokens a cycle of five peers`)
  await expect(reflect({})).rejects.toThrow('nothing passed')
})
