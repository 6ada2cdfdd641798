// Goal: the regression cases are run by what recall itself does, a case does not speak for itself, and a run is compared
// with the last one. Method: the library of a small team, uses written to a journal, results kept in a real file.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { evalHistorySchema, noEvalHistory } from '../../src/domain/eval-history.ts'
import { caseFromFile } from '../../src/domain/recall-case.ts'
import { type EvalResults, evalResultsSchema, noEvalResults } from '../../src/domain/recall-measures.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { type EvalParts, evalRecall } from '../../src/recall/eval-recall.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { NOW } from '../support/builders.ts'
import { tempHome } from '../support/temp-home.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { namesOf, recallOn } from './recall-on.ts'
import { skill } from './skill-index.contract.ts'

// Its name says nothing, so that a changed summary changes all.
const RUNBOOK = skill('ops/runbook', 'Restart the payment gateway')

type Team = ReturnType<typeof recallOn>
type Outcome = 'success' | 'task_mismatch' | 'api_error'

let sessions = 0
/** A message is sent in a session of its own, this skill is loaded, and that is how it went. */
async function used(team: Team, message: string, skillName: string, outcome: Outcome = 'success'): Promise<string> {
  const session = `session-${++sessions}`
  await team.recall(message, { session })
  await team.happened(
    session,
    { event: 'loaded', actor: 'agent', skillName, version: 1, how: 'searched' },
    { event: 'outcome', actor: 'agent', skill: skillName, outcome },
  )
  return session
}

function evaluatorOf(team: Team, over: Partial<EvalParts> = {}) {
  const { evalResults, evalHistory } = tempHome()
  const lastTime = smallDocument(evalResults, evalResultsSchema, noEvalResults)
  const history = smallDocument(evalHistory, evalHistorySchema, noEvalHistory)
  const { index, learner } = team
  return {
    path: evalResults,
    results: (): Promise<EvalResults> => lastTime.read(),
    history: history.read,
    run: (lines: object[] = [], { now = new Date(NOW), isDryRun = false } = {}) => {
      const caseFile = async () => lines.map((line) => JSON.stringify(line)).join('\n')
      return evalRecall({ now, isDryRun }, { index, learner, isLearning: true, caseFile, lastTime, history, ...over })
    },
  }
}

// Learned or not, mistyped, too short, about nothing, in another script.
const MESSAGES = [
  'send an email to the new customers',
  'ping everybody who signed up',
  'ping all who signed up last week',
  'kuberntes pod crashes again and again',
  'rebase',
  'hm',
  'why do cats purr',
  'explain the slow query and send the report',
  'review the pull request, then cut a release',
  'подать приложение',
  'zorblax the frobnicator',
]

test.each(MESSAGES)('"%s": the places and the silence are those of recall', async (message) => {
  const team = recallOn(DEVELOPER_SKILLS)
  await used(team, 'ping everyone who signed up today', 'mcp/email')
  await used(team, 'cut the query off when it hangs', 'mcp/slack', 'task_mismatch')
  const { run, results } = evaluatorOf(team)
  const names = DEVELOPER_SKILLS.map(({ name }) => name)
  await run([...names.map((name) => ({ message, skill: name })), { message, silent: true }])
  const kept = await results()
  const placeOf = (name: string | undefined) => kept[caseFromFile(message, name).id]!.withLearning

  const recalled = namesOf(await team.recall(message, { force: true, limit: 20 }))
  // A message that says too little is not answered, forced or not.
  const { silent } = await team.recall(message)
  const byPlace = names.filter((name) => placeOf(name) !== null).sort((a, b) => placeOf(a)! - placeOf(b)!)
  if (!silent?.includes('fewer than')) expect(byPlace).toEqual(recalled)
  expect(placeOf(undefined) === null).toBe(silent !== undefined)
})

