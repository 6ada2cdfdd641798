// What `check` says, over HTTP: findings, repairs that are written exactly as they were shown, and how clients stand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const OPERATOR: Ask = { who: 'operator' }
const ODD = '{\n  // mine\n  "name": "mail",\n  "content": "# Mail",\n}\n'
type Repair = { file: string; hash: string; diff: string; repairs: string[] }

const oddHome = (home: string) => {
  writeSkill(home, 'tea', '# Tea\n', { seeAlso: ['coffe'] })
  writeSkill(home, 'coffee', '# Coffee\n')
  writeFileSync(join(home, 'skills/mail.json'), ODD)
  writeFileSync(join(home, 'skills/half.json'), '{"name": "half", "content": "# Ha')
}
const fix = (api: HttpApi, repairs: object[]) => api.ask('POST /api/doctor/fix', { ...OPERATOR, body: { repairs } })

test('it tells what is wrong and what to do, and what can be repaired', async () => {
  const api = await useHttpApi({}, oddHome)
  const { json } = await api.ask('GET /api/doctor', OPERATOR)
  expect(json).toMatchObject({ errors: 2, skills: expect.any(Number), moreRepairs: 0 })
  expect(json.findings).toContainEqual(
    expect.objectContaining({ severity: 'error', file: 'skills/half.json', fix: expect.stringMatching(/\w/) }),
  )
  expect(json.findings).toContainEqual(
    expect.objectContaining({ code: 'dangling-see-also', fix: 'Correct it (did you mean "coffee"?) or take it out.' }),
  )
  const [repair] = json.repairs as Repair[]
  expect(repair).toMatchObject({ file: 'skills/mail.json', repairs: expect.arrayContaining(['comments']) })
  expect(repair?.diff).toContain('-  // mine\n')
})

test('a repair is written as it was shown, and the second look has nothing to do', async () => {
  const api = await useHttpApi({}, oddHome)
  const [repair] = (await api.ask('GET /api/doctor', OPERATOR)).json.repairs as Repair[]
  const { json } = await fix(api, [{ file: repair!.file, hash: repair!.hash }])
  expect(json.done).toEqual([expect.objectContaining({ file: 'skills/mail.json', outcome: 'repaired', reason: null })])
  expect(JSON.parse(readFileSync(join(api.home, 'skills/mail.json'), 'utf8'))).toMatchObject({ name: 'mail' })
  expect((await api.ask('GET /api/doctor', OPERATOR)).json.repairs).toEqual([])
})

test('what changed since it was shown is left, and said', async () => {
  const api = await useHttpApi({}, oddHome)
  const [repair] = (await api.ask('GET /api/doctor', OPERATOR)).json.repairs as Repair[]
  const changed = ODD.replace('# Mail', '# Post')
  writeFileSync(join(api.home, 'skills/mail.json'), changed)
  const { json } = await fix(api, [
    { file: repair!.file, hash: repair!.hash },
    { file: 'skills/none.json', hash: 'x' },
  ])
  expect(json.done).toEqual([
    expect.objectContaining({ file: 'skills/mail.json', outcome: 'refused' }),
    expect.objectContaining({ file: 'skills/none.json', outcome: 'refused' }),
  ])
  expect(readFileSync(join(api.home, 'skills/mail.json'), 'utf8')).toBe(changed)
})

test('it is the operator’s alone', async () => {
  const api = await useHttpApi({}, oddHome)
  for (const line of ['GET /api/doctor', 'GET /api/clients']) expect((await api.ask(line)).status).toBe(401)
  expect((await api.ask('POST /api/doctor/fix', { body: { repairs: [] } })).status).toBe(401)
  expect((await api.ask('GET /api/clients', OPERATOR)).json).toEqual({ home: api.home, clients: [] })
})
