// A process that installs another set of files for the skill "mail", and kills itself right before the nth call that changes
// something on the disk.
import { randomUUID } from 'node:crypto'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { storeOn } from '../file-store.ts'
import { type FILE_SETS, installing } from '../installed-files.ts'
import { killAtCall } from './kill-at-call.ts'

const [home, set, killAt] = [process.argv[2]!, process.argv[3]! as keyof typeof FILE_SETS, Number(process.argv[4])]
const store = storeOn(homeLayout(home))
process.send!('ready')
const count = killAtCall(killAt)
await installing(store, set, randomUUID())
process.send!(`ended after ${count()} calls`)
process.disconnect()
