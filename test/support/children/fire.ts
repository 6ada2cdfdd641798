// A process that fires what is due once, and kills itself with SIGKILL right before the nth call that changes something on
// the disk. `0` lets it come to its end; it then says how many calls it made.
import { homeLayout } from '../../../src/files/home-layout.ts'
import { firingOn } from '../fire-home.ts'
import { killAtCall } from './kill-at-call.ts'

const [home, killAt] = [process.argv[2]!, Number(process.argv[3])]
const firing = firingOn(homeLayout(home))
process.send!('ready')
const count = killAtCall(killAt)
await firing.run()
await firing.close()
process.send!(`ended after ${count()} calls`)
process.disconnect()
