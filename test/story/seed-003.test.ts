// Goal: the seven scenarios of the skill lifecycle (seed 003) as stories, on one home with real processes. The server is
// the library; this test plays the host: it runs the "motor" in its sandbox (a workspace folder, and a network that reaches
// nothing but the domains of the policy), and relays to the person, who decides at the command line.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { skillCortex } from '../cli/run-program.ts'
import { makeFolder } from '../support/temp-home.ts'
import { type Agent, type Json, type OneHome, openOneHome } from './one-home.ts'
import { textOf } from './seen-by-all.ts'

// Each look starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
const POLICY = { tools: ['Bash'], domains: ['api.agentmail.to'], credentials: ['AGENTMAIL_API_KEY'], sideEffects: [] }
const MESSAGE = 'send an email to john with agentmail'
const V1 = '# AgentMail\n\n1. POST the mail to https://api.agentmail.to/v1/send.\n'
const V2 = V1.replace('/v1/send', '/v2/messages')

let of: OneHome
beforeAll(async () => {
  of = await openOneHome('--toolsets', 'core,packages,manage')
  return of.close
})

/** The sandbox of one run. `dir` is all that it can write to, `reach` what its network says. */
function sandbox(domains: readonly string[] = []) {
  const { folder, remove } = makeFolder()
  onTestFinished(remove)
  const dir = join(realpathSync(folder), 'workspace')
  mkdirSync(dir)
  return {
    dir,
    write(files: Record<string, string>) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(dir, path, '..'), { recursive: true })
        writeFileSync(join(dir, path), text)
      }
    },
    reach: (host: string) => (domains.includes(host) ? 'reached' : 'blocked'),
  }
}
const skillMd = (name: string, content: string) =>
  `---\nname: ${name}\ndescription: Send email with ${name}, an API for inboxes of agents\n---\n\n${content}`
const policyJson = (policy: Json) => JSON.stringify({ version: 1, ...policy })

async function done(agent: Agent, tool: string, args: Json): Promise<Json> {
  const result = await agent.call(tool, args)
  expect(result.isError, textOf(result)).toBeFalsy()
  return result.structuredContent!
}
const brain = (tool: string, args: Json) => done(of.agents.stdio, tool, args)
const extracted = async (dir: string, run?: string) =>
  (await brain('extract_skills', { dir, ...(run === undefined ? {} : { run }) })) as {
    runId: string
    skills: Json[]
    refused: string[]
  }
const standing = async (name: string) =>
  (await brain('get_skill', { name })) as { standing: Json; policy: Json; version: number }
async function approve(name: string): Promise<Json> {
  const { json } = await of.http('operator', `GET /api/approvals/detail?name=${name}`)
  return of.person('approve', name, '--hash', String(json.hash))
}
const recalledNames = async () =>
  ((await brain('recall_skills', { message: MESSAGE, force: true })).hits as { name: string }[]).map(({ name }) => name)

test('1. a run learns a service: it stands for review, and a person activates it', async () => {
  const motor = sandbox(['docs.agentmail.dev'])
  const prompt = await of.agents.stdio.prompt('learn_skill', { topic: 'AgentMail' })
  expect(prompt).toMatch(/^Learn this: AgentMail\n/)
  motor.write({
    'SKILL.md': skillMd('agentmail', V1),
    'policy.json': policyJson({ ...POLICY, trust: 'approved', approvedBy: 'user' }),
    'references/api-docs.md': 'POST /v1/send\n',
    'scripts/send.sh': '#!/bin/sh\ncurl https://api.agentmail.to/v1/send\n',
    'fetched.html': '<html>',
  })
  const { runId, skills } = await extracted(motor.dir, 'motor-1')
  expect([runId, skills]).toMatchObject([
    'motor-1',
    [{ name: 'agentmail', outcome: 'created', draft: false, asks: POLICY, summary: /inboxes/ }],
  ])
  const unreviewed = { approval: 'pending_review', exposure: 'on-request', executable: false, tier: 1 }
  expect(await standing('agentmail')).toMatchObject({ standing: unreviewed, policy: NONE })
  expect(await recalledNames()).not.toContain('agentmail')
  // No: it stays as it is, with the note, and can be mended in the same workspace.
  await of.person('reject', 'agentmail', '--note', 'the key is missing')
  expect(await standing('agentmail')).toMatchObject({ standing: { ...unreviewed, lifecycle: 'candidate' } })
  motor.write({ 'SKILL.md': skillMd('agentmail', `${V1}2. Send the key as a bearer token.\n`) })
  expect((await extracted(motor.dir)).skills).toMatchObject([
    { outcome: 'updated', draft: true, changed: ['SKILL.md'] },
  ])
  await approve('agentmail')
  expect(await standing('agentmail')).toMatchObject({
    standing: { approval: 'approved', executable: true },
    policy: POLICY,
  })
  expect(await recalledNames()).toContain('agentmail')
})

