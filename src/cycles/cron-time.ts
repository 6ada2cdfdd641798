// When a schedule in the form of cron comes due. Only the arithmetic is the package's: its timers would keep the process
// alive, and know nothing of other processes.
import { Cron } from 'croner'

const CRON_EXPECTED =
  'expected five or six fields as of cron ("0 3 * * *": at three every night), @daily or the like, or none'

/** @param timeZone an IANA name; null is the machine's. @returns undefined where it never comes due again. */
export function nextTime(cron: string, timeZone: string | null, after: Date): Date | undefined {
  const zone = timeZone === null ? {} : { timezone: timeZone }
  return new Cron(cron, { paused: true, ...zone }).nextRun(after) ?? undefined
}

/** What is wrong with it, for a setting's message. */
export function cronFault(cron: string): string | undefined {
  // The package also takes one moment in time, which is no schedule.
  if (!/^@[a-z]+$/.test(cron) && !/^\S+(?: +\S+){4,5}$/.test(cron)) return CRON_EXPECTED
  try {
    return nextTime(cron, null, new Date(0)) === undefined ? 'expected a time that ever comes' : undefined
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return CRON_EXPECTED
  }
}

export function timeZoneFault(timeZone: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return 'expected the name of a time zone as "Europe/Berlin", or none'
  }
}
