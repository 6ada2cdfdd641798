// How a skill stands, in words: of its policy only where it has one.
import { expect, test } from 'vitest'
import { standingSentence } from '../../src/dashboard/pages/skill/standing-sentence.ts'

const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
const stood = (standing: object, declared: object = NONE) =>
  standingSentence({
    standing: {
      ...{ tier: 3, lifecycle: 'released', approval: 'needs_reapproval', exposure: 'listed', executable: false },
      ...{ origin: 'human', pinned: false, warnings: [], ...standing },
    },
    provenance: { via: 'hand', author: null },
    declared: { ...NONE, ...declared },
  } as unknown as Parameters<typeof standingSentence>[0])

test('a text that asks for nothing is told without a word on policies', () => {
  expect(stood({})).toBe(
    'Written by a person; it is released. Nobody has approved these very bytes. Agents are shown it where it fits.',
  )
})

test('one that asks for something is told with what comes of it', () => {
  const asking = { tools: ['mail.send'] }
  expect(stood({}, asking)).toMatch(/these very bytes, so its policy does not apply\./)
  expect(stood({ approval: 'approved', executable: true }, asking)).toMatch(/so its policy applies\./)
})