test('2. an approved skill is used: its policy comes with it, and nothing of it changes', async () => {
  const before = await standing('agentmail')
  const { dir } = sandbox()
  const out = await brain('checkout_skill', { name: 'agentmail', dir })
  expect(out).toMatchObject({ executable: true, whyNot: null, policy: POLICY, version: before.version })
  expect((out.files as Json[]).map(({ path }) => path)).toEqual([
    ...['SKILL.md', 'policy.json', 'references/api-docs.md', 'scripts/send.sh'],
  ])
  const motor = sandbox((out.policy as typeof POLICY).domains)
  expect([motor.reach('api.agentmail.to'), motor.reach('evil.example')]).toEqual(['reached', 'blocked'])
  await brain('report_outcome', { name: 'agentmail', outcome: 'success' })
  expect((await extracted(dir)).skills).toMatchObject([{ name: 'agentmail', outcome: 'unchanged', changed: [] }])
  expect((await standing('agentmail')).version).toBe(before.version)
})

test('3. a failure that passes is not the fault of the skill', async () => {
  const before = await standing('agentmail')
  const { dir } = sandbox()
  await brain('checkout_skill', { name: 'agentmail', dir })
  for (const session of ['the run', 'the run again']) {
    await brain('report_outcome', { name: 'agentmail', outcome: 'api_error', note: '503', session })
  }
  expect((await extracted(dir)).skills).toMatchObject([{ outcome: 'unchanged' }])
  const after = (await brain('get_skill', { name: 'agentmail' })) as { stats: Json; version: number; standing: Json }
  expect(after).toMatchObject({ version: before.version, standing: { approval: 'approved', executable: true } })
  expect(after.stats).toMatchObject({ outcomes: { success: 1, api_error: 2 }, successRate: 0.667 })
})

test('4a. a run mends what is out of date within its domains: the mended text waits, the approved one serves', async () => {
  const before = await standing('agentmail')
  const motor = sandbox(POLICY.domains)
  const { runId } = await brain('checkout_skill', { name: 'agentmail', dir: motor.dir })
  // 404 on /v1/send; the documentation says /v2/messages, on the same host.
  expect(motor.reach('api.agentmail.to')).toBe('reached')
  motor.write({ 'SKILL.md': skillMd('agentmail', V2), 'references/api-docs.md': 'POST /v2/messages\n' })
  const { skills } = await extracted(motor.dir, String(runId))
  expect(skills).toMatchObject([{ outcome: 'updated', draft: true, changed: ['SKILL.md', 'references/api-docs.md'] }])
  expect(skills[0]).not.toHaveProperty('proposal')
  expect(await standing('agentmail')).toMatchObject({
    version: before.version,
    standing: { approval: 'approved', draft: true },
  })
  const { json } = await of.http('operator', 'GET /api/approvals/detail?name=agentmail')
  expect(json).toMatchObject({ which: 'draft', provenance: { extractedFrom: { runId, version: json.version } } })
  await approve('agentmail')
  const now = (await brain('get_skill', { name: 'agentmail' })) as { skill: Json; provenance: Json }
  expect(now).toMatchObject({
    skill: { content: V2 },
    standing: { approval: 'approved', executable: true },
    policy: POLICY,
  })
  expect(now.provenance).toMatchObject({
    via: 'extract',
    extractedFrom: { runId, changedFiles: ['SKILL.md', 'references/api-docs.md'] },
  })
})

test('4b. a mend that needs another domain is blocked, proposed, and goes on when a person has agreed', async () => {
  const first = sandbox(POLICY.domains)
  await brain('checkout_skill', { name: 'agentmail', dir: first.dir })
  // 301 to another host, which the sandbox does not let it reach: it asks for it, and changes nothing else.
  expect(first.reach('api-v2.agentmail.to')).toBe('blocked')
  const wider = { ...POLICY, domains: [...POLICY.domains, 'api-v2.agentmail.to'] }
  first.write({ 'policy.json': policyJson(wider) })
  const { skills } = await extracted(first.dir)
  const id = String(skills[0]!.proposal)
  expect(await standing('agentmail')).toMatchObject({ policy: POLICY, standing: { executable: true, draft: false } })
  const { json } = await of.http('agent', 'GET /api/proposals')
  expect(json).toMatchObject({
    total: 1,
    proposals: [{ id, request: { kind: 'policy', add: { domains: ['api-v2.agentmail.to'] } } }],
  })
  expect((await of.http('agent', 'POST /api/proposals/accept', { id })).status).toBe(401)
  expect((await of.http('operator', 'POST /api/proposals/accept', { id })).status).toBe(200)
  // A wider policy takes a new yes to the whole.
  expect(await standing('agentmail')).toMatchObject({
    policy: NONE,
    standing: { approval: 'needs_reapproval', executable: false },
  })
  await approve('agentmail')

  const out = (await brain('checkout_skill', { name: 'agentmail', dir: sandbox().dir })) as { policy: typeof POLICY }
  expect(out).toMatchObject({ executable: true, policy: wider })
  const second = sandbox(out.policy.domains)
  expect(second.reach('api-v2.agentmail.to')).toBe('reached')
  await brain('checkout_skill', { name: 'agentmail', dir: second.dir })
  second.write({ 'SKILL.md': skillMd('agentmail', V2.replace('api.', 'api-v2.')) })
  expect((await extracted(second.dir)).skills).toMatchObject([{ outcome: 'updated', draft: true, asks: wider }])
  await approve('agentmail')
  expect(await standing('agentmail')).toMatchObject({
    policy: wider,
    standing: { approval: 'approved', executable: true },
  })
})

