import { emptyDisk, memoryJournal } from '../support/memory-journal.ts'
import { journalContract } from './journal.contract.ts'

journalContract('in memory', (count, clock) => {
  const disk = emptyDisk()
  return Array.from({ length: count }, () => memoryJournal(disk, clock))
})
