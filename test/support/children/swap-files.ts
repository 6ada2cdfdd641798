// A process that puts one set of files of the skill "mail" in the place of another, again and again, until it is told to end.
import { homeLayout } from '../../../src/files/home-layout.ts'
import { storeOn } from '../file-store.ts'
import { installing } from '../installed-files.ts'

const store = storeOn(homeLayout(process.argv[2]!))
let isEnding = false
process.on('message', () => {
  isEnding = true
})
process.send!('ready')
let swaps = 0
while (!isEnding) await installing(store, ++swaps % 2 === 0 ? 'first' : 'second', 'swap')
process.send!(`${swaps} swaps`)
process.disconnect()