test('5. a skill for another agent: it finds it whole, and another home decides for itself', async () => {
  const other = of.agents.http
  expect(await done(other, 'get_skill', { name: 'agentmail' })).toMatchObject({ standing: { approval: 'approved' } })
  const { dir } = sandbox()
  const out = await done(other, 'checkout_skill', { name: 'agentmail', dir })
  expect((out.files as Json[]).map(({ path }) => path)).toContain('scripts/send.sh')

  const { folder: elsewhere, remove } = makeFolder()
  onTestFinished(remove)
  await of.person('export', 'agentmail', '--to', join(elsewhere, 'out'))
  const home = join(elsewhere, 'home')
  mkdirSync(join(home, 'skills'), { recursive: true })
  const imported = await skillCortex(['import', join(elsewhere, 'out'), '--home', home])
  expect(imported, imported.err).toMatchObject({ exit: 0 })
  const there = await skillCortex(['show', 'agentmail', '--json', '--home', home])
  expect(JSON.parse(there.out)).toMatchObject({ standing: { approval: 'pending_review', executable: false } })
})

test('6. a pasted skill file: what it needs is said and not set, until the person says so', async () => {
  const pasted = skillMd(
    'postbox',
    '# Postbox\n\n```sh\ncurl -H "Auth: $POSTBOX_TOKEN" https://api.postbox.example.net/send\n```\n',
  )
  const { taken } = (await brain('import_skill', { text: pasted })) as { taken: Json[] }
  const suggested = { tools: ['Bash'], credentials: ['POSTBOX_TOKEN'], sideEffects: ['shell:curl'] }
  expect(taken).toMatchObject([{ name: 'postbox', outcome: 'new', asks: NONE, suggestedPolicy: suggested }])
  expect(await standing('postbox')).toMatchObject({ standing: { approval: 'pending_review', executable: false } })
  const traversal = await brain('import_skill', { text: skillMd('../postbox', '# X\n') })
  expect(traversal).toMatchObject({ taken: [], refused: 1 })
  await approve('postbox')
  expect(await standing('postbox')).toMatchObject({ policy: NONE, standing: { executable: true } })
})

test('7. a skill from a URL: fetched by the host, adapted in a workspace, and its source is kept', async () => {
  const forbidden = await of.agents.stdio.call('import_skill', { url: 'https://skills.example/courier/SKILL.md' })
  expect(textOf(forbidden)).toMatch(/^refused: .*allowNetwork/s)
  const motor = sandbox(['skills.example'])
  const provenance = { source: 'https://skills.example/courier', fetchedAt: '2026-11-22T10:00:00Z' }
  motor.write({
    'courier/SKILL.md': skillMd('courier', '# Courier\n\n1. Hand it to the courier.\n'),
    'courier/policy.json': policyJson({
      domains: ['api.courier.example.net'],
      provenance: { ...provenance, contentHash: 'x' },
    }),
    'courier/references/api.md': 'The API.\n',
    'broken/SKILL.md': 'No front matter.\n',
  })
  const { skills, refused } = await extracted(motor.dir)
  expect([skills, refused]).toMatchObject([[{ name: 'courier', outcome: 'created' }], ['workspace/broken']])
  expect(await brain('get_skill', { name: 'courier' })).toMatchObject({ provenance, standing: { executable: false } })
  const { json } = await of.http('operator', 'GET /api/approvals/detail?name=courier')
  expect(json).toMatchObject({
    which: 'live',
    via: 'extract',
    policy: { domains: ['api.courier.example.net'] },
    provenance,
  })
  await approve('courier')
  expect(await standing('courier')).toMatchObject({ standing: { approval: 'approved', executable: true } })
})
