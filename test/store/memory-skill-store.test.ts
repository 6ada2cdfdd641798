import { memorySkillStore } from '../support/memory-skill-store.ts'
import { skillStoreContract } from './skill-store.contract.ts'

skillStoreContract('in memory', () => {
  const store = memorySkillStore()
  return { store, other: store, place: store.place }
})
