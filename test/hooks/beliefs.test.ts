// What reflections came to hold reaches clients that are told by hooks: at the start of a session and with each message, by
// real processes over what the second loop has written. A hook says less rather than something that is over.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Belief } from '../../src/domain/beliefs.ts'
import { type HomeLayout, homeLayout } from '../../src/files/home-layout.ts'
import { openSecondLoopHome } from '../reflection/second-loop-home.ts'
import { INPUTS, SESSION } from './client-inputs.ts'
import { homeOf, hookArgs, hooksOn, runHook } from './hook-home.ts'

const MAIL = { name: 'mail', content: '# Mail\n', summary: 'Send email to a customer' }
const HEAD = '## Cortex Beliefs\n\n'

/** A home whose second loop lives so many minutes ago, by the clock that hooks go by. */
async function reflected(minutesAgo: number) {
  const layout = homeOf([MAIL])
  const loop = await openSecondLoopHome({}, layout.home)
  loop.wait((Date.now() - loop.now().getTime()) / 60_000 - minutesAgo)
  return { layout, ...loop }
}

let sessions = 0

/** What a session of its own is told, which has seen no skill. */
async function told(layout: HomeLayout, event: 'prompt' | 'session-start', env: Record<string, string> = {}) {
  const input = { ...INPUTS.claude[event], session_id: `${SESSION}-${sessions++}` }
  const { exit, out, err } = await runHook(hookArgs(event, 'claude', layout), input, { env })
  expect([exit, err]).toEqual([0, ''])
  return out === '' ? '' : (JSON.parse(out).hookSpecificOutput.additionalContext as string)
}

const blockOf = (text: string) => (text.includes(HEAD) ? text.slice(text.indexOf(HEAD)) : '')

