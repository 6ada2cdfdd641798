// Goal: a full disk under the ledger of peers: an interaction is lost and said so, the agent goes on; an assessment is refused
// whole; and when there is room again the same server goes on from what it was.
// Method: a real file system without room, under a server that runs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startStdio } from './support/attached-server.ts'
import { mountTmpfs } from './support/mounts.ts'
import { mounts, skipUnless } from './support/needs.ts'

const met = { peer_id: 'ann', direction: 'in', preview: 'x'.repeat(200), session: 's' }
const assessment = { peer_id: 'ann', trust: 3, rationale: 'y'.repeat(1_000) }

test('a full disk', async (ctx) => {
  skipUnless(ctx, mounts)
  const disk = mountTmpfs('size=2m')
  const home = join(disk, 'home')
  const server = await startStdio(home, { env: { SKILL_CORTEX_TOOLSETS: 'core,reflection' } })
  const known = async () => (await server.call('query_peer', { peer_id: 'ann', interactions: 0 })).data
  expect((await server.call('record_interaction', met)).data).toMatchObject({ recorded: true })
  expect((await server.call('assess_peer', { ...assessment, trust: 1 })).data).toMatchObject({ recorded: true })

  fill(join(disk, 'ballast'))
  // What is left of the last pages takes a few lines.
  let lost = 0
  for (let line = 0; line < 60; line++) {
    const { refused, data } = await server.call('record_interaction', met)
    expect(refused).toBe(false)
    if ((data as { recorded: boolean }).recorded === false) lost += 1
  }
  expect(lost).toBeGreaterThan(0)
  expect(server.stderr()).toMatch(/ledger: trouble/)
  const refusals: string[] = []
  for (let line = 0; line < 8; line++) {
    const { refused, text } = await server.call('assess_peer', assessment)
    if (refused) refusals.push(text)
  }
  expect(refusals.length).toBeGreaterThan(0)
  for (const text of refusals) expect(text).toMatch(/^storage: .*ENOSPC/)

  rmSync(join(disk, 'ballast'), { recursive: true })
  expect((await server.call('record_interaction', met)).data).toMatchObject({ recorded: true })
  const { data } = await server.call('assess_peer', { ...assessment, rationale: 'There is room again.' })
  expect(data).toMatchObject({ recorded: true })
  const whole = readFileSync(join(home, 'cortex/ledger.jsonl'), 'utf8').split('\n').filter(isAssessment)
  expect(await known()).toMatchObject({ assessments: whole.length, interactions: 62 - lost })
  await server.stop()
})

function isAssessment(line: string): boolean {
  try {
    return JSON.parse(line).event === 'assessed'
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

// With files of falling size until not even one of a byte can be made.
function fill(folder: string): void {
  mkdirSync(folder)
  for (let size = 256 * 1024; size >= 1; ) {
    try {
      writeFileSync(join(folder, `${readdirSync(folder).length}`), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      size = Math.floor(size / 16)
    }
  }
}
