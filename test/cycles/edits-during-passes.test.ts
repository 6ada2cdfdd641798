// 200 edits at random moments while passes are answered, by a person in the file and by an agent through another process's
// library: none is lost, and what the model proposed for an edited text is refused and said.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Gate } from '../../src/domain/gate.ts'
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

async function opened(layout: HomeLayout, gate: Gate): Promise<CycleHome> {
  const home = await openCycleHome(layout, { gate })
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
  const edit = { oldText: '# Mail\n', newText: `# Mail\n\n${mark}\n`, all: false }
  for (;;) {
    try {
      await library.edit(name, edit, CLIENT)
      return
    } catch (error) {
      // Somebody was faster: it tries again, as agents are told to.
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

/** Where it can be read: what serves or waits, else the history. */
async function placeOf({ shelf, store, review }: CycleHome, { name, mark }: Edit): Promise<keyof Places> {
  const live = (await shelf.look(name))!.skill.content
  const { draft, versions, formerDrafts } = (await store.record(name))!
  const waiting = draft === null ? '' : (await review.draft(name)).skill.content
  if (live.includes(mark) || waiting.includes(mark)) return 'newest'
  const former = await Promise.all([...versions, ...formerDrafts].map(({ digest }) => store.blob(digest)))
  return former.some((text) => text?.includes(mark)) ? 'former' : 'lost'
}
type Places = { newest: number; former: number; lost: number }

const GATES: Gate[] = ['open', 'guarded']
test.each(GATES)(
  `${EDITS} edits during passes are all kept and newest: gate %s`,
  { timeout: 300_000 },
  async (gate) => {
    const dice = throwDice()
    const layout = tempHome()
    const home = await opened(layout, gate)
    for (const name of NAMES) await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
    const agent = await opened(layout, gate)
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
    const places: Places = { newest: 0, former: 0, lost: 0 }
    for (const edit of await ended) places[await placeOf(home, edit)]++
    console.log(`edits during passes, gate ${gate}: ${JSON.stringify(places)}, ${JSON.stringify(ends)}`)
    // All write into what stands or waits, so that the newest texts have every edit.
    expect(places).toEqual({ newest: EDITS, former: 0, lost: 0 })
    expect(Math.min(ends.applied, ends.refusedByJudge + ends.refusedAtSave)).toBeGreaterThan(0)
  },
)

test.each(['save', 'archive'] as const)(
  'an edit right before the %s itself, after it was judged, is a conflict that is reported',
  async (kind) => {
    const layout = tempHome()
    const edit = { name: 'skill-1', mark: 'In the last moment.' }
    let isEdited = false
    const guard = async () => {
      if (!isEdited) editFile(layout, edit)
      isEdited = true
      return undefined
    }
    const home = await openCycleHome(layout, { guard })
    onTestFinished(home.close)
    for (const name of NAMES.slice(0, 3)) await home.library.save(name, { content: mailText(`By ${name}.`) }, CLIENT)
    const order = (await home.engine.begin('consolidate', EXECUTOR)).order!
    const { saves } = answerTo(order.context, 1)
    const others = saves.filter(({ name }) => name !== edit.name)
    const output =
      kind === 'save' ? { saves, archives: [] } : { saves: others, archives: [{ name: edit.name, into: 'skill-0' }] }
    const { applied, refused } = await home.engine.submit(order.cycleId, output)
    expect(applied.map(({ name }) => name)).toEqual(['skill-0', 'skill-2'])
    const reason = 'skill "skill-1": the text that was looked at was expected, but another one stands now'
    expect(refused).toEqual([{ kind, name: 'skill-1', reason }])
    expect((await home.shelf.look('skill-1'))!.skill.content).toContain(edit.mark)
  },
)
