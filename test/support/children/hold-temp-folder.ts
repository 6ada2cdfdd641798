// Makes a temporary folder with a file in it, and another while it is used, says where, and holds them until it is ended.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTempFolder } from '../../../src/files/temp-folder.ts'

await withTempFolder((outer) =>
  withTempFolder(async (inner) => {
    for (const folder of [outer, inner]) writeFileSync(join(folder, 'held.txt'), 'x')
    process.send?.([outer, inner])
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }),
)
