// Goal: over HTTP the operator installs from a registry as an agent does, nobody else does, and nothing is asked without leave.
import { expect, test } from 'vitest'
import { install } from '../../src/http/api/installs.ts'
import { httpParts } from '../../src/http-parts.ts'
import { installSkill } from '../../src/packages/install-skill.ts'
import { type FakeSkill, fakeClawhub, skillZip } from '../support/fake-registry.ts'
import { useHttpApi } from '../support/http-api.ts'

const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files' },
  versions: [{ version: '2.0.0', zip: skillZip('pdf-tables', 'Merge tables of PDF files') }],
}

const LINE = 'POST /api/skills/install'

test('without leave nothing is asked; an agent installs nothing here; what is no name is refused', async () => {
  const api = await useHttpApi()
  const body = { ref: 'clawhub:@maker/pdf-tables' }
  expect(await api.ask(LINE, { who: 'operator', body })).toMatchObject({
    ...{ status: 403, json: { detail: expect.stringContaining('allowNetwork is off') } },
  })
  expect((await api.ask(LINE, { body })).status).toBe(401)
  expect((await api.ask(LINE, { who: 'operator', body: { ref: 'pdf' } })).status).toBe(400)
  expect((await api.ask(LINE, { who: 'operator', body: { ...body, mine: true } })).status).toBe(400)
})

test('with leave a registry on this machine is refused all the same, unasked', async () => {
  const fake = await fakeClawhub([PDF])
  const api = await useHttpApi({ allowNetwork: true, registries: [fake.setting] })
  const body = { ref: `clawhub+${fake.host}:@maker/pdf-tables` }
  expect(await api.ask(LINE, { who: 'operator', body })).toMatchObject({
    ...{ status: 403, json: { detail: expect.stringMatching(/^expected (?:a public address|leave to ask)/) } },
  })
  expect(fake.asked).toEqual([])
})

test('what comes is told with its full name and the word of its registry', async () => {
  const fake = await fakeClawhub([PDF])
  const { app } = await useHttpApi()
  const { api: parts } = httpParts(
    app,
    () => Promise.reject(new Error('no client is here')),
    () => undefined,
  )
  const { now } = app.parts
  const given = { ...app, registries: fake.open(), now, userHome: '', tell: app.journal.appendLedger }
  const asked = {
    ...{ query: {}, body: { ref: `clawhub+${fake.host}:@maker/pdf-tables`, update: false, dryRun: false } },
    caller: { actor: 'operator' as const, via: 'api', author: null },
    headers: { ifMatch: undefined, ifNoneMatch: undefined, session: undefined },
  }
  const { json } = await install.run(asked, { ...parts, install: (one) => installSkill(one, given) })
  expect(install.answer!.parse(json)).toMatchObject({
    ...{ ref: expect.stringMatching(/:@maker\/pdf-tables@2\.0\.0#[\da-f]{64}$/), verdict: 'verified' },
    taken: [{ name: 'pdf-tables', as: 'candidate' }],
  })
  expect((await app.routing.overview()).stats.installs).toBe(1)
})
