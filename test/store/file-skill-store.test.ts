import { mkdirSync } from 'node:fs'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { tempHome } from '../support/temp-home.ts'
import { skillStoreContract } from './skill-store.contract.ts'

skillStoreContract('on files', () => {
  const layout = tempHome()
  mkdirSync(layout.skills)
  return {
    store: storeOn(layout),
    other: storeOn(layout),
    place: (name, text) => put(skillPath(layout, name), text),
  }
})
