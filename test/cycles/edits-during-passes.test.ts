// 200 edits at random moments while passes are answered, by a person in the file and by an agent through another process's
// library: none is lost, and what the model proposed for an edited text is refused and said.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { type Dice, dice as throwDice } from '../faults/support/random.ts'
import { CLIENT, type CycleHome, EXECUTOR, mailText, openCycleHome } from '../support/cycle-home.ts'
import { skillPath } from '../support/file-store.ts'
import { tempHome } from '../support/temp-home.ts'

const EDITS = 200
const NAMES = Array.from({ length: 20 }, (_, at) => `skill-${at}`)
const PAUSE_MS_MAX = 12

type Edit = { name: string; mark: string }

async function opened(layout: HomeLayout): Promise<CycleHome> {
  const home = await openCycleHome(layout, { gate: 'open' })
  onTestFinished(home.close)
  return home
}

// As editors write: beside the file, then over it.
function editFile(layout: HomeLayout, { name, mark }: Edit): void {
  const path = skillPath(layout, name)
  const skill = JSON.parse(readFileSync(path, 'utf8')) as { content: string }
  writeFileSync(`${path}~`, JSON.stringify({ ...skill, content: `${skill.content}\n${mark}\n` }))
  renameSync(`${path}~`, path)
}

async function editAsAgent({ library }: CycleHome, { name, mark }: Edit): Promise<void> {
  for (;;) {
    const { skill, digest } = await library.get(name)
    const caller = { ...CLIENT, seen: new Map([[name, digest]]) }
    try {
      await library.save(name, { content: `${skill.content}\n${mark}\n` }, caller)
      return
    } catch (error) {
      // Somebody was faster: it looks again, as agents are told to.
      if (!(error instanceof SkillError) || error.code !== 'conflict') throw error
    }
  }
}

/** Every skill that was shown, with a line more. */
function answerTo(context: string, round: number) {
  const skills = context.split(/^## (?=skill-)/m).slice(1)
  const saves = skills.map((text) => {
    const [name, ...content] = text.split('\n')
    return { name: name!, content: `${content.join('\n').trimEnd()}\n\nRound ${round}.\n` }
  })
  return { saves, archives: [] }
}

async function edited(layout: HomeLayout, agent: CycleHome, dice: Dice): Promise<Edit[]> {
  const edits: Edit[] = []
  for (let at = 0; at < EDITS; at++) {
    const edit = { name: NAMES[dice.below(NAMES.length)]!, mark: `Edit ${at} of ${EDITS}.` }
    if (dice.below(2) === 0) editFile(layout, edit)
    else await editAsAgent(agent, edit)
    edits.push(edit)
    await delay(dice.below(PAUSE_MS_MAX))
  }
  return edits
}

test(`${EDITS} edits during passes are all kept, and conflicts are reported`, { timeout: 300_000 }, async () => {
  const dice = throwDice()
  const layout = tempHome()
  const home = await opened(layout)
  for (const name of NAMES) await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  const agent = await opened(layout)
  const ends = { applied: 0, refusedByJudge: 0, refusedAtSave: 0, rounds: 0 }
  const editing = edited(layout, agent, dice)
  let goesOn = true
  const ended = editing.finally(() => {
    goesOn = false
  })
  while (goesOn) {
    const order = (await home.engine.begin('consolidate', EXECUTOR, { force: true })).order!
    await delay(dice.below(PAUSE_MS_MAX))
    const { applied, refused } = await home.engine.submit(order.cycleId, answerTo(order.context, ends.rounds++))
    ends.applied += applied.length
    ends.refusedByJudge += refused.filter(({ reason }) => reason.includes('changed since it was looked at')).length
    ends.refusedAtSave += refused.filter(({ reason }) =>
      /stands now|changed from outside|has moved on/.test(reason),
    ).length
  }
  const lost: Edit[] = []
  for (const edit of await ended) {
    // All write below what stands, so that the newest text has every edit.
    if (!(await home.shelf.look(edit.name))!.skill.content.includes(edit.mark)) lost.push(edit)
  }
  expect(lost).toEqual([])
  console.log(`edits during passes: ${EDITS} edits, 0 lost, ${JSON.stringify(ends)}`)
  expect(Math.min(ends.applied, ends.refusedByJudge + ends.refusedAtSave)).toBeGreaterThan(0)
})

test('an edit right before the save itself, after it was judged, is a conflict that is reported', async () => {
  const layout = tempHome()
  const edit = { name: 'skill-1', mark: 'In the last moment.' }
  const guard = async ({ name }: { name: string }) => {
    if (name === edit.name) editFile(layout, edit)
    return undefined
  }
  const home = await openCycleHome(layout, { guard })
  onTestFinished(home.close)
  for (const name of NAMES.slice(0, 3)) await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
  const order = (await home.engine.begin('consolidate', EXECUTOR)).order!
  const { applied, refused } = await home.engine.submit(order.cycleId, answerTo(order.context, 1))
  expect(applied.map(({ name }) => name)).toEqual(['skill-0', 'skill-2'])
  expect(refused).toEqual([
    {
      kind: 'save',
      name: 'skill-1',
      reason: 'skill "skill-1": the text that was looked at was expected, but another one stands now',
    },
  ])
  expect((await home.shelf.look('skill-1'))!.skill.content).toContain(edit.mark)
})