test('at the start after the index, with a message after the skills, to the letter as a recall has it', async () => {
  const { layout, meet, reflect, context } = await reflected(30)
  expect([blockOf(await told(layout, 'session-start')), blockOf(await told(layout, 'prompt'))]).toEqual(['', ''])
  await meet('bob')
  await reflect({
    beliefs: [
      { key: 'prices-are-old', value: 'Prices are a day old.' },
      { key: 'late', value: 'Answers late.', peer_id: 'bob' },
    ],
  })
  const block = `${HEAD}- late (bob): Answers late.\n- prices-are-old: Prices are a day old.`
  expect(await context('beliefs')).toEqual([block])
  expect(await told(layout, 'session-start')).toMatch(/^Available skills .*\n- mail: Send email to a customer\n\n## /)
  expect(blockOf(await told(layout, 'session-start'))).toBe(block)
  const message = await told(layout, 'prompt')
  expect(message).toMatch(/^Relevant skills for this message: mail\n/)
  expect(message.endsWith(`\n\n${block}`)).toBe(true)
})

test('to each client in its own form, where it takes any', async () => {
  const { layout, meet, reflect } = await reflected(30)
  await meet('bob')
  await reflect({ beliefs: [{ key: 'late', value: 'Answers late.' }] })
  const said = async (event: 'prompt' | 'session-start', client: 'codex' | 'gemini' | 'cursor' | 'vscode') => {
    const { out } = await runHook(hookArgs(event, client, layout), {
      ...INPUTS.claude[event],
      conversation_id: SESSION,
    })
    return out.includes('Answers late.')
  }
  for (const client of ['codex', 'gemini', 'cursor', 'vscode'] as const) {
    const takesPrompt = client === 'codex' || client === 'gemini'
    expect([await said('session-start', client), await said('prompt', client)]).toEqual([true, takesPrompt])
  }
})

test('what may be over by the clock on the wall is left out, unless it is pinned; the settings say how long', async () => {
  const { layout, meet, reflect, keys, app, configure } = await reflected(180)
  await meet('bob')
  await reflect({ beliefs: ['kept', 'idle'].map((key) => ({ key, value: `It is ${key}.` })) })
  await app.reflection.beliefs.change('kept', { step: 'pin', isPinned: true }, 'operator')
  // Nobody worked since: by active time it stands, which only the journal says.
  expect(await keys()).toEqual(['kept', 'idle'])
  const kept = `${HEAD}- kept: It is kept.`
  expect(blockOf(await told(layout, 'prompt'))).toBe(kept)
  expect(blockOf(await told(layout, 'session-start'))).toBe(kept)
  const both = `${kept}\n- idle: It is idle.`
  expect(blockOf(await told(layout, 'prompt', { SKILL_CORTEX_REFLECTION_BELIEF_MINUTES: '300' }))).toBe(both)
  for (const minutes of [{ reflection: { beliefMinutes: 300 } }, { 'reflection.beliefMinutes': '300' }]) {
    configure(minutes)
    expect(blockOf(await told(layout, 'prompt'))).toBe(both)
  }
  configure({ reflection: { beliefMinutes: 'long' } })
  expect(blockOf(await told(layout, 'prompt'))).toBe(kept)
})

test('one about a peer says what a newer judgement says, and is left out where nobody knows whether there is one', async () => {
  const { layout, meet, reflect, context, app } = await reflected(30)
  await meet('bob', 5)
  await reflect({
    assessments: [{ peer_id: 'bob', trust: 2 }],
    beliefs: [
      { key: 'bob-is-fine', value: 'Bob is fine.', peer_id: 'bob' },
      { key: 'other', value: 'It is so.' },
    ],
  })
  expect(blockOf(await told(layout, 'prompt'))).toBe(`${HEAD}- bob-is-fine (bob): Bob is fine.\n- other: It is so.`)
  const asked = { peerId: 'bob', trust: -2, rationale: 'Something came up.', source: 'operator' as const }
  await app.ledger.recordAssessment(asked, 'operator')
  const [block] = await context('beliefs')
  expect(block).toMatch(/ \[superseded: of .* at trust \+2, now -2 since .*\]\n/)
  expect(blockOf(await told(layout, 'prompt'))).toBe(block)
  // Much else happened since: what was thought of Bob stands too far back in the ledger for a hook.
  appendFileSync(layout.ledger, `${JSON.stringify({ event: 'other', text: 'x'.repeat(1_000) })}\n`.repeat(200))
  expect(blockOf(await told(layout, 'prompt'))).toBe(`${HEAD}- other: It is so.`)
  rmSync(layout.ledger)
  expect(blockOf(await told(layout, 'prompt'))).toBe(`${HEAD}- other: It is so.`)
})

const belief = (key: string, over: Partial<Record<keyof Belief, unknown>> = {}) => ({
  ...{ key, value: `It is ${key}.`, rationale: '', peerId: null, assessmentId: null, trust: null },
  ...{ createdAt: new Date().toISOString(), lastConfirmedAt: new Date().toISOString() },
  ...{ source: 'c', confirmedBy: 'c', pinned: false, before: null, ...over },
})

test('what is no belief is passed over, and a damaged file adds nothing and is noted', async () => {
  const layout = homeOf([MAIL])
  const put = (value: unknown) => writeFileSync(layout.beliefs, JSON.stringify(value))
  const faults = [
    ...[null, 'text', [], {}, belief('a', { key: 7 }), belief('b', { value: 'two\nlines' })],
    ...[belief('c', { value: '\u202eturned' }), belief('d', { lastConfirmedAt: 'soon' }), belief('e', { pinned: 1 })],
    ...[belief('f', { trust: '2' }), belief('g', { peerId: 'a\nb' }), belief('h', { assessmentId: {} })],
  ]
  put({ beliefs: [...faults, belief('whole')], rejected: [] })
  expect(blockOf(await told(layout, 'prompt'))).toBe(`${HEAD}- whole: It is whole.`)
  const noted = () => readFileSync(layout.hooksLog, 'utf8').split('\n').at(-2)
  for (const text of ['{"beliefs": [{"value": "Bob is', '[]', 'null', '{"beliefs": 3}']) {
    writeFileSync(layout.beliefs, text)
    expect(await told(layout, 'prompt')).toMatch(/^Relevant skills for this message: mail\n(?!.*Cortex Beliefs)/s)
    expect(noted()).toMatch(/: cortex\/beliefs\.json: expected \{"beliefs": \[\.\.\.\]\}$/)
  }
})

test('the answer keeps to what a client takes whole, and says how many beliefs it leaves out', async () => {
  const skills = Array.from({ length: 200 }, (_, n) => ({
    ...{ name: `skill-${n}`, content: '# Skill\n', summary: `Send email number ${n} to a customer, ${'ä'.repeat(80)}` },
  }))
  const layout = homeOf(skills)
  const hooks = hooksOn(layout)
  const beliefs = Array.from({ length: 50 }, (_, n) => belief(`belief-${n}`, { value: '見'.repeat(250) }))
  writeFileSync(layout.beliefs, JSON.stringify({ beliefs, rejected: [] }))
  for (const event of ['session-start', 'prompt'] as const) {
    const out = await hooks.run(event, INPUTS.claude[event])
    const text = JSON.parse(out).hookSpecificOutput.additionalContext as string
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9_500)
    expect(blockOf(text)).toMatch(/^## Cortex Beliefs\n\n(- belief-\d+: 見+\n)+\(\d+ more: cortex:\/\/beliefs\)$/)
    if (event === 'session-start') expect(text).toMatch(/\nand \d+ more: list_skills\n\n## /)
  }
  expect(hooks.troubles).toEqual([])
})

test('no hook writes the beliefs, and one of a home without any leaves none behind', async () => {
  const layout = homeLayout(homeOf([MAIL]).home)
  await told(layout, 'prompt')
  expect(() => readFileSync(join(layout.cortex, 'beliefs.json'))).toThrow(/ENOENT/)
})
