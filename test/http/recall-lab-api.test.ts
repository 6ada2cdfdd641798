// Recall looked at from outside: what a client's model sees, and the cases that a person keeps, runs and takes out again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const operator = (body?: unknown): Ask => ({ who: 'operator', ...(body === undefined ? {} : { body }) })
const CASE = { message: 'send an email to the team', skill: 'mcp/email' }
const casesFile = (api: HttpApi) => join(api.home, 'recall-cases.jsonl')
type Listed = { id: string; skill: string | null; source: string; places: (number | null)[] }

const withSkills = (home: string) => {
  writeSkill(home, 'mcp/email', '# Email\n\nAsk for the address.\n', { summary: 'Send email to people' })
  writeSkill(home, 'pdf/merge', '# Merge\n\nOrder the pages.\n', { summary: 'Merge PDF files into one' })
}

test('what a client’s model sees is told channel by channel, and nothing is written down', async () => {
  const api = await useHttpApi({}, withSkills)
  const body = { message: CASE.message, client: 'claude-code' }
  const { json } = await api.ask('POST /api/recall/client', operator(body))
  expect(json).toMatchObject({ client: 'claude-code', title: 'Claude Code' })
  const parts = json.parts as { channel: string; text: string }[]
  expect(parts.map(({ channel }) => channel)).toContain('per-turn hook')
  expect(parts.find(({ channel }) => channel === 'per-turn hook')?.text).toContain('mcp/email')
  expect((await api.ask('POST /api/recall/client', { body })).status).toBe(401)
})

test('a case is kept in the file of a person, once, and counts in the next run', async () => {
  const api = await useHttpApi({}, withSkills)
  const mine = '{"message": "join these pdf documents", "skill": "pdf/merge"}'
  writeFileSync(casesFile(api), `// mine\n${mine}`)
  const { status, json } = await api.ask('POST /api/recall/cases', operator(CASE))
  expect([status, json.added]).toEqual([201, true])
  expect(await api.ask('POST /api/recall/cases', operator(CASE))).toMatchObject({
    status: 200,
    json: { id: json.id, added: false },
  })
  expect(readFileSync(casesFile(api), 'utf8')).toBe(`// mine\n${mine}\n${JSON.stringify(CASE)}\n`)
  const run = await api.ask('POST /api/recall/eval', operator({}))
  expect(run.json).toMatchObject({ cases: { kept: 2 }, withLearning: { cases: 2, recallAt5: 1 }, changes: null })
  await api.ask('POST /api/recall/eval', operator({ dryRun: true }))
  const again = await api.ask('POST /api/recall/eval', operator({}))
  expect(again.json).toMatchObject({ changes: { lost: [], won: [], added: 0, removed: 0 } })
  const listed = await api.ask('GET /api/recall/cases', operator())
  expect(listed.json).toMatchObject({ total: 2, faults: [expect.objectContaining({ line: 1 })] })
  expect((listed.json.cases as Listed[]).map(({ places }) => places)).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(listed.json.runs).toMatchObject([
    { cases: 2, at5: 2 },
    { cases: 2, at5: 2 },
  ])
})

test('a message may be meant to bring up nothing', async () => {
  const api = await useHttpApi({}, withSkills)
  await api.ask('POST /api/recall/cases', operator({ message: 'thanks, that was great' }))
  expect(readFileSync(casesFile(api), 'utf8')).toBe('{"message":"thanks, that was great","silent":true}\n')
  expect((await api.ask('POST /api/recall/eval', operator({}))).json).toMatchObject({
    cases: { keptSilent: 1 },
    withLearning: { falseRecalls: { silent: { count: 0, of: 1 } } },
  })
})

test('taken out, it leaves every other line as it was', async () => {
  const api = await useHttpApi({}, withSkills)
  const others = '\ufeff{"message": "join these pdf documents",   "skill": "pdf/merge"}\r\nno case at all\n'
  writeFileSync(casesFile(api), others)
  const { json } = await api.ask('POST /api/recall/cases', operator(CASE))
  expect((await api.ask(`DELETE /api/recall/cases?id=${json.id}`, operator())).json).toEqual({ id: json.id })
  expect(readFileSync(casesFile(api), 'utf8')).toBe(others)
  expect((await api.ask(`DELETE /api/recall/cases?id=${json.id}`, operator())).status).toBe(404)
})

test('what is no case is refused, and no file is made', async () => {
  const api = await useHttpApi({}, withSkills)
  const refused: [body: object, status: number][] = [
    [{ message: '  ' }, 400],
    [{ message: 'x', skill: 'No Name' }, 400],
    [{ message: 'é'.repeat(40_000), skill: 'mcp/email' }, 413],
  ]
  for (const [body, status] of refused) {
    expect((await api.ask('POST /api/recall/cases', operator(body))).status).toBe(status)
  }
  expect((await api.ask('POST /api/recall/cases', { body: CASE })).status).toBe(401)
  expect(existsSync(casesFile(api))).toBe(false)
})

test('the list comes in pages', async () => {
  const api = await useHttpApi({}, withSkills)
  for (const message of ['one email', 'two emails', 'three emails']) {
    await api.ask('POST /api/recall/cases', operator({ message, skill: 'mcp/email' }))
  }
  const first = (await api.ask('GET /api/recall/cases?limit=2', operator())).json
  const second = (await api.ask(`GET /api/recall/cases?limit=2&cursor=${first.nextCursor}`, operator())).json
  const ids = [...(first.cases as Listed[]), ...(second.cases as Listed[])].map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(second.nextCursor).toBeUndefined()
  expect((await api.ask('GET /api/recall/cases?cursor=none', operator())).status).toBe(400)
})