describe('a case from use', () => {
  test('does not vote on itself', async () => {
    const team = recallOn(DEVELOPER_SKILLS)
    await used(team, 'ping everybody who signed up', 'mcp/email')
    const { run } = evaluatorOf(team)
    expect(await run()).toMatchObject({
      counts: { used: 1, wrong: 0, kept: 0, keptSilent: 0, everyday: 100 },
      withLearning: { found: { cases: 1, at5: 0 } },
      missed: [{ case: { skill: 'mcp/email' }, reason: 'it holds none of these words' }],
    })
    // What recall does with the very same message shows that the lesson itself would have found it.
    expect(namesOf(await team.recall('ping everybody who signed up'))[0]).toBe('mcp/email')
  })

  test('is helped by others that are like it', async () => {
    const team = recallOn(DEVELOPER_SKILLS)
    await used(team, 'ping everybody who signed up', 'mcp/email')
    await used(team, 'ping those who signed up today', 'mcp/email')
    expect(await evaluatorOf(team).run()).toMatchObject({
      static: { found: { cases: 2, at5: 0 } },
      withLearning: { found: { cases: 2, at5: 2 } },
      missed: [],
    })
  })

  test('counts once however often it was said, and not before it succeeded', async () => {
    const team = recallOn(DEVELOPER_SKILLS)
    for (let i = 0; i < 3; i++) await used(team, 'send an email to the team', 'mcp/email')
    await used(team, 'send the minutes to the team', 'mcp/email', 'api_error')
    expect((await evaluatorOf(team).run()).counts).toMatchObject({ used: 1, wrong: 0 })
  })

  test('of a skill that was the wrong one is passed when that skill is not first', async () => {
    const team = recallOn([...DEVELOPER_SKILLS, RUNBOOK])
    await used(team, 'restart the payment gateway', RUNBOOK.name, 'task_mismatch')
    const { run } = evaluatorOf(team)
    expect(await run()).toMatchObject({
      counts: { used: 0, wrong: 1 },
      withLearning: { false: { wrongFirst: { count: 1, of: 1 } } },
      falseRecalls: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringMatching(/^is still first, with confidence 0\.\d\d$/) }),
      ]),
    })
    team.put(skill(RUNBOOK.name, 'Conventions of the operators'))
    expect(await run()).toMatchObject({
      withLearning: { false: { wrongFirst: { count: 0, of: 1 } } },
      changes: { won: [{ case: { kind: 'not-first' }, before: { static: 1 } }], lost: [] },
    })
  })

  test('is not run when its skill is gone, and comes back with it', async () => {
    const team = recallOn(DEVELOPER_SKILLS)
    const mail = DEVELOPER_SKILLS.find(({ name }) => name === 'mcp/email')!
    await used(team, 'send an email to the team', 'mcp/email')
    await used(team, 'rebase my branch onto main', 'git/rebase')
    const { run } = evaluatorOf(team)
    await run()
    team.remove('mcp/email')
    expect(await run()).toMatchObject({
      gone: ['mcp/email'],
      counts: { used: 1 },
      missed: [],
      changes: { removed: 1, added: 0 },
    })
    team.put(mail)
    expect(await run()).toMatchObject({ gone: [], counts: { used: 2 }, changes: { removed: 0, added: 1 } })
  })

  test.each<[scope: 'skill' | 'session' | 'all', left: number]>([
    ['skill', 1],
    ['session', 1],
    ['all', 0],
  ])('is gone when its wording is forgotten by %s', async (scope, left) => {
    const team = recallOn(DEVELOPER_SKILLS)
    const session = await used(team, 'send an email to the team', 'mcp/email')
    await used(team, 'rebase my branch onto main', 'git/rebase')
    const { run, results } = evaluatorOf(team)
    expect((await run()).counts.used).toBe(2)
    const of = scope === 'skill' ? 'mcp/email' : scope === 'session' ? session : undefined
    await team.learner.forget({ scope, of }, 'operator')
    expect((await run()).counts.used).toBe(left)
    const own = Object.keys(await results()).filter((id) => !id.startsWith('everyday-'))
    expect(own).toHaveLength(left)
  })
})

describe('two runs', () => {
  async function teamOfFour(): Promise<Team> {
    const team = recallOn(DEVELOPER_SKILLS)
    await used(team, 'send an email to the team', 'mcp/email')
    await used(team, 'rebase my branch onto main', 'git/rebase')
    await used(team, 'ping everybody who signed up', 'mcp/email')
    await used(team, 'merge two pdf files', 'mcp/slack', 'task_mismatch')
    return team
  }

  test('of the same home say the same, and that nothing changed', async () => {
    const team = await teamOfFour()
    const { run } = evaluatorOf(team)
    const lines = [
      { message: 'thanks a lot', silent: true },
      { stems: ['branch', 'rebas'], skill: 'git/rebase' },
    ]
    const { changes: none, ...first } = await run(lines)
    const { changes, ...second } = await run(lines.toReversed())
    expect(second).toEqual(first)
    expect(none).toBeUndefined()
    expect(changes).toEqual({ lost: [], won: [], added: 0, removed: 0 })
    // An hour later what was learned is older, and all of it by the same hour.
    const later = await run(lines, { now: new Date(Date.parse(NOW) + 3_600_000) })
    expect(later.withLearning).toEqual(first.withLearning)
  })

  test('show what a changed description lost and won back', async () => {
    const team = recallOn([...DEVELOPER_SKILLS, RUNBOOK])
    await used(team, 'restart the payment gateway', RUNBOOK.name)
    await used(team, 'send an email to the team', 'mcp/email')
    const { run } = evaluatorOf(team)
    expect(await run()).toMatchObject({ withLearning: { found: { cases: 2, at1: 2 } }, missed: [] })
    const [here, nowhere] = [1, null].map((place) => ({ static: place, withLearning: place }))
    team.put(skill(RUNBOOK.name, 'Conventions of the operators'))
    expect(await run()).toMatchObject({
      withLearning: { found: { cases: 2, at5: 1 } },
      changes: { lost: [{ case: { skill: RUNBOOK.name }, before: here, after: nowhere }], won: [] },
      missed: [{ case: { skill: RUNBOOK.name } }],
    })
    expect(await run()).toMatchObject({ changes: { lost: [], won: [] }, missed: [{ case: { skill: RUNBOOK.name } }] })
    team.put(RUNBOOK)
    expect(await run()).toMatchObject({
      changes: { lost: [], won: [{ case: { skill: RUNBOOK.name }, before: nowhere, after: here }] },
      missed: [],
    })
  })

  test('a dry run is not remembered, and a home without cases keeps nothing', async () => {
    const empty = evaluatorOf(recallOn(DEVELOPER_SKILLS))
    expect(await empty.run()).toMatchObject({ withLearning: { found: { cases: 0 } }, changes: undefined })
    expect(existsSync(empty.path)).toBe(false)
    const { run, path, history } = evaluatorOf(await teamOfFour())
    expect((await run([], { isDryRun: true })).changes).toBeUndefined()
    expect(existsSync(path)).toBe(false)
    await run()
    const kept = readFileSync(path, 'utf8')
    expect((await run([{ message: 'hm hm', silent: true }], { isDryRun: true })).changes).toMatchObject({ added: 1 })
    expect(readFileSync(path, 'utf8')).toBe(kept)
    expect((await history()).runs).toMatchObject([{ at: NOW }])
  })

  test('what is kept of a run holds ids and places, and no word', async () => {
    const { run, path } = evaluatorOf(await teamOfFour())
    await run([{ message: 'thanks a lot', silent: true }])
    const text = readFileSync(path, 'utf8')
    const entry = /"(?:use|wrong|file|everyday)-[0-9a-f]{12}":\{"static":(?:null|\d+),"withLearning":(?:null|\d+)\}/g
    expect(text.replace(entry, '').replaceAll(',', '')).toBe('{}')
  })
})

