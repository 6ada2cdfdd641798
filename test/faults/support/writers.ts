// Callers that save one skill after the other until the server dies or they are told to stop.
import { setTimeout as delay } from 'node:timers/promises'
import type { AttachedServer } from './attached-server.ts'
import { type Pledges, textOf } from './pledges.ts'
import type { Dice } from './random.ts'

const SKILLS_PER_WRITER = 5
const LINES_MAX = 400

export type Writing = { stop(): Promise<void> }

/** @param counter goes on over the rounds, so that no two saves carry the same text. */
export function startWriters(
  server: AttachedServer,
  pledges: Pledges,
  { writers, dice, counter }: { writers: number; dice: Dice; counter: { next: number } },
): Writing {
  let going = true
  const write = async (writer: number) => {
    while (going) {
      const name = `writer-${writer}/skill-${dice.below(SKILLS_PER_WRITER)}`
      await pledges.save(server, name, textOf(name, counter.next++, dice.below(LINES_MAX)), writer)
    }
  }
  // A caller ends when its server is gone, which is what these tests bring about; what it was promised is checked later.
  const all = Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    async stop() {
      going = false
      await all
    },
  }
}

/** Lets the writers write for a moment that cannot be foreseen. */
export function randomMoment(dice: Dice, msMax: number): Promise<void> {
  return delay(dice.below(msMax))
}
