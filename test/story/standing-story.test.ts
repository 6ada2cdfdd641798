// Goal: "Standing" as people and agents live it, on one home with real processes: an agent saves, a person reviews and
// approves, the agent edits, the approved text keeps serving, the person accepts, failures degrade it, three successes
// restore it. Each step is done on one surface and looked at from all; the steps follow one another.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { expectLedger } from './ledger-lines.ts'
import { type Json, type OneHome, openOneHome } from './one-home.ts'
import { expectSeenByAll, expectSoonSaid, onAll, recalledBy, textOf } from './seen-by-all.ts'

// Each look starts two processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NAME = 'deploy/web'
const MESSAGE = 'please deploy the web shop to production'
const FIRST = '# Deploy the web shop\n\n1. Run the smoke tests.\n2. Push the tag.\n'
const SECOND = FIRST.replace('2. Push the tag.', '2. Push the tag, then watch the error rate.')
const UNREVIEWED = 'written by an agent and not reviewed'
const APPROVED = {
  ...{ tier: 2, lifecycle: 'verified', approval: 'approved', exposure: 'listed', executable: true },
  ...{ draft: false, warnings: [] },
}
const UNAPPROVED = { tier: 1, executable: false, exposure: 'listed-warn' }

let of: OneHome
beforeAll(async () => {
  of = await openOneHome()
  return of.close
})

const seenByAll = (standing: Json, version: number, content: string) =>
  expectSeenByAll(of, NAME, { standing, version, content })
const recalled = () => recalledBy(of, NAME, MESSAGE)
const detail = async () => (await of.http('operator', `GET /api/approvals/detail?name=${NAME}`)).json
const approve = (who: 'agent' | 'operator', hash: unknown) =>
  of.http(who, 'POST /api/approvals/approve', { name: NAME, hash })
const runHealth = (body: Json) => of.http('operator', 'POST /api/skills/health/run', body)
const report = (agent: 'stdio' | 'http', outcome: string, session: string) =>
  of.agents[agent].call('report_outcome', { name: NAME, outcome, session })

test('an agent saves: used with a warning, vouched for by nobody', async () => {
  const { structuredContent } = await of.agents.http.call('save_skill', {
    ...{ name: NAME, summary: 'Deploy the web shop to production', content: FIRST },
    triggers: ['deploy the web shop'],
  })
  expect(structuredContent).toMatchObject({ version: 1, created: true, draft: false })
  const candidate = { lifecycle: 'candidate', approval: 'pending_review', warnings: [UNREVIEWED] }
  await seenByAll({ ...UNAPPROVED, ...candidate }, 1, FIRST)
  expect(await recalled()).toEqual(onAll(UNREVIEWED))
})

test('the queue has it, for a person alone, with one hash on both surfaces', async () => {
  expect(await of.http('agent', 'GET /api/approvals')).toMatchObject({ status: 401, json: { code: 'refused' } })
  const { json } = await of.http('operator', 'GET /api/approvals')
  const waiting = { name: NAME, which: 'live', version: 1, actor: 'agent', author: 'cursor', via: 'save_skill' }
  expect(json).toMatchObject({ total: 1, waiting: [waiting] })
  const { hash } = await detail()
  expect(await of.person('review', '--list')).toMatchObject({ total: 1, waiting: [{ ...waiting, hash }] })
})

test('a yes takes a person and the hash of what stands', async () => {
  const { hash } = await detail()
  expect((await approve('agent', hash)).status).toBe(401)
  expect(await of.shell('approve', NAME, '--hash', String(hash))).toMatchObject({
    ...{ exit: 1, out: '' },
    err: expect.stringMatching(/^refused: only a person may decide this/),
  })
  await of.agents.stdio.call('edit_skill', { name: NAME, old_string: 'Run the', new_string: 'Skip the' })
  const stale = await approve('operator', hash)
  expect(stale).toMatchObject({
    status: 409,
    json: { code: 'conflict', fix: expect.stringMatching(/^Nothing was changed/) },
  })
  await of.agents.stdio.call('edit_skill', { name: NAME, old_string: 'Skip the', new_string: 'Run the' })
  const now = await approve('operator', (await detail()).hash)
  expect(now).toEqual({ status: 200, json: { name: NAME, version: 3, lifecycle: 'verified' } })
  await seenByAll(APPROVED, 3, FIRST)
  expect(await recalled()).toEqual(onAll('no mark'))
})

