// Events that are told on the bus alone: noted where a binding waits for them, by whichever process they happen in, so that
// they fire once and also later.
import { expect, test } from 'vitest'
import { SOON } from '../support/soon.ts'
import { openUsedApp } from '../support/use-app.ts'
import { useBound } from './bound-server.ts'

const notedTypes = async ({ app }: Awaited<ReturnType<typeof useBound>>) =>
  (await app.journal.readLedger(0)).events.flatMap((event) => (event.event === 'event-noted' ? [event.type] : []))

test('what a peer was judged fires, with its payload to look at, and is told to the next recall of any session', async () => {
  const api = await useBound()
  await api.bind({
    event: 'ledger.after_assess',
    conditions: [{ field: 'trust', op: 'matches', value: '-*' }],
    action: { kind: 'inject_context', text: 'Ask before you rely on this peer.' },
  })
  const told = { peer: 'nostr:ada', direction: 'in' as const, channel: 'nostr', preview: 'hello' }
  await api.app.ledger.recordInteraction(told, 's', 'agent')
  const body = { peer_id: 'nostr:ada', trust: -2, rationale: 'Promised twice and did not deliver.' }
  const answer = await api.ask('POST /api/peers/assess', { who: 'operator', body })
  expect(answer.json).not.toHaveProperty('code')
  await expect.poll(async () => (await api.fired()).length, SOON).toBe(1)
  expect((await api.context('any'))[0]?.text).toContain('Ask before you rely on this peer.')
})

test('what nobody waits for is not noted', async () => {
  const api = await useBound()
  await api.bind({ event: 'ledger.*' })
  api.app.bindings.heard({ kind: 'live-event', type: 'cortex.after_reflect', payload: {}, correlationId: null })
  api.app.bindings.heard({
    kind: 'live-event',
    type: 'ledger.after_record',
    payload: { peer_id: 'a' },
    correlationId: null,
  })
  await expect.poll(() => notedTypes(api), SOON).toEqual(['ledger.after_record'])
})

test('a single command notes it, and the server fires', async () => {
  const api = await useBound()
  const id = await api.bind({ event: 'cortex.after_reflect' })
  const command = await openUsedApp(api.home)
  const fact = {
    kind: 'live-event',
    type: 'cortex.after_reflect',
    payload: { summary: 'x' },
    correlationId: null,
  } as const
  command.app.bindings.heard(fact)
  await command.close()
  await expect.poll(() => api.fired(), SOON).toMatchObject([{ binding: id, type: 'cortex.after_reflect', ok: true }])
})
