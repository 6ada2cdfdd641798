// What a skill may touch, over HTTP: an agent asks for a change, the operator makes it; what is in force is shown.
import { expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const OPERATOR: Ask = { who: 'operator' }
const POLICY = { tools: ['Bash'], domains: ['a.mail.dev'], credentials: [], sideEffects: [] }
const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
const CONTENT = '# Tea\n\nSee https://evil.io.\n'
const withTea = (home: string) => writeSkill(home, 'tea', CONTENT, { summary: 'Make tea', policy: POLICY })
const change = (api: HttpApi, body: object, ask: Ask = {}) =>
  api.ask('POST /api/skills/policy', { ...ask, body: { name: 'tea', ...body } })
const detail = async (api: HttpApi) => (await api.ask('GET /api/skills/detail?name=tea')).json
const approve = async (api: HttpApi) => {
  const { json } = await api.ask('GET /api/approvals/detail?name=tea', OPERATOR)
  return api.ask('POST /api/approvals/approve', { ...OPERATOR, body: { name: 'tea', hash: json.hash } })
}

test('nothing of a policy is in force before a yes, all of it after', async () => {
  const api = await useHttpApi({}, withTea)
  expect(await detail(api)).toMatchObject({
    policy: NONE,
    standing: {
      executable: false,
      warnings: expect.arrayContaining(['its policy is not in force: not approved as it stands']),
    },
  })
  await approve(api)
  expect(await detail(api)).toMatchObject({ policy: POLICY, standing: { executable: true, warnings: [] } })
  // A draft is read to be judged: its policy is not in force either.
  await api.save('tea', { content: `${CONTENT}More.\n` })
  expect((await api.ask('GET /api/skills/detail?name=tea&version=draft')).json).toMatchObject({
    policy: NONE,
    standing: {
      warnings: expect.arrayContaining([expect.stringMatching(/^a draft/), 'its policy is not in force: not approved']),
    },
  })
})

test('what an agent asks for waits for a person, whatever it is', async () => {
  const api = await useHttpApi({}, withTea)
  await approve(api)
  const asked = await change(api, { add: { domains: ['API.mail.io'] }, reason: 'it moved' })
  expect(asked).toMatchObject({ status: 202, json: { name: 'tea', done: false, declared: POLICY, executable: true } })
  const narrower = await change(api, { remove: { tools: ['Bash'] } })
  expect(narrower).toMatchObject({ status: 202, json: { done: false } })
  expect(await detail(api)).toMatchObject({ policy: POLICY })
  const { proposals } = (await api.ask('GET /api/proposals')).json
  expect(proposals).toMatchObject([
    {
      id: asked.json.proposal,
      text: 'change the policy of "tea": add domain api.mail.io',
      request: {
        kind: 'policy',
        name: 'tea',
        add: { ...NONE, domains: ['api.mail.io'] },
        remove: NONE,
        reason: 'it moved',
      },
    },
    { text: 'change the policy of "tea": remove tool Bash' },
  ])
  const accept = (id: unknown) => api.ask('POST /api/proposals/accept', { ...OPERATOR, body: { id } })
  expect(await accept(narrower.json.proposal)).toMatchObject({ status: 200, json: { version: 2 } })
  expect(await detail(api)).toMatchObject({ policy: { ...POLICY, tools: [] }, standing: { executable: true } })
  expect(await accept(asked.json.proposal)).toMatchObject({ status: 200, json: { version: 3 } })
  expect(await detail(api)).toMatchObject({
    policy: NONE,
    standing: { approval: 'needs_reapproval', executable: false },
  })
})

test('the operator changes it at once, and If-Match holds', async () => {
  const api = await useHttpApi({}, withTea)
  await approve(api)
  const stale = await change(
    api,
    { remove: { tools: ['Bash'] } },
    { ...OPERATOR, headers: { 'if-match': '"9-0123456789abcdef"' } },
  )
  expect(stale.status).toBe(412)
  const tag = await api.tagOf('tea')
  expect(
    await change(api, { remove: { tools: ['Bash'] } }, { ...OPERATOR, headers: { 'if-match': tag } }),
  ).toMatchObject({
    status: 200,
    json: { done: true, version: 2, declared: { ...POLICY, tools: [] }, approval: 'approved', executable: true },
  })
})

const WRONG: [body: object, status: number, said: RegExp][] = [
  [{ add: { domains: ['https://evil.io'] } }, 400, /expected a host/],
  [{ add: { domains: ['*'] } }, 400, /every host or none/],
  [{ add: { credentials: ['ghp_0123456789abcdefghij'] } }, 400, /looks like its value/],
  [{}, 400, /expected 1 to 20/],
  [{ add: { tools: Array.from({ length: 21 }, (_, i) => `t${i}`) } }, 413, /got 21/],
  [{ add: { tool: ['Bash'] } }, 400, /add/],
  [{ remove: { tools: ['Write'] } }, 400, /declares \(Bash\), got "Write"/],
  [{ add: { tools: ['Bash'] } }, 409, /declares all of that already/],
  [{ name: 'not-there', add: { tools: ['Bash'] } }, 404, /not-there/],
]
test.each(WRONG)('%j is refused, and no proposal is written down', async (body, status, said) => {
  const api = await useHttpApi({}, withTea)
  for (const ask of [{}, OPERATOR]) {
    const refused = await change(api, body, ask)
    expect([refused.status, refused.json.detail]).toEqual([status, expect.stringMatching(said)])
  }
  expect((await api.ask('GET /api/proposals')).json.total).toBe(0)
})

test('what is observed in a text is told with it', async () => {
  const api = await useHttpApi({}, withTea)
  const { json } = await api.ask('GET /api/approvals/detail?name=tea', OPERATOR)
  expect(json.facts).toEqual({
    hosts: { found: [{ name: 'evil.io', undeclared: true }], total: 1 },
    ...{ environment: { found: [], total: 0 }, credentials: { found: [], total: 0 } },
    ...{ commands: { found: [], total: 0 }, tools: { found: [], total: 0 }, placeholders: [], files: [] },
  })
})
