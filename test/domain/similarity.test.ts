// Goal: the same skill written twice is near, and two skills of one trade are not.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isComparable, type SkillWords, similarity } from '../../src/domain/similarity.ts'
import { DEVELOPER_SKILLS } from '../recall/developer-skills.ts'
import { seeded } from '../support/seed.ts'

const MAIL: SkillWords = {
  name: 'mcp/email',
  summary: 'Send email through an MCP mail server',
  content: '# Send email\n\n1. Call the mail server.\n2. Check the address first.\n3. Show the draft before it leaves.',
}
const DEPLOY: SkillWords = {
  name: 'deploy-production',
  summary: 'Deploy the app to production',
  content: '# Deploy\n\n1. Build the image.\n2. Push it to the registry.\n3. Restart the host and check its health.',
}

test.each<[title: string, a: SkillWords, b: SkillWords, from: number, to: number]>([
  ['the same', MAIL, MAIL, 1, 1],
  ['a copy under another name and summary', MAIL, { ...MAIL, name: 'post', summary: 'Write to somebody' }, 1, 1],
  ['the same words in other order and case', MAIL, { ...MAIL, content: MAIL.content.toUpperCase() }, 0.99, 1],
  [
    'a step more',
    MAIL,
    { ...MAIL, name: 'send-email', content: `${MAIL.content}\n4. Attach the invoice.` },
    0.85,
    0.99,
  ],
  [
    'the steps in other words, under nearly the same name',
    MAIL,
    {
      ...MAIL,
      name: 'send-email',
      content: '# Email\n\nFind the address, write a draft, show it, call the mail server.',
    },
    0.75,
    0.95,
  ],
  ['the name and summary alone', MAIL, { ...MAIL, content: DEPLOY.content }, 0.5, 0.6],
  ['another one', MAIL, DEPLOY, 0, 0.25],
  ['nothing to compare', MAIL, { name: '', summary: '', content: '' }, 0, 0],
  ['two that say nothing in words', { ...MAIL, content: '***' }, { ...MAIL, content: '---' }, 0.5, 0.5],
  ['two of which a number tells apart', numbered(12), numbered(13), 0.4, 0.74],
])('%s', (_, a, b, from, to) => {
  expect(similarity(a, b)).toBeGreaterThanOrEqual(from)
  expect(similarity(a, b)).toBeLessThanOrEqual(to)
})

function numbered(n: number): SkillWords {
  return {
    name: `skill-${n}`,
    summary: `Do thing number ${n}`,
    content: `# Skill ${n}\n\nHow to do thing number ${n}.`,
  }
}

test('in a real library no two skills are near', () => {
  const near = DEVELOPER_SKILLS.flatMap((a, i) =>
    DEVELOPER_SKILLS.slice(0, i).map((b) => `${similarity(a, b).toFixed(2)} ${a.name} ${b.name}`),
  ).sort()
  expect(near).toHaveLength((32 * 31) / 2)
  expect(Number(near.at(-1)!.slice(0, 4)), near.at(-1)).toBeLessThan(0.6)
})

test.each([
  ['# S', false],
  ['# Change', false],
  ['Use the the the mail', false],
  ['Send mail over port 587', true],
])('enough to compare: %s', (content, enough) => {
  expect(isComparable({ ...MAIL, content })).toBe(enough)
})

test('from 0 to 1, the same both ways, and 1 for equals', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(fc.constantFrom('mail', 'send', 'server', 'deploy', 'the', 'APIs', '发送邮件'), { maxLength: 12 })
      .map((w) => w.join(' ')),
  )
  const skill = fc.record({ name: text, summary: text, content: text })
  fc.assert(
    fc.property(skill, skill, (a, b) => {
      const value = similarity(a, b)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
      expect(similarity(b, a)).toBe(value)
      expect(similarity(a, { ...a })).toBe(1)
    }),
    seeded(1_000),
  )
})
