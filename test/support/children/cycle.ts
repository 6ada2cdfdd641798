// A process on a home that begins and answers cycles as it is told, one message each, and kills itself with SIGKILL right
// before the nth call that changes something on the disk (0: never).
import { SkillError } from '../../../src/domain/skill-error.ts'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { EXECUTOR, openCycleHome, PERSON } from '../cycle-home.ts'
import { killAtCall } from './kill-at-call.ts'

type Order = { begin: true } | { submit: string; output: unknown } | { undo: string }

const [home, killAt] = [process.argv[2]!, Number(process.argv[3])]
const { engine, undo } = await openCycleHome(homeLayout(home))

async function carriedOut(order: Order): Promise<unknown> {
  if ('begin' in order) return (await engine.begin('consolidate', EXECUTOR)).order
  return 'undo' in order ? undo(order.undo, PERSON) : engine.submit(order.submit, order.output)
}

process.on('message', async (order: Order) => {
  const count = killAtCall(killAt)
  try {
    const done = await carriedOut(order)
    process.send!({ done: done ?? null, calls: count() })
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    process.send!({ refused: error.code, message: error.message, calls: count() })
  }
})
process.send!('ready')
