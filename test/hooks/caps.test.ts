// What a client shows whole: 10,000 characters for Claude Code, 10,000 bytes for Codex. Beyond that both show a small part,
// so a hook says less, and says that it does.
import { describe, expect, test } from 'vitest'
import { HOOK_CLIENTS, type HookClient } from '../../src/domain/hook-names.ts'
import { DEVELOPER_SKILLS } from '../recall/developer-skills.ts'
import { INPUTS } from './client-inputs.ts'
import { homeOf, hookArgs, hooksOn, keepSnapshot, runHook } from './hook-home.ts'

const BYTES_MAX = 10_000
const COUNT = 400

/** The text for the model, whatever the client's form is. */
function contextOf(out: string): string {
  const { additional_context: cursor, hookSpecificOutput } = JSON.parse(out)
  return cursor ?? hookSpecificOutput.additionalContext
}

/** Skills about one thing, with summaries of one script. */
function mailSkills(count: number, summary: (i: number) => string) {
  const name = (i: number) => `mail/${String(i).padStart(3, '0')}`
  return Array.from({ length: count }, (_, i) => ({
    name: name(i),
    content: '# Mail\n\nSend it.\n',
    summary: summary(i).slice(0, 1_000),
    seeAlso: [name((i + count / 2) % count)],
  }))
}

const SCRIPTS: [script: string, summary: (i: number) => string, message: string][] = [
  [
    'ASCII',
    (i) => `Send email number ${i} ${'to the customer with the invoice '.repeat(30)}`,
    'send the customer an email',
  ],
  ['quotes and backslashes', (i) => `Send email ${i} ${'"\\" '.repeat(250)}`, 'send the customer an email'],
  ['accents', (i) => `Send email ${i} ${'é'.repeat(900)}`, 'send the customer an email'],
  ['Chinese', (i) => `发送电子邮件给客户 ${i} ${'发票和合同'.repeat(190)}`, '请发送电子邮件给客户'],
  ['emoji', (i) => `Send email ${i} ${'😀'.repeat(480)}`, 'send the customer an email'],
]

describe.each(SCRIPTS)('%s', (_, summary, message) => {
  test('the index at the start says how many it leaves out, and fills what it may', async () => {
    const layout = homeOf(mailSkills(COUNT, summary))
    const hooks = hooksOn(layout)
    const text = contextOf(await hooks.run('session-start', INPUTS.claude['session-start']))
    const listed = text.split('\n').filter((line) => line.startsWith('- mail/')).length
    expect(listed).toBeGreaterThan(5)
    expect(text.split('\n').at(-1)).toBe(`and ${COUNT - listed} more: list_skills`)
    expect(Buffer.byteLength(text)).toBeLessThan(BYTES_MAX)
    expect(Buffer.byteLength(text)).toBeGreaterThan(0.8 * BYTES_MAX)
  })

  test('the block for a message', async () => {
    // Among others, so that its words tell something.
    const layout = homeOf([...mailSkills(10, summary), ...DEVELOPER_SKILLS.map((skill) => ({ ...skill }))])
    const block = await hooksOn(layout).block('s', message)
    expect(block).toMatch(/^Relevant skills for this message: [^\n]*mail\/\d+/)
    expect(Buffer.byteLength(block)).toBeLessThan(BYTES_MAX)
    expect(block).toMatch(/\(\d+ more lines? left out: [^\n]+\)$/)
  })
})

test('every client gets the same index, within the cap, from the process too', async () => {
  const layout = homeOf(mailSkills(COUNT, SCRIPTS[3]![1]))
  await keepSnapshot(layout)
  const texts = await Promise.all(
    HOOK_CLIENTS.map(async (client: HookClient) => {
      const { out } = await runHook(hookArgs('session-start', client, layout), INPUTS[client]['session-start'])
      return contextOf(out)
    }),
  )
  expect(new Set(texts).size).toBe(1)
  expect(Buffer.byteLength(texts[0]!)).toBeLessThan(BYTES_MAX)
})

test('what fits is whole', async () => {
  const layout = homeOf([{ name: 'mail', content: '# Mail\n', summary: `发送电子邮件 ${'很'.repeat(40)}` }])
  const text = contextOf(await hooksOn(layout).run('session-start', INPUTS.claude['session-start']))
  expect(text).toBe(
    `Available skills (use get_skill to load full instructions):\n- mail: 发送电子邮件 ${'很'.repeat(40)}`,
  )
})
