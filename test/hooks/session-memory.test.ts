// What hooks remember of a session, and what they teach: both in the journal, so that hooks and the server agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { levelled, openLearning } from '../support/open-learner.ts'
import { useApp } from '../support/use-app.ts'
import { INPUTS, ourToolCall } from './client-inputs.ts'
import { hooksOn, keepSnapshot, sessionLines, teamHome } from './hook-home.ts'

const PODS = 'K8s pods restarting, what now?'
const POD_SKILL = 'k8s/debug-pod'
const load = (session: string, name: string) => ({
  ...ourToolCall('claude', 'get_skill', { name }),
  session_id: session,
})
const report = (session: string, args: Record<string, unknown>) => ({
  ...ourToolCall('claude', 'report_outcome', args),
  session_id: session,
})
const bash = (session: string, tool_name = 'Bash') => ({ ...INPUTS.claude.tool, session_id: session, tool_name })
const failed = (session: string, tool_name = 'Bash') => ({
  ...INPUTS.claude['failed tool'],
  session_id: session,
  tool_name,
})

describe('a skill that was shown', () => {
  test('is not shown again in its session, but in another one', async () => {
    const hooks = hooksOn(teamHome())
    expect(await hooks.names('s1', PODS)).toContain(POD_SKILL)
    expect(await hooks.names('s1', PODS)).not.toContain(POD_SKILL)
    expect(await hooks.names('s2', PODS)).toContain(POD_SKILL)
  })

  test.each([
    ['compact', true],
    ['clear', true],
    ['resume', false],
    ['startup', false],
    ['fork', false],
  ])('after a start by "%s": %s', async (source, isShown) => {
    const hooks = hooksOn(teamHome())
    await hooks.names('s', PODS)
    await hooks.run('session-start', { ...INPUTS.claude['session-start'], session_id: 's', source })
    expect((await hooks.names('s', PODS)).includes(POD_SKILL)).toBe(isShown)
  })

  test.each(['codex', 'gemini', 'cursor', 'vscode'] as const)(
    'is shown again after what %s calls compacting',
    async (client) => {
      const layout = teamHome()
      const claude = hooksOn(layout)
      await claude.names('s', PODS)
      await hooksOn(layout, { client }).run('compact', { session_id: 's', trigger: 'manual' })
      expect(await claude.names('s', PODS)).toContain(POD_SKILL)
    },
  )

  test('counts as shown for the server too, and the other way round', async () => {
    const layout = teamHome()
    const hooks = hooksOn(layout)
    const { recall } = await useApp(layout.home)
    const names = async (session: string) => (await recall(PODS, { session })).hits.map(({ name }) => name)
    await hooks.names('s1', PODS)
    expect(await names('s1')).not.toContain(POD_SKILL)
    expect(await names('s2')).toContain(POD_SKILL)
    expect(await hooks.names('s2', PODS)).not.toContain(POD_SKILL)
  })

  test('lets the next best come up', async () => {
    const hooks = hooksOn(teamHome())
    const message = 'deploy the docker image to the staging server'
    const first = await hooks.names('s', message)
    const second = await hooks.names('s', message)
    expect(first.length).toBeGreaterThan(0)
    expect(second.filter((name) => first.includes(name))).toEqual([])
  })
})

describe('a skill that was loaded', () => {
  test('counts as shown, whoever saw the load', async () => {
    const hooks = hooksOn(teamHome())
    await hooks.run('tool', load('s', POD_SKILL))
    expect(await hooks.names('s', PODS)).not.toContain(POD_SKILL)
  })

  test('does not when the load failed, or was of another server’s tool', async () => {
    const layout = teamHome()
    const hooks = hooksOn(layout)
    await hooks.run('tool', { ...load('s', POD_SKILL), tool_response: { isError: true } })
    await hooks.run('tool', load('s', 'no/such-skill'))
    await hooks.run('tool', load('s', '../../etc/passwd'))
    expect(await hooks.names('s', PODS)).toContain(POD_SKILL)
    const calls = sessionLines(layout, 's').filter(({ event }) => event === 'tool-called')
    expect(calls.map(({ ok, skill }) => [ok, skill])).toEqual([
      [false, POD_SKILL],
      [true, undefined],
      [true, undefined],
    ])
  })
})

