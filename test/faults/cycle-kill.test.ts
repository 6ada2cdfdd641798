// Goal: there is no moment at which SIGKILL leaves what a pass does half done for good: the library is whole, whoever comes
// next brings the cycle to its end, and a person can take back just what it did.
// Method: a process of its own answers a cycle and kills itself right before its first call that changes the disk, before the
// second and so on; also the one that goes on is killed at some call, and the one that undoes at every.
import { cpSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { SkillError } from '../../src/domain/skill-error.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { CLIENT, type CycleHome, EXECUTOR, mailText, openCycleHome, PERSON } from '../support/cycle-home.ts'
import { storeOn } from '../support/file-store.ts'
import type { ScriptedOutput } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'
import { homeFaults } from './support/home-faults.ts'
import { dice as throwDice } from './support/random.ts'

const NAMES = ['card', 'letter', 'mail', 'post', 'stamps', 'tea']
/** A change of a client's skill, a draft for a person's approved one, a new one, one that is refused, two that are merged. */
const OUTPUT: ScriptedOutput = {
  saves: [
    { name: 'mail', content: mailText('Posted, too.') },
    { name: 'letter', content: mailText('Dear reader.') },
    { name: 'stamps', content: mailText('Lick them.') },
    { name: 'tea', content: ' ' },
  ],
  archives: [
    { name: 'post', into: 'mail' },
    { name: 'card', into: 'letter' },
  ],
}

async function open(layout: HomeLayout): Promise<CycleHome> {
  const home = await openCycleHome(layout)
  onTestFinished(home.close)
  return home
}

/** A home in which a client has an order. */
async function begunHome(): Promise<{ layout: HomeLayout; cycleId: string }> {
  const layout = tempHome()
  const { library, review, engine } = await open(layout)
  for (const name of ['mail', 'post', 'card', 'tea']) {
    await library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  }
  await library.save('letter', { content: mailText('Dear writer.') }, PERSON)
  await review.approve('letter', (await review.look('letter')).hash, PERSON)
  return { layout, cycleId: (await engine.begin('consolidate', EXECUTOR)).order!.cycleId }
}

function copyOf(template: HomeLayout): HomeLayout {
  const layout = tempHome()
  cpSync(template.home, layout.home, { recursive: true })
  return layout
}

/** All that can be told of the skills; of no skill and of one that is archived after it was new, the same. */
async function told(layout: HomeLayout) {
  const { shelf, store, review, standings } = await open(layout)
  const skills = NAMES.map(async (name) => {
    const entry = await shelf.look(name)
    const record = await store.record(name)
    if (entry === undefined && record?.supersededBy == null) return [name, 'none']
    const draft = record?.draft == null ? null : (await review.draft(name)).skill.content
    const { approval, lifecycle } =
      entry === undefined ? { approval: null, lifecycle: 'archived' } : standings.of(entry)
    return [name, { content: entry?.skill.content, approval, lifecycle, draft, into: record?.supersededBy }]
  })
  return Object.fromEntries(await Promise.all(skills)) as Record<string, unknown>
}

async function run(layout: HomeLayout, order: object, killAt: number): Promise<number | undefined> {
  const child = startChild('cycle', layout.home, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.ask(order), child.ended()])
  const told = answer as { calls: number } | null
  child.signal('SIGKILL')
  await child.ended()
  return told?.calls
}

async function faultsAfter(layout: HomeLayout): Promise<string[]> {
  await storeOn(layout).sweep()
  // Numbers that drafts took are no holes, and an archived skill has no file to compare.
  return homeFaults(layout.home).filter((fault) => !fault.endsWith('hole') && !fault.includes('leases/'))
}

async function undone(home: CycleHome, cycleId: string): Promise<'undone' | 'nothing'> {
  try {
    expect((await home.undo(cycleId)).refused).toEqual([])
    return 'undone'
  } catch (error) {
    expect((error as SkillError).message).toContain('changed nothing')
    return 'nothing'
  }
}

