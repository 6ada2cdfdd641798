// ETags: a lost update is a 412 that says what stands, and changes nothing.
import { describe, expect, test } from 'vitest'
import { type Ask, type HttpApi, useHttpApi } from '../support/http-api.ts'
import { writeSkill } from '../support/written-skills.ts'

const DETAIL = 'GET /api/skills/detail?name=tea'
const own = (headers: Record<string, string>, body?: unknown): Ask => ({
  who: 'operator',
  headers,
  ...(body === undefined ? {} : { body }),
})

async function openTea(): Promise<HttpApi & { tag: string }> {
  const api = await useHttpApi()
  await api.save('tea', { content: '# Tea\n\nBoil water.\n', summary: 'Make tea' }, { who: 'operator' })
  return { ...api, tag: await api.tagOf('tea') }
}

test('a skill has one, of its version and bytes, and a new one with every change', async () => {
  const api = await openTea()
  expect(api.tag).toMatch(/^"1-[0-9a-f]{16}"$/)
  expect(await api.tagOf('tea')).toBe(api.tag)
  const saved = await api.save('tea', { summary: 'Brew tea' }, { who: 'operator' })
  const next = saved.headers.get('etag')
  expect(next).toMatch(/^"2-[0-9a-f]{16}"$/)
  expect(await api.tagOf('tea')).toBe(next)
})

describe('If-None-Match', () => {
  test('answers 304 without a body while it stands', async () => {
    const api = await openTea()
    for (const tags of [api.tag, `W/${api.tag}`, `"9-0000000000000000", ${api.tag}`, '*']) {
      const same = await api.ask(DETAIL, { headers: { 'if-none-match': tags } })
      expect([same.status, same.headers.get('etag'), same.json], tags).toEqual([304, api.tag, {}])
    }
    await api.save('tea', { summary: 'Brew tea' }, { who: 'operator' })
    expect((await api.ask(DETAIL, { headers: { 'if-none-match': api.tag } })).status).toBe(200)
  })
})

describe('If-Match', () => {
  const CHANGES: [line: string, body: unknown][] = [
    ['POST /api/skills', { name: 'tea', summary: 'Changed' }],
    ['PATCH /api/skills?name=tea', { old_string: 'water', new_string: 'milk' }],
    ['DELETE /api/skills?name=tea', undefined],
    ['POST /api/skills/deprecate', { name: 'tea' }],
    ['POST /api/skills/restore', { name: 'tea', version: 1 }],
  ]

  test.each(CHANGES)(
    '%s: what moved on is answered with 412, the tag that stands, and no change',
    async (line, body) => {
      const api = await openTea()
      await api.save('tea', { summary: 'Brew tea' }, { who: 'operator' })
      const now = await api.tagOf('tea')
      const before = (await api.ask(DETAIL, { who: 'operator' })).json
      for (const stale of [api.tag, `"2-${api.tag.slice(3)}`, `W/${now}`, '"2-0000000000000000"']) {
        const reply = await api.ask(line, own({ 'if-match': stale }, body))
        expect([reply.status, reply.headers.get('etag')], stale).toEqual([412, now])
        expect(reply.json).toMatchObject({
          status: 412,
          code: 'conflict',
          fix: expect.stringMatching(/^Nothing was changed/),
        })
      }
      expect((await api.ask(DETAIL, { who: 'operator' })).json).toEqual(before)
    },
  )

  test.each(CHANGES)('%s: what stands is changed', async (line, body) => {
    const api = await openTea()
    const reply = await api.ask(line, own({ 'if-match': `"7-0000000000000000", ${api.tag}` }, body))
    expect(reply.status).toBe(200)
  })

  test('of a hand edit that nobody looked at yet is 412', async () => {
    const api = await openTea()
    writeSkill(api.home, 'tea', '# Tea\n\nBy hand.\n', { summary: 'Make tea' })
    const reply = await api.ask('POST /api/skills', own({ 'if-match': api.tag }, { name: 'tea', summary: 'x' }))
    expect(reply.status).toBe(412)
    expect((await api.ask(DETAIL)).json).toMatchObject({
      skill: { content: '# Tea\n\nBy hand.\n', summary: 'Make tea' },
    })
  })

  test('of an agent whose draft waits is held against the draft', async () => {
    const api = await openTea()
    const drafted = await api.ask('POST /api/skills', {
      headers: { 'if-match': api.tag },
      body: { name: 'tea', summary: 'One' },
    })
    expect(drafted).toMatchObject({ status: 200, json: { draft: true, version: 2 } })
    const draftTag = drafted.headers.get('etag')!
    expect((await api.ask(`${DETAIL}&version=draft`)).headers.get('etag')).toBe(draftTag)
    const stale = await api.ask('POST /api/skills', {
      headers: { 'if-match': api.tag },
      body: { name: 'tea', summary: 'Two' },
    })
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, draftTag])
    const onto = await api.ask('POST /api/skills', {
      headers: { 'if-match': draftTag },
      body: { name: 'tea', summary: 'Two' },
    })
    expect(onto).toMatchObject({ status: 200, json: { draft: true, version: 3 } })
  })

  test('of what is not there is 412 for a save and 404 for the rest', async () => {
    const api = await openTea()
    const headers = { 'if-match': api.tag }
    const save = await api.ask('POST /api/skills', own(headers, { name: 'coffee', content: '# Coffee\n' }))
    expect([save.status, save.headers.get('etag')]).toEqual([412, null])
    expect(
      (await api.ask('PATCH /api/skills?name=coffee', own(headers, { old_string: 'a', new_string: 'b' }))).status,
    ).toBe(404)
    expect((await api.ask('DELETE /api/skills?name=coffee', own(headers))).status).toBe(404)
  })

  test('only one of two that read the same gets through', async () => {
    const api = await openTea()
    const change = (i: number) =>
      api.ask('POST /api/skills', own({ 'if-match': api.tag }, { name: 'tea', summary: `By ${i}` }))
    const statuses = (await Promise.all([0, 1, 2, 3, 4, 5].map(change))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412])
    expect(await api.tagOf('tea')).toMatch(/^"2-/)
  })

  test.each([
    ['no tag', 'tea', {}],
    ['a bare word', '1-0123456789abcdef', {}],
    ['with force', 'TAG', { force: true }],
    ['with another version', 'TAG', { expectedVersion: 4 }],
  ])('that cannot be meant (%s) is refused', async (_what, tag, more) => {
    const api = await openTea()
    const headers = { 'if-match': tag.replace('TAG', api.tag) }
    const reply = await api.ask('POST /api/skills', own(headers, { name: 'tea', summary: 'x', ...more }))
    expect([reply.status, reply.json.code]).toEqual([400, 'bad-input'])
  })

  test('with several names is refused', async () => {
    const api = await openTea()
    const reply = await api.ask('DELETE /api/skills?name=tea&name=coffee', own({ 'if-match': api.tag }))
    expect(reply.status).toBe(400)
  })
})