describe('what a session teaches', () => {
  test.each(['claude', 'codex', 'gemini'] as const)('%s: a message, then a load', async (client) => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const hooks = hooksOn(layout, { client })
    await hooks.run('prompt', { session_id: 's', prompt: 'the service dies all night' })
    await hooks.run('tool', { ...ourToolCall(client, 'get_skill', { name: POD_SKILL }), session_id: 's' })
    const { learner } = openLearning(layout)
    expect(await levelled(learner)).toEqual([`s ${POD_SKILL} open: die night servic`])
  })

  test.each([
    ['success', 'right'],
    ['task_mismatch', 'wrong'],
    ['runtime_error', 'open'],
  ])('and an outcome "%s", seen by the hook, judges it: %s', async (outcome, verdict) => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const hooks = hooksOn(layout)
    await hooks.block('s', 'the service dies all night')
    await hooks.run('tool', load('s', POD_SKILL))
    await hooks.run('tool', report('s', { name: POD_SKILL, outcome }))
    const { learner } = openLearning(layout)
    expect(await levelled(learner)).toEqual([`s ${POD_SKILL} ${verdict}: die night servic`])
  })

  test('not: feedback without an outcome, a failed load, a load without a message', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const hooks = hooksOn(layout)
    await hooks.run('tool', load('s1', POD_SKILL))
    await hooks.block('s2', 'the service dies all night')
    await hooks.run('tool', report('s2', { name: POD_SKILL, feedback: 'praise' }))
    await hooks.run('tool', { ...load('s2', POD_SKILL), tool_response: { isError: true } })
    const { learner } = openLearning(layout)
    expect(await levelled(learner)).toEqual([])
  })

  test('changes what the next session is told, once the snapshot knows', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const hooks = hooksOn(layout)
    const odd = 'mitigate the gremlins overnight'
    expect(await hooks.names('s0', odd)).toEqual([])
    for (const session of ['s1', 's2', 's3']) {
      await hooks.block(session, odd)
      await hooks.run('tool', load(session, POD_SKILL))
      await hooks.run('tool', report(session, { name: POD_SKILL, outcome: 'success' }))
    }
    await keepSnapshot(layout)
    expect(await hooks.names('s4', odd)).toEqual([POD_SKILL])
    // By setting, it neither votes nor is anything written down.
    const off = hooksOn(layout, { mayLearn: false })
    expect(await off.names('s5', odd)).toEqual([])
    expect(sessionLines(layout, 's5')).toEqual([{ event: 'turn', actor: 'system' }])
  })

  test('nothing is learned by hooks while learning is paused or off, and none of the words are kept', async () => {
    const layout = teamHome()
    const recall = await keepSnapshot(layout)
    await recall.learner.pause('operator')
    const hooks = hooksOn(layout)
    await hooks.block('s1', PODS)
    await recall.learner.resume('operator')
    await hooks.block('s2', PODS)
    await keepSnapshot(layout, { isLearning: false })
    await hooks.block('s3', PODS)
    const stems = (session: string) => sessionLines(layout, session)[0]!.stems
    expect(stems('s1')).toBeUndefined()
    expect(stems('s2')).toEqual(['k8s', 'pod', 'restart'])
    expect(stems('s3')).toBeUndefined()
  })

  test('of a message only stems are kept, and of no one’s name', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const hooks = hooksOn(layout)
    await hooks.block('s', 'No, send the invoice 4711 to Wilhelmina Featherstonehaugh, whf@corp.example')
    const text = readFileSync(join(layout.usage, 's.jsonl'), 'utf8')
    for (const secret of ['Wilhelmina', 'wilhelmina', 'eatherstone', '4711', 'corp', 'whf'])
      expect(text).not.toContain(secret)
    expect(sessionLines(layout, 's').map(({ event }) => event)).toContain('feedback')
  })
})

describe('tools', () => {
  test('a failure, and a try of the same tool right after it', async () => {
    const layout = teamHome()
    const hooks = hooksOn(layout)
    for (const call of [bash, failed, failed, bash, bash]) await hooks.run('tool', call('s'))
    await hooks.run('tool', failed('s', 'Read'))
    await hooks.run('tool', bash('s', 'Bash'))
    await hooks.run('tool', bash('s', 'Read'))
    expect(sessionLines(layout, 's').map(({ tool, ok, retry }) => [tool, ok, retry ?? false])).toEqual([
      ['Bash', true, false],
      ['Bash', false, false],
      ['Bash', false, true],
      ['Bash', true, true],
      ['Bash', true, false],
      ['Read', false, false],
      // Something else came between.
      ['Bash', true, false],
      ['Read', true, false],
    ])
  })

  test('a try again is known after a message, and in a long session', async () => {
    const layout = teamHome()
    const hooks = hooksOn(layout)
    for (let i = 0; i < 400; i++) await hooks.run('tool', bash('s', `tool_${i}${'x'.repeat(150)}`))
    await hooks.run('tool', failed('s'))
    await hooks.block('s', 'try that once more')
    await hooks.run('tool', bash('s'))
    expect(sessionLines(layout, 's').at(-1)).toMatchObject({ tool: 'Bash', ok: true, retry: true })
  })

  test('neither arguments nor results are kept', async () => {
    const layout = teamHome()
    await hooksOn(layout).run('tool', {
      ...bash('s'),
      tool_input: { command: 'curl -H "Authorization: Bearer sesame"' },
      tool_response: { stdout: 'sesame' },
    })
    expect(readFileSync(join(layout.usage, 's.jsonl'), 'utf8')).not.toContain('sesame')
  })

  test('a call that a person stopped is not written down', async () => {
    const layout = teamHome()
    const hooks = hooksOn(layout)
    await hooks.run('tool', { ...failed('s'), is_interrupt: true })
    await hooks.run('tool', bash('s'))
    expect(sessionLines(layout, 's')).toHaveLength(1)
  })

  test('an endless name is cut', async () => {
    const layout = teamHome()
    await hooksOn(layout).run('tool', bash('s', 'x'.repeat(5_000)))
    expect(sessionLines(layout, 's')[0]!.tool).toBe('x'.repeat(200))
  })
})

describe('what a person says of the last answer', () => {
  test.each([
    ['No, the other one', 'correction'],
    ['Thanks, that works.', 'praise'],
    ['No idea how to debug pods', undefined],
  ])('%j: %s', async (prompt, feedback) => {
    const layout = teamHome()
    await hooksOn(layout).block('s', prompt)
    const events = sessionLines(layout, 's').filter(({ event }) => event === 'feedback')
    expect(events).toEqual(feedback === undefined ? [] : [{ event: 'feedback', actor: 'system', feedback }])
  })
})

test('a session whose name is no file name has a file all the same', async () => {
  const layout = teamHome()
  const hooks = hooksOn(layout)
  for (const session of ['../../etc/x', 'A Session', '会话', 'con']) {
    expect(await hooks.names(session, PODS)).toContain(POD_SKILL)
    expect(await hooks.names(session, PODS)).not.toContain(POD_SKILL)
  }
})