test("an agent's edit waits as a draft, and the approved text serves on", async () => {
  const before = await of.shell('recall', MESSAGE)
  const edited = await of.agents.stdio.call('edit_skill', {
    ...{ name: NAME, old_string: '2. Push the tag.', new_string: '2. Push the tag, then watch the error rate.' },
  })
  expect(edited.structuredContent).toMatchObject({ name: NAME, version: 4, draft: true })
  await seenByAll({ ...APPROVED, draft: true }, 3, FIRST)
  for (const agent of Object.values(of.agents)) {
    const { structuredContent } = await agent.call('get_skill', { name: NAME, version: 'draft', session: 'looking' })
    expect(structuredContent).toMatchObject({
      ...{ version: 4, skill: { content: SECOND } },
      standing: { approval: 'pending_review', executable: false },
    })
  }
  expect(await of.shell('recall', MESSAGE)).toEqual(before)
})

test('the diff shows exactly the change, and the yes makes it live', async () => {
  const { json } = await of.http('agent', `GET /api/skills/diff?name=${NAME}`)
  const { files } = await of.person('diff', NAME)
  expect(files).toEqual(json.files)
  const [file, ...others] = json.files as { file: string; hunks: { lines: string[] }[] }[]
  expect([file?.file, others]).toEqual(['SKILL.md', []])
  expect(file?.hunks.flatMap(({ lines }) => lines).filter((line) => !line.startsWith(' '))).toEqual([
    '-2. Push the tag.',
    '+2. Push the tag, then watch the error rate.',
  ])
  const { hash } = await detail()
  expect(await of.person('approve', NAME, '--hash', String(hash))).toMatchObject({ version: 4, lifecycle: 'verified' })
  await seenByAll(APPROVED, 4, SECOND)
  expect((await of.http('operator', 'GET /api/approvals')).json).toMatchObject({ total: 0 })
})

test('a hand edit loses the approval at the next look; the approved version brings it back', async () => {
  const path = join(of.home, `skills/${NAME}.json`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('Run the smoke tests.', 'Trust the smoke tests.'))
  const changed = 'changed since it was approved'
  const unapproved = { approval: 'needs_reapproval', lifecycle: 'verified', warnings: [changed] }
  await seenByAll({ ...UNAPPROVED, ...unapproved }, 5, SECOND.replace('Run the smoke', 'Trust the smoke'))
  expect(await recalled()).toEqual(onAll(changed))
  const restored = await of.http('operator', 'POST /api/skills/restore', { name: NAME, version: 4 })
  expect(restored).toEqual({ status: 200, json: { name: NAME, version: 6, changed: true } })
  await seenByAll(APPROVED, 6, SECOND)
})

test('an agent may only ask for its end, and the person says no', async () => {
  const asked = await of.agents.http.call('delete_skill', { name: NAME })
  const { proposal, archived } = asked.structuredContent as Json
  expect(archived).toBe(false)
  expect(await of.person('review', '--list')).toMatchObject({ waiting: [{ kind: 'proposal', id: proposal }] })
  expect((await of.http('agent', 'POST /api/proposals/decline', { id: proposal })).status).toBe(401)
  expect((await of.http('operator', 'POST /api/proposals/decline', { id: proposal })).status).toBe(200)
  expect((await of.http('agent', 'GET /api/proposals')).json).toMatchObject({ total: 0 })
  await seenByAll(APPROVED, 6, SECOND)
})

