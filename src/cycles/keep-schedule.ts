// Looks now and then whether the schedule has come due, as long as the server runs. Its timers never keep the process alive.
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { Schedule } from './schedule.ts'

const FIRST_LOOK_MS = 15_000
const LOOK_MS = 60_000

export function keepSchedule(
  schedule: Pick<Schedule, 'look'>,
  log: Log,
  { firstMs = FIRST_LOOK_MS } = {},
): { close(): Promise<void> } {
  const controller = new AbortController()
  let looking: Promise<unknown> | undefined
  const look = () => {
    looking ??= schedule
      .look(controller.signal)
      .catch((error: unknown) => log('passes', 'the schedule could not be looked at; it is tried again', error))
      .finally(() => {
        looking = undefined
      })
  }
  const timers = [setTimeout(look, firstMs).unref(), setInterval(look, LOOK_MS).unref()]
  return {
    async close() {
      for (const timer of timers) clearTimeout(timer)
      controller.abort(new SkillError('busy', 'the server stops', 'The run goes on when one serves again.'))
      await looking
    },
  }
}
