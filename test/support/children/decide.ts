// A process that decides one thing about the skill "mail", as a person does, and kills itself right before the nth call that
// changes something on the disk.

import { openApp } from '../../../src/app.ts'
import { homeLayout } from '../../../src/files/home-layout.ts'
import type { Caller } from '../../../src/library/library.ts'
import { killAtCall } from './kill-at-call.ts'

const [home, what, killAt] = [process.argv[2]!, process.argv[3]!, Number(process.argv[4])]
const PERSON: Caller = { actor: 'operator', via: 'terminal', author: null }
const app = await openApp({ flags: { home: homeLayout(home).home }, log: () => {}, serving: false })
const { library, review } = app
const DECISIONS: Record<string, () => Promise<unknown>> = {
  approve: async () => review.approve('mail', (await review.look('mail')).hash, PERSON),
  reject: () => review.reject('mail', { note: 'too long', draft: 'discard' }, PERSON),
  restore: () => library.restore('mail', 1, PERSON),
  undo: () => library.undo('mail', 2, PERSON),
  deprecate: () => review.step('mail', 'deprecate', PERSON),
  archive: () => library.archive('mail', PERSON),
  pin: () => review.pin('mail', true, PERSON),
}
process.send!('ready')
const count = killAtCall(killAt)
await DECISIONS[what]!()
process.send!(`ended after ${count()} calls`)
process.disconnect()
