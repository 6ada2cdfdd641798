// Goal: an acknowledged save survives a power cut (row 1).
// Method: the home stands on a real file system behind a loop device, which is shut down without flushing its journal while
// 8 callers save; after mounting it anew every acknowledged skill must be there. POWER_CUTS=20 is the full bar.
import { expect, test } from 'vitest'
import { startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { type DiskKind, plugDisk } from './support/mounts.ts'
import { fileSystem, linux, loopDevices, mounts, program, skipUnless } from './support/needs.ts'
import { createPledges } from './support/pledges.ts'
import { dice as throwDice } from './support/random.ts'
import { randomMoment, startWriters } from './support/writers.ts'

const POWER_CUTS = Number(process.env.POWER_CUTS ?? 5)
const WRITERS = 8
const MOMENT_MS_MAX = 1_500

const DISKS: (DiskKind & { kernel: string })[] = [
  // Writes its journal every 5 s: whatever was not synced since is gone.
  { name: 'ext4, defaults', kernel: 'ext4', format: ['mkfs.ext4', '-q'], mountOptions: '' },
  // Writes it every second, but without what ext4 does for programs that forget to sync: here files come back empty.
  { name: 'ext4, careless', kernel: 'ext4', format: ['mkfs.ext4', '-q'], mountOptions: 'commit=1,noauto_da_alloc' },
  { name: 'xfs', kernel: 'xfs', format: ['mkfs.xfs', '-q'], mountOptions: '' },
]

for (const kind of DISKS) {
  test(`${kind.name}, ${POWER_CUTS} power cuts: nothing acknowledged is lost or torn`, async (ctx) => {
    const tools = [program(kind.format[0]!, `${kind.kernel} tools`), program('xfs_io', 'package xfsprogs')]
    skipUnless(ctx, linux, mounts, loopDevices, fileSystem(kind.kernel), ...tools)
    const dice = throwDice()
    const disk = plugDisk(kind)
    const home = `${disk.folder}/home`
    const pledges = createPledges()
    const counter = { next: 0 }
    let server = await startStdio(home)
    for (let cut = 1; cut <= POWER_CUTS; cut++) {
      const writing = startWriters(server, pledges, { writers: WRITERS, dice, counter })
      await randomMoment(dice, MOMENT_MS_MAX)
      disk.cutPower()
      await server.kill()
      await writing.stop()
      disk.replug()
      server = await startStdio(home)
      expect(await pledges.broken(server), `cut ${cut}`).toEqual([])
      expect(homeFaults(home), `cut ${cut}`).toEqual([])
    }
    await server.kill()
    console.log(`powercut, ${kind.name}: 0 of ${pledges.acknowledged()} acknowledged saves lost in ${POWER_CUTS} cuts`)
  })
}
