// A hook brings what bindings have brought to its session: with the next message, once, and only while the skill may come up.
import { expect, test } from 'vitest'
import { openContextQueue } from '../../src/bindings/context-queue.ts'
import { SESSION } from './client-inputs.ts'
import { homeOf, hooksOn, keepSnapshot } from './hook-home.ts'

const SKILLS = [{ name: 'mail', content: '# Mail\n', summary: 'Send email to a customer' }]
const LATER = new Date(Date.now() + 3_600_000).toISOString()
const item = (id: string, over: object = {}) => ({
  ...{ id, kind: 'binding', text: `Text ${id}`, skill: 'mail', priority: 0, at: LATER, expiresAt: LATER, ...over },
})

async function hooked() {
  const layout = homeOf(SKILLS)
  await keepSnapshot(layout)
  const hooks = hooksOn(layout, { signals: { turns: 'off', tools: 'names' }, mayLearn: true })
  const ask = async (session: string, prompt = 'xyzzy') => {
    const out = await hooks.run('prompt', { session_id: session, prompt })
    expect(hooks.troubles).toEqual([])
    return out === '' ? '' : (JSON.parse(out).hookSpecificOutput.additionalContext as string)
  }
  return { queue: openContextQueue(layout.bindingContext), ask }
}

test('with the next message of its session, the highest priority first, and once', async () => {
  const { queue, ask } = await hooked()
  await queue.put(SESSION, item('a1'))
  await queue.put(SESSION, item('a2', { priority: 5 }))
  await queue.put(null, item('a3', { priority: -1 }))
  expect(await ask(SESSION)).toBe('Text a2\n\nText a1\n\nText a3')
  expect(await ask(SESSION)).toBe('')
  expect(await queue.put(SESSION, item('a1'))).toBe('there')
})

test('not in another session, not when it is too late, not of a skill that may not come up', async () => {
  const { queue, ask } = await hooked()
  await queue.put('other', item('b1'))
  await queue.put(SESSION, item('b2', { expiresAt: '2020-01-01T00:00:00.000Z' }))
  await queue.put(SESSION, item('b3', { skill: 'gone' }))
  expect(await ask(SESSION)).toBe('')
  expect(await ask('other', 'Send an email to the customer')).toMatch(
    /^Text b1\n\nRelevant skills for this message: mail\n/,
  )
})

test('what does not fit waits for the next message', async () => {
  const { queue, ask } = await hooked()
  await queue.put(SESSION, item('c1', { text: 'x'.repeat(3_000), priority: 1 }))
  await queue.put(SESSION, item('c2', { text: 'y'.repeat(3_000) }))
  expect(await ask(SESSION)).toBe('x'.repeat(3_000))
  expect(await ask(SESSION)).toBe('y'.repeat(3_000))
})

test('expired items and traces are swept', async () => {
  const { queue } = await hooked()
  await queue.put(SESSION, item('d1'))
  await queue.put(SESSION, item('d2'))
  expect(queue.take(SESSION, 'd2')).toBe(true)
  await queue.sweep(new Date(Date.now() + 2 * 3_600_000))
  expect([await queue.put(SESSION, item('d1')), await queue.put(SESSION, item('d2'))]).toEqual(['put', 'there'])
  await queue.sweep(new Date(Date.now() + 25 * 3_600_000))
  expect(await queue.put(SESSION, item('d2'))).toBe('put')
})
