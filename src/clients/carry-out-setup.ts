// Writes what a setup plan says: copies of what stood there, the record of it all, then the files, so that whatever
// breaks off in between can be undone.
import { sha256Of } from '../domain/digest.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { replaceOutsideFile } from '../files/outside-file.ts'
import { type AttachedFile, attachmentRecord } from './attachment-record.ts'
import { assertAsPlanned, carryOut, inFile, inTurn, isChange } from './file-change.ts'
import type { SetupFile, SetupPlan } from './setup-plan.ts'

/** @throws `busy` when a file changed since the plan was made; then nothing is written. */
export async function carryOutSetup(plan: SetupPlan, layout: HomeLayout, now: Date): Promise<void> {
  const changed = plan.files.filter(isChange)
  if (changed.length === 0) return
  await inTurn(layout, async () => {
    await assertAsPlanned(changed)
    for (const { path, base } of changed) {
      const backup = backupPath(path, layout)
      if (base !== undefined) await inFile(backup, () => replaceOutsideFile(backup, base))
    }
    const document = attachmentRecord(layout)
    const files = plan.files.map((file) => noted(file, layout)).filter((file) => file !== undefined)
    const attachment = { at: now.toISOString(), home: layout.home, files }
    await document.write({ ...(await document.read()), [plan.client]: attachment })
    for (const change of changed) await carryOut(change, [])
  })
}

/**
 * Beside the file, where whoever may read the one may read the other: a configuration holds secrets, and a home is
 * copied and shared. By home, because each has its own way back.
 */
export function backupPath(path: string, { home }: HomeLayout): string {
  return `${path}.skill-cortex-${sha256Of(home).slice(0, 8)}.bak`
}

function noted(file: SetupFile, layout: HomeLayout): AttachedFile | undefined {
  if (!isChange(file) || file.next === undefined) return file.recorded
  const { path, base, next, recorded } = file
  return {
    file: file.file,
    path,
    before: base === undefined ? null : sha256Of(base),
    after: sha256Of(next),
    backup: base === undefined ? null : backupPath(path, layout),
    folders: [...new Set([...(recorded?.folders ?? []), ...file.folders])],
  }
}
