// The files in skills/ that can be repaired, each as an offer: carried out by the library as a change of the operator.
import { join } from 'node:path'
import { readDocument } from '../domain/skill-document.ts'
import { repairSkillFile } from '../domain/skill-file-repair.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Caller } from './change-skill.ts'
import type { OfferedRepair } from './file-repairs.ts'
import type { Library } from './library.ts'

export type RepairParts = {
  store: Pick<SkillStore, 'list' | 'readAll'>
  library: Pick<Library, 'repair'>
  layout: Pick<HomeLayout, 'skills'>
}

/** Reads every file once. What is behind a link, has a rival or is no text is none of them: `check` says so. */
export async function findLibraryRepairs({ store, library, layout }: RepairParts, operator: Caller) {
  const { stamps } = await store.list()
  const names = new Set(stamps.keys())
  const { skills } = await store.readAll(names)
  return skills.flatMap(({ name, text, digest, modifiedAt }): OfferedRepair[] => {
    // What is served from elsewhere has no file of ours to write.
    if (fileStamp(join(layout.skills, `${name}.json`)) === undefined) return []
    const { json: before, files } = readDocument(text)
    if (files === undefined) return []
    const repair = repairSkillFile(before, { pathName: name, createdAt: modifiedAt, names })
    if (repair.kind !== 'repaired') return []
    const { text: after, repairs } = repair
    const caller = { ...operator, seen: new Map([[name, digest]]) }
    const apply = async () => void (await library.repair(name, after, caller))
    return [{ file: `skills/${name}.json`, before, after, repairs, apply }]
  })
}
