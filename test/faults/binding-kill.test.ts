// Goal: whenever the process that fires bindings is killed, each binding fires once for each event, and what it brings to a
// session is brought once, also when a recall takes it before the next process goes on.
// Method: a process fires what is due and kills itself right before its first call that changes the disk, before the second
// and so on; what waits is taken; a second process is killed likewise; a third comes to its end.
import { expect, test } from 'vitest'
import { startChild } from '../support/child-process.ts'
import { EVENTS, firingOn, journalOn, plantFireHome } from '../support/fire-home.ts'
import { SOON } from '../support/soon.ts'
import { tempHome } from '../support/temp-home.ts'
import { dice as throwDice } from './support/random.ts'

type Layout = ReturnType<typeof tempHome>

async function fire(layout: Layout, killAt: number): Promise<number | undefined> {
  const child = startChild('fire', layout.home, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.heard(), child.ended()])
  await child.ended()
  return typeof answer === 'string' ? Number(/\d+/.exec(answer)![0]) : undefined
}

function takeAll(layout: Layout): string[] {
  const { queue } = firingOn(layout)
  return queue.waiting('s', new Date()).flatMap(({ id }) => (queue.take('s', id) ? [id] : []))
}

async function firedOn(layout: Layout): Promise<string[]> {
  const journal = journalOn(layout)
  const { events, skipped } = await journal.readLedger(0)
  expect(skipped).toBe(0)
  return events.flatMap((event) => (event.event === 'binding-fired' ? [`${event.binding} ${event.eventId}`] : []))
}

test('killed before every call that firing makes: each binding once for each event', async () => {
  const dice = throwDice()
  const whole = tempHome()
  await plantFireHome(whole)
  const calls = (await fire(whole, 0))!
  expect((await firedOn(whole)).length).toBe(3 * EVENTS)
  expect(calls).toBeGreaterThan(10)
  for (let killAt = 1; killAt <= calls; killAt++) {
    const layout = tempHome()
    await plantFireHome(layout)
    expect(await fire(layout, killAt), `call ${killAt}`).toBe(undefined)
    const taken = takeAll(layout)
    const second = 1 + dice.below(calls)
    await fire(layout, second)
    taken.push(...takeAll(layout))
    // A lock that was killed half made is passed over only after some seconds; a server looks again by itself.
    const all = async () => {
      await fire(layout, 0)
      return (await firedOn(layout)).length
    }
    await expect.poll(all, SOON).toBeGreaterThanOrEqual(3 * EVENTS)
    taken.push(...takeAll(layout))
    await fire(layout, 0)
    expect(takeAll(layout)).toEqual([])
    const fired = await firedOn(layout)
    expect([fired.length, new Set(fired).size], `call ${killAt}, then ${second}`).toEqual([3 * EVENTS, 3 * EVENTS])
    expect([taken.length, new Set(taken).size], `call ${killAt}, then ${second}`).toEqual([EVENTS, EVENTS])
  }
})
