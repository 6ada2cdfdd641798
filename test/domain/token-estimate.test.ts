// Goal: the estimate is what its formula says: a quarter, a half or a whole token a character.
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/domain/token-estimate.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['four', 1],
  ['fives', 2],
  ['Send a mail to Ada.\n', 5],
  ['日本語', 3],
  ['スキル', 3],
  ['기술', 2],
  ['über', 2],
  ['навык', 3],
  ['🙂', 1],
  ['Load 技能 now', 5],
])('%j is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})