test('what fails five times is degraded, with the numbers', async () => {
  for (const session of ['f1', 'f2']) await report('stdio', 'runtime_error', session)
  for (const session of ['f3', 'f4']) await report('http', 'runtime_error', session)
  const early = { name: NAME, why: 'too-few-outcomes', reason: '4 of 4 reported uses failed; 5 are needed to judge it' }
  expect((await runHealth({ dryRun: true })).json).toMatchObject({ steps: [], left: [early] })
  // The server of the job has not written this one itself.
  await report('stdio', 'runtime_error', 'f5')
  const step = { name: NAME, step: 'degrade', reason: '5 of 5 reported uses failed' }
  expect((await runHealth({ dryRun: true })).json).toMatchObject({ steps: [{ ...step, outcome: { kind: 'planned' } }] })
  expect((await of.http('agent', 'POST /api/skills/health/run', { dryRun: true })).status).toBe(401)
  const done = { kind: 'done', from: 'verified', to: 'degraded', version: 6 }
  expect((await runHealth({})).json).toMatchObject({ steps: [{ ...step, outcome: done }] })
  const mark = 'degraded: 5 of 5 reported uses failed'
  await expectSoonSaid(of.agents.stdio, NAME, mark)
  await seenByAll({ ...APPROVED, lifecycle: 'degraded', exposure: 'listed-warn', warnings: [mark] }, 6, SECOND)
  expect(await recalled()).toEqual(onAll(mark))
})

test('three successes bring it back to what it was', async () => {
  for (const session of ['s1', 's2']) await report('stdio', 'success', session)
  expect((await runHealth({})).json).toMatchObject({ steps: [], left: [{ name: NAME, why: 'not-recovered' }] })
  await report('http', 'success', 's3')
  const done = { kind: 'done', from: 'degraded', to: 'verified', version: 6 }
  expect((await runHealth({})).json).toMatchObject({ steps: [{ name: NAME, step: 'recover', outcome: done }] })
  await seenByAll(APPROVED, 6, SECOND)
  expect(await recalled()).toEqual(onAll('no mark'))
})

test('deprecated it is hidden, and says why and what to use; promoted it is back', async () => {
  const successor = 'mcp-tool-guide'
  await of.person('deprecate', NAME, '--reason', 'the shop deploys itself', '--use', successor)
  for (const agent of Object.values(of.agents)) {
    const refused = await agent.call('get_skill', { name: NAME, session: 'looking' })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toMatch(
      /the shop deploys itself\. Load "mcp-tool-guide" instead; a person can bring it back/,
    )
    expect(textOf(await agent.call('list_skills', {}))).not.toContain(NAME)
    expect(await agent.read('cortex://index')).not.toContain(NAME)
  }
  expect(await of.http('agent', `GET /api/skills/detail?name=${NAME}`)).toMatchObject({
    ...{ status: 403, json: { code: 'refused', fix: expect.stringContaining(`Load "${successor}" instead`) } },
  })
  expect(await of.person('show', NAME)).toMatchObject({
    standing: { lifecycle: 'deprecated', supersededBy: successor },
  })
  expect(await recalled()).toEqual(onAll('silent'))
  const promoted = await of.http('operator', 'POST /api/skills/promote', { name: NAME })
  expect(promoted).toMatchObject({ status: 200, json: { done: true, lifecycle: 'verified' } })
  await seenByAll({ ...APPROVED, supersededBy: null }, 6, SECOND)
  for (const agent of Object.values(of.agents)) expect(await agent.read('cortex://index')).toContain(NAME)
})

test('nothing is wrong with the home, and each decision stands in the ledger once, with who took it', async () => {
  expect(await of.shell('check')).toMatchObject({ exit: 0, out: expect.stringMatching(/: 0 errors, 0 warnings\.\n$/) })
  expectLedger(of.ledger(), NAME, [
    ['skill-saved', 'agent', 1],
    ['skill-saved', 'agent', 2],
    ['skill-saved', 'agent', 3],
    ['skill-approved', 'operator', 3],
    ['skill-drafted', 'agent', 4],
    ['skill-approved', 'operator', 4],
    ['skill-restored', 'operator', 6],
    ['proposal-made', 'agent'],
    ['proposal-declined', 'operator'],
    ['skill-stepped', 'system', 6, 'degrade'],
    ['skill-stepped', 'system', 6, 'recover'],
    ['skill-stepped', 'operator', 6, 'deprecate'],
    ['skill-stepped', 'operator', 6, 'promote'],
  ])
})
