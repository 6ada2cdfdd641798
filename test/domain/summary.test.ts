// Goal: saving never waits for a model, so a summary is made from any text: one line, at most 15 words, never empty.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractSummary, isExtracted } from '../../src/domain/summary.ts'
import { seeded } from '../support/seed.ts'

test.each([
  ['the first sentence, not the heading', '# Mail\n\nSend it now. Then rest.', 'Send it now'],
  ['the heading where there is no prose', '# Mail **fast**\n\n- one\n- two', 'Mail fast'],
  ['no list item', '- first\n* second\n1. third\n\nProse here.', 'Prose here'],
  ['no code', '```\nrun me\n```\nProse here.', 'Prose here'],
  ['no table', '| a | b |\n\nProse here.', 'Prose here'],
  ['links by their text', 'See [the docs](https://example.org/a.b) first.', 'See the docs first'],
  ['a question mark stays', 'Why? Because.', 'Why?'],
  ['a line without an end', 'Send mail', 'Send mail'],
  ['15 words and no comma after them', `${'word '.repeat(14)}last, and more.`, `${'word '.repeat(14)}last`],
  ['Chinese', '发送邮件。然后休息。', '发送邮件。然后休息'],
  ['nothing but marks: the name', '***\n---\n_._', 'mcp email fast'],
  ['nothing: the name', ' \n', 'mcp email fast'],
])('%s', (_, content, summary) => {
  expect(extractSummary('mcp/email-fast', content)).toBe(summary)
})

test('is told from one that somebody wrote', () => {
  const skill = { name: 'mail', content: 'Send it.' }
  expect(isExtracted({ ...skill, summary: 'Send it' })).toBe(true)
  expect(isExtracted({ ...skill, summary: 'Send mail' })).toBe(false)
})

test('any text yields one line of 1 to 15 words and at most 300 characters', () => {
  const mark = fc.constantFrom('#', '*', '`', '[', '](', ')', '.', '\n', ' ', '\u2028', '```', 'word', 'é', '\0')
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(mark, { maxLength: 40 }).map((marks) => marks.join('')),
  )
  fc.assert(
    fc.property(content, (text) => {
      const summary = extractSummary('mcp/email', text)
      expect(summary).toMatch(/^\S+( \S+){0,14}$/)
      expect(summary.length).toBeLessThanOrEqual(300)
    }),
    seeded(2_000),
  )
})
