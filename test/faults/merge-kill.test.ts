// Goal: there is no moment at which SIGKILL leaves a merge half done, also not while an earlier one is being mended, and
// none at which it costs anybody else a save.
// Method: a process of its own merges and kills itself right before its first call that changes the disk, before the second
// and so on; the one that mends it is killed as well. Then the library must be as before or as after, to the last field.
// KILLS=200 is the full bar of the second test.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { danglingReferences } from '../../src/domain/dangling-references.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { recoverMerges } from '../../src/library/merge-skills.ts'
import { startChild } from '../support/child-process.ts'
import { storeOn } from '../support/file-store.ts'
import {
  approve,
  MERGE_SKILLS,
  plantMergeHome,
  recoverPartsOf,
  SOURCE,
  TARGET,
  wholeLibrary,
} from '../support/merge-home.ts'
import { AGENT, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { homeFaults } from './support/home-faults.ts'
import { dice as throwDice } from './support/random.ts'
import { randomMoment } from './support/writers.ts'

const KILLS = Number(process.env.KILLS ?? 25)
const MOMENT_MS_MAX = 250

async function mergeHome(): Promise<HomeLayout> {
  const layout = tempHome()
  await plantMergeHome(layout)
  const { shelf, store } = await openLibrary(layout)
  await approve(store, TARGET, shelf.entry(TARGET)!.skill)
  return layout
}

function copyOf(template: HomeLayout): HomeLayout {
  const layout = tempHome()
  cpSync(template.home, layout.home, { recursive: true })
  return layout
}

/** @returns how many calls it made, or undefined when it was killed. */
async function run(layout: HomeLayout, work: 'merge' | 'recover', killAt: number): Promise<number | undefined> {
  const child = startChild('merge', layout.home, work, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.heard(), child.ended()])
  await child.ended()
  return typeof answer === 'string' ? Number(/\d+/.exec(answer)![0]) : undefined
}

/** What must hold of every library, however it was left. */
async function faultsAfter(layout: HomeLayout): Promise<string[]> {
  await storeOn(layout).sweep()
  const left = existsSync(layout.transactions) ? readdirSync(layout.transactions) : []
  return [...homeFaults(layout.home), ...left.map((file) => `left under way: ${file}`)]
}

test('killed before every call that a merge makes, and once more while it is mended: all before or all after', async () => {
  const dice = throwDice()
  const template = await mergeHome()
  const before = await wholeLibrary(template)
  const whole = copyOf(template)
  const calls = await run(whole, 'merge', 0)
  const after = await wholeLibrary(whole)
  expect(await faultsAfter(whole)).toEqual([])
  expect(after).not.toEqual(before)
  const ends = { before: 0, after: 0, mendingKilled: 0 }
  for (let killAt = 1; killAt <= calls!; killAt++) {
    const layout = copyOf(template)
    expect(await run(layout, 'merge', killAt), `call ${killAt}`).toBe(undefined)
    const mendingKillAt = 1 + dice.below(calls!)
    if ((await run(layout, 'recover', mendingKillAt)) === undefined) ends.mendingKilled++
    await recoverMerges(recoverPartsOf(layout))
    const found = await wholeLibrary(layout)
    const end = JSON.stringify(found) === JSON.stringify(before) ? 'before' : 'after'
    expect(found, `call ${killAt}, then ${mendingKillAt}`).toEqual(end === 'before' ? before : after)
    expect(await faultsAfter(layout), `call ${killAt}, then ${mendingKillAt}`).toEqual([])
    ends[end]++
  }
  expect(Math.min(ends.before, ends.after, ends.mendingKilled)).toBeGreaterThan(0)
  console.log(`merge-kill: ${calls} kills, ${JSON.stringify(ends)}, 0 in between`)
})

test(`${KILLS} merges killed at any moment while another process saves: no save is lost, nothing dangles`, async () => {
  const dice = throwDice()
  const template = await mergeHome()
  const ends = { merged: 0, apart: 0, saves: 0 }
  for (let round = 1; round <= KILLS; round++) {
    const layout = copyOf(template)
    const other = await openLibrary(layout)
    const child = startChild('merge', layout.home, 'merge', '0')
    expect(await child.heard()).toBe('ready')
    let isOver = false
    let saved = 0
    const saving = (async () => {
      for (const name of ['mail/digest', 'other', SOURCE]) {
        const { content } = other.shelf.entry(name)!.skill
        if (isOver) return
        await other.library.edit(
          name,
          { oldText: content, newText: `${content}\n\nSave ${100 + saved}.`, all: false },
          AGENT,
        )
        saved++
      }
    })().catch((error: { code: string }) => expect(error.code).toBe('not-found'))
    await randomMoment(dice, MOMENT_MS_MAX)
    child.signal('SIGKILL')
    await child.ended()
    isOver = true
    await saving
    await recoverMerges(recoverPartsOf(layout))
    const { shelf } = await openLibrary(layout)
    const skills = shelf.entries().map((entry) => entry.skill)
    const all = skills.map(({ content }) => content).join('\n')
    const lost = Array.from({ length: saved }, (_, i) => `Save ${100 + i}.`).filter((line) => !all.includes(line))
    expect([lost, danglingReferences(skills), await faultsAfter(layout)], `round ${round}`).toEqual([[], [], []])
    for (const fact of ['smtp-send', '2525', 'postNow', '44']) expect(all).toContain(fact)
    const isMerged = skills.length < MERGE_SKILLS.length
    const target = skills.find(({ name }) => name === TARGET)!
    expect(target.content.includes('From mail/post'), `round ${round}`).toBe(isMerged)
    ends[isMerged ? 'merged' : 'apart']++
    ends.saves += saved
  }
  console.log(`merge-kill: ${JSON.stringify(ends)}, 0 lost`)
})