test('with recall.learn off nothing learned counts, and the cases are run all the same', async () => {
  const team = recallOn(DEVELOPER_SKILLS)
  await used(team, 'ping everybody who signed up', 'mcp/email')
  await used(team, 'ping those who signed up today', 'mcp/email')
  const on = await evaluatorOf(team).run()
  const off = await evaluatorOf(team, { isLearning: false }).run()
  expect(on.learning).toBe('on')
  expect(off).toMatchObject({ learning: 'off', counts: { used: 2 }, static: on.static, withLearning: on.static })
  await team.learner.pause('operator')
  expect(await evaluatorOf(team).run()).toMatchObject({ learning: 'paused', withLearning: on.withLearning })
})

test('a file of cases that cannot be read is a fault, and no reason to stop', async () => {
  const team = recallOn(DEVELOPER_SKILLS)
  await used(team, 'send an email to the team', 'mcp/email')
  const link = new SkillError('damaged', 'expected a regular file, got a link, folder or device', 'Replace it.')
  const { run } = evaluatorOf(team, { caseFile: () => Promise.reject(link) })
  expect(await run()).toMatchObject({
    counts: { used: 1 },
    faults: [
      { severity: 'error', file: 'recall-cases.jsonl', received: 'a link, folder or device', fix: 'Replace it.' },
    ],
  })
  const bug = evaluatorOf(team, { caseFile: () => Promise.reject(new TypeError('ours')) })
  await expect(bug.run()).rejects.toThrow('ours')
})

test('each miss says the nearest reason', async () => {
  const team = recallOn([
    ...DEVELOPER_SKILLS,
    ...Array.from({ length: 30 }, (_, i) =>
      skill(`sort/box-${String(i).padStart(2, '0')}`, 'Sort the crate of apples'),
    ),
  ])
  await used(team, 'wash the quince and the medlar', 'mcp/slack', 'task_mismatch')
  await used(team, 'wash the quince and a medlar today', 'mcp/slack', 'task_mismatch')
  const { run } = evaluatorOf(team)
  const { missed, silent } = await run([
    { message: 'sort the crate of apples', skill: 'sort/box-07' },
    { message: 'sort the crate of apples', skill: 'sort/box-29' },
    { message: 'crate of emails', skill: 'mcp/email' },
    { message: 'wash the quince and the medlar', skill: 'mcp/slack' },
    { message: 'wash the quince and the medlar', skill: 'mcp/email' },
    { message: 'wash the quince and the medlar', skill: 'mcp/gone' },
    { message: 'kubernetes', skill: 'k8s/debug-pod' },
  ])
  const reasons = [...missed, ...silent].map(({ case: each, reason }) =>
    each.kind === 'silence' ? [] : [each.skill, reason],
  )
  expect(reasons).toEqual([
    ['sort/box-07', 'place 8, first is sort/box-00; of the 3 words it holds: sort appl crate'],
    ['sort/box-29', 'beyond place 20, first is sort/box-00; of the 3 words it holds: sort appl crate'],
    ['mcp/slack', 'it holds none of these words, and the past speaks against it'],
    ['mcp/email', 'it holds none of these words'],
    ['mcp/gone', 'no skill of this name is in the library'],
    ['k8s/debug-pod', 'place 1, but the message says too little to be answered'],
  ])
})
