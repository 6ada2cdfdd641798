// Which tasks are worth a procedure: of several steps with several tools, gone well, in sessions that gave none yet. Oldest
// first, so that none waits for ever. Pure.
import { UNREAD_DAYS_MAX } from './gap-candidates.ts'
import { procedureOf, type SessionSignals, type Task } from './session-signals.ts'

const TASKS_SHOWN_MAX = 5
const DAY_MS = 86_400_000

export type FoundTask = { session: string; task: Task }

export function findTasks(
  sessions: readonly SessionSignals[],
  isRead: (session: string) => boolean,
  now: Date,
): FoundTask[] {
  const found = sessions.flatMap((signals) => {
    const task = isRead(signals.session) ? undefined : procedureOf(signals, now)
    const isOld = task !== undefined && now.getTime() - Date.parse(task.at) > UNREAD_DAYS_MAX * DAY_MS
    return task === undefined || isOld ? [] : [{ session: signals.session, task }]
  })
  return found.sort(byTime).slice(0, TASKS_SHOWN_MAX)
}

function byTime(a: FoundTask, b: FoundTask): number {
  return a.task.at === b.task.at ? (a.session < b.session ? -1 : 1) : a.task.at < b.task.at ? -1 : 1
}
