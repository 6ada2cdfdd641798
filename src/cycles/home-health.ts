// Brings together how a home does (domain/home-health.ts). The passes that are due are those of the last minute.
import type { HomeHealth } from '../domain/home-health.ts'
import type { Requests } from '../library/requests.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Standings } from '../library/standings.ts'
import type { Cycles } from './open-cycles.ts'
import type { Schedule } from './schedule.ts'

type HomeHealthParts = {
  shelf: Shelf
  standings: Pick<Standings, 'listed'>
  review: Pick<Review, 'waiting'>
  requests: Pick<Requests, 'open'>
  cycles: Pick<Cycles, 'due' | 'provider'>
  schedule: Schedule | undefined
}

export async function homeHealth(parts: HomeHealthParts): Promise<HomeHealth> {
  const { shelf, standings, review, requests, cycles, schedule } = parts
  return {
    skills: { total: shelf.size(), listed: standings.listed(shelf).length },
    waiting: { reviews: (await review.waiting()).length, proposals: (await requests.open()).length },
    faults: shelf.diagnostics().length,
    due: await cycles.due(),
    provider: await cycles.provider(),
    schedule: schedule === undefined ? null : await scheduleOf(schedule),
  }
}

async function scheduleOf(schedule: Schedule): Promise<HomeHealth['schedule']> {
  const { state, nextAt } = await schedule.state()
  return { cron: schedule.cron, nextAt: nextAt?.toISOString() ?? null, lastRun: state?.run ?? null }
}
