// Writes what a disconnect plan says, then forgets the client: its record and the copies beside its files.
import type { HomeLayout } from '../files/home-layout.ts'
import { removeOutsideFile } from '../files/outside-file.ts'
import { attachmentRecord } from './attachment-record.ts'
import type { DisconnectPlan } from './disconnect-plan.ts'
import { assertAsPlanned, carryOut, inTurn, isChange } from './file-change.ts'

/** @throws `busy` when a file changed since the plan was made; then nothing is written. */
export async function carryOutDisconnect(plan: DisconnectPlan, layout: HomeLayout): Promise<void> {
  const changed = plan.files.filter(isChange)
  if (changed.length === 0 && plan.attachment === undefined) return
  await inTurn(layout, async () => {
    await assertAsPlanned(changed)
    for (const change of changed) await carryOut(change, change.recorded?.folders ?? [])
    for (const { backup } of plan.attachment?.files ?? []) if (backup !== null) await removeOutsideFile(backup, [])
    const document = attachmentRecord(layout)
    const { [plan.client]: _gone, ...rest } = await document.read()
    await document.write(rest)
  })
}
