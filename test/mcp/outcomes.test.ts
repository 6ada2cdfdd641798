// Goal: what agents report changes what the next one is told of a skill, through a real server, and what they merely load
// does not.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient, type McpClient, type Target } from '../support/mcp-clients.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

type Stats = {
  loads: number
  recalled: number
  lastRecalledAt: string | null
  successRate: number
  outcomes: Record<string, number>
  freshness: number
  health: number
}

function homeWithTea(): string {
  const home = tempFolder()
  writeSkill(home, 'tea', '# Tea\n\n1. Boil water.\n', { summary: 'Make a pot of tea' })
  writeSkill(home, 'constructor', '# Constructor\n\n1. Call super first.\n', {
    summary: 'Write a constructor of a class',
  })
  return home
}

async function agentOn(target: Target): Promise<McpClient> {
  const agent = await connectClient('v2 auto', target)
  onTestFinished(() => agent.close())
  return agent
}

async function statsOf(agent: McpClient, name = 'tea', session = 'reader'): Promise<Stats> {
  const { structuredContent } = await agent.call('get_skill', { name, session })
  return (structuredContent as { stats: Stats }).stats
}

async function report(agent: McpClient, of: Record<string, unknown>): Promise<string[]> {
  const { structuredContent, isError } = await agent.call('report_outcome', { name: 'tea', ...of })
  expect(isError).not.toBe(true)
  return structuredContent?.recorded as string[]
}

test('loads do not change the rate, outcomes do; environment failures do not', async () => {
  const agent = await agentOn({ kind: 'stdio', home: homeWithTea() })
  expect(await statsOf(agent)).toMatchObject({
    loads: 1,
    recalled: 0,
    lastRecalledAt: null,
    successRate: 0.5,
    health: 0.6,
  })
  for (let i = 2; i <= 9; i++) expect(await statsOf(agent)).toMatchObject({ loads: i, successRate: 0.5, freshness: 1 })

  await agent.call('recall_skills', { message: 'make a pot of tea', session: 'monday' })
  expect(await statsOf(agent)).toMatchObject({ recalled: 1, lastRecalledAt: expect.any(String), successRate: 0.5 })

  await report(agent, { outcome: 'success', contribution: 'verified', session: 'a' })
  expect(await statsOf(agent)).toMatchObject({ successRate: 0.667, outcomes: { success: 1, task_mismatch: 0 } })
  for (const outcome of ['auth_error', 'dependency_missing', 'api_error', 'cancelled', 'unknown']) {
    await report(agent, { outcome, session: outcome })
  }
  expect((await statsOf(agent)).successRate).toBe(0.667)
  await report(agent, { outcome: 'task_mismatch', session: 'b' })
  await report(agent, { outcome: 'runtime_error', session: 'c' })
  expect(await statsOf(agent)).toMatchObject({
    successRate: 0.4,
    outcomes: { success: 1, task_mismatch: 1, runtime_error: 1, auth_error: 1, cancelled: 1, unknown: 1 },
  })
})

test('a report sent twice counts once; another on the same use replaces it; each load is a use', async () => {
  const agent = await agentOn({ kind: 'stdio', home: homeWithTea() })
  const counts = async () => {
    const { success, runtime_error } = (await statsOf(agent)).outcomes
    return { success, runtime_error }
  }
  const sent = { outcome: 'success', session: 'a', eventId: 'once' }
  expect(await report(agent, sent)).toEqual(await report(agent, sent))
  expect(await counts()).toEqual({ success: 1, runtime_error: 0 })
  await report(agent, { outcome: 'runtime_error', session: 'a' })
  expect(await counts()).toEqual({ success: 0, runtime_error: 1 })
  await agent.call('get_skill', { name: 'tea', session: 'a' })
  await report(agent, { outcome: 'success', session: 'a' })
  expect(await counts()).toEqual({ success: 1, runtime_error: 1 })
  await report(agent, { outcome: 'success', session: 'a', key: 'second pot' })
  await report(agent, { outcome: 'success', session: 'a', key: 'third pot' })
  expect(await counts()).toEqual({ success: 3, runtime_error: 1 })
})

test('calls without a session count each for itself, also when a hook saw them in one', async () => {
  const home = homeWithTea()
  const { url } = await forThisTest(startHttpServer(home))
  const agent = await agentOn({ kind: 'http', url })
  await report(agent, { outcome: 'success' })
  await report(agent, { outcome: 'success' })
  const line = { event: 'tool-called', id: 't', sessionId: 'hooked', timestamp: new Date().toISOString(), seq: 1 }
  const seen = { ...line, actor: 'system', tool: 'x__report_outcome', ok: true, skill: 'tea', outcome: 'success' }
  writeFileSync(join(home, 'skill-usage/hooked.jsonl'), `${JSON.stringify(seen)}\n`)
  expect((await statsOf(agent)).outcomes.success).toBe(2)
})

test('the statistics are the same when what was folded is deleted, and for names that are words of the language', async () => {
  const home = homeWithTea()
  const first = await connectClient('v2 auto', { kind: 'stdio', home })
  for (const [session, name] of [
    ['a', 'tea'],
    ['b', 'constructor'],
  ]) {
    await first.call('get_skill', { name, session })
    await report(first, { name, outcome: 'success', session })
  }
  const before = [await statsOf(first), await statsOf(first, 'constructor')]
  await first.close()
  const kept = JSON.parse(readFileSync(join(home, 'cortex/stats.json'), 'utf8'))
  expect(kept.state.reported.reports).toHaveLength(2)
  rmSync(join(home, 'cortex/stats.json'))
  const second = await agentOn({ kind: 'stdio', home })
  const after = [await statsOf(second), await statsOf(second, 'constructor')]
  const lasting = ({ loads: _l, lastUsedAt: _u, ...rest }: Stats & { lastUsedAt?: string }) => rest
  expect(after.map(lasting)).toEqual(before.map(lasting))
  expect(after.map(({ loads, successRate }) => [loads, successRate])).toEqual([
    [3, 0.667],
    [3, 0.667],
  ])
})
