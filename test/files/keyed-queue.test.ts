import { expect, test } from 'vitest'
import { createKeyedQueue } from '../../src/files/keyed-queue.ts'

const turn = () => new Promise(setImmediate)

test('work on one key is done in order, on two keys at once, and a failure stops nobody', async () => {
  const queue = createKeyedQueue()
  const story: string[] = []
  const work = (key: string, name: string, fault?: Error) =>
    queue(key, async () => {
      story.push(`${name} begins`)
      await turn()
      story.push(`${name} ends`)
      if (fault !== undefined) throw fault
      return name
    })
  const done = await Promise.allSettled([work('a', 'a1', new Error('no')), work('a', 'a2'), work('b', 'b1')])
  expect(done.map((each) => each.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(story.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(story.indexOf('b1 begins')).toBeLessThan(story.indexOf('a1 ends'))
})