test('killed before every call of an answer, and once more while it is gone on with: nothing half, all can be undone', async () => {
  const dice = throwDice()
  const { layout: template, cycleId } = await begunHome()
  const submit = { submit: cycleId, output: OUTPUT }
  const before = await told(copyOf(template))
  const whole = copyOf(template)
  const calls = (await run(whole, submit, 0))!
  const after = await told(whole)
  expect(after).not.toEqual(before)
  const report = await (await open(whole)).engine.submit(cycleId, OUTPUT)
  expect([report.applied.map(({ kind, name }) => `${kind} ${name}`), report.refused.length]).toEqual([
    ['save mail', 'save letter', 'save stamps', 'archive post'],
    2,
  ])
  const ends = { answeredAgain: 0, goneOnWith: 0, undone: 0, nothing: 0 }
  for (let killAt = 1; killAt <= calls; killAt++) {
    const killed = copyOf(template)
    expect(await run(killed, submit, killAt), `call ${killAt}`).toBe(undefined)
    const taken = copyOf(killed)
    ends[await undone(await open(taken), cycleId)]++
    expect(await told(taken), `undone after call ${killAt}`).toEqual(before)
    // Nothing of it comes back by itself.
    await (await open(taken)).engine.begin(undefined, EXECUTOR)
    expect(await told(taken), `begun after call ${killAt} was undone`).toEqual(before)

    // What was accepted is gone on with, and that is killed, too; else the client sends its answer again.
    const isAccepted = (await (await open(killed)).engine.cycles())[0]!.status !== 'begun'
    if (isAccepted) await run(killed, submit, 1 + dice.below(calls))
    const home = await open(killed)
    if (isAccepted) await home.engine.begin(undefined, EXECUTOR)
    ends[isAccepted ? 'goneOnWith' : 'answeredAgain']++
    expect(await home.engine.submit(cycleId, OUTPUT), `after call ${killAt}`).toEqual({
      ...report,
      applied: report.applied.map((item) => ({ ...item, version: expect.any(Number) })),
    })
    expect(await told(killed), `after call ${killAt}`).toEqual(after)
    expect(await faultsAfter(killed), `after call ${killAt}`).toEqual([])
    expect(await undone(await open(killed), cycleId)).toBe('undone')
    expect(await told(killed), `undone after all, call ${killAt}`).toEqual(before)
  }
  expect(Math.min(...Object.values(ends))).toBeGreaterThan(0)
  console.log(`cycle-kill: ${calls} kills, ${JSON.stringify(ends)}, 0 half`)
})

test('killed before every call of an undo: undone once more, all is as before the cycle', async () => {
  const { layout: template, cycleId } = await begunHome()
  const before = await told(copyOf(template))
  await (await open(template)).engine.submit(cycleId, OUTPUT)
  const calls = (await run(copyOf(template), { undo: cycleId }, 0))!
  let killedWhileUndoing = 0
  for (let killAt = 1; killAt <= calls; killAt++) {
    const layout = copyOf(template)
    expect(await run(layout, { undo: cycleId }, killAt), `call ${killAt}`).toBe(undefined)
    const home = await open(layout)
    if ((await home.engine.cycles())[0]!.status !== 'undone') {
      killedWhileUndoing++
      expect((await home.undo(cycleId)).refused, `call ${killAt}`).toEqual([])
    }
    expect(await told(layout), `call ${killAt}`).toEqual(before)
    expect(await faultsAfter(layout), `call ${killAt}`).toEqual([])
    await expect((await open(layout)).undo(cycleId)).rejects.toMatchObject({ code: 'conflict' })
  }
  expect(killedWhileUndoing).toBeGreaterThan(0)
  console.log(`cycle-kill: ${calls} kills of an undo, ${killedWhileUndoing} before it was written down, 0 half`)
})
