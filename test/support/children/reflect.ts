// A process on a home that hands in the answer to a reflection and kills itself with SIGKILL right before the nth call that
// changes something on the disk (0: never).
import { openApp } from '../../../src/app.ts'
import { killAtCall } from './kill-at-call.ts'

const [home, killAt] = [process.argv[2]!, Number(process.argv[3])]
const app = await openApp({ flags: { home }, log: () => {}, serving: false })

process.on('message', async ({ submit, output }: { submit: string; output: string }) => {
  const count = killAtCall(killAt)
  const { refused } = await app.cycles.submit(submit, output)
  process.send!({ calls: count(), refused: refused.length })
})
process.send!('ready')
