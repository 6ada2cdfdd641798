// What reading and writing a skill on the disk go by; made once for a home.
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import { openSkillFiles, type SkillFiles } from './skill-files.ts'
import { jsonPath } from './skill-paths.ts'
import { joinedStamp } from './skill-stamp.ts'
import { openSwapLog, type SwapLog } from './swap-log.ts'

export type DiskParts = {
  layout: HomeLayout
  files: SkillFiles
  swaps: SwapLog
  /** Of a skill's JSON and its files together; undefined when no JSON stands. */
  stampOf(name: string): string | undefined
}

export function openDiskParts(layout: HomeLayout): DiskParts {
  const files = openSkillFiles(layout.skills)
  const stampOf = (name: string) => {
    const json = fileStamp(jsonPath(layout.skills, name))
    return json === undefined ? undefined : joinedStamp(json, files.stamp(name))
  }
  return { layout, files, swaps: openSwapLog(layout.cortex), stampOf }
}
