// Every scope against every kind of thing that was said, before, at and after the moment: the whole space.
import { describe, expect, test } from 'vitest'
import { type Forgetting, isForgotten, type Said } from '../../src/domain/forgetting.ts'
import { minute } from '../support/session-events.ts'

const LESSON: Said = { skill: 'mail', session: 's1', at: minute(0) }
const OTHER: Said = { skill: 'letter', session: 's2', at: minute(0) }
const MESSAGE: Said = { session: 's1', at: minute(0) }

const ROWS: [Pick<Forgetting, 'scope' | 'of'>, lesson: boolean, other: boolean, message: boolean][] = [
  [{ scope: 'all', of: undefined }, true, true, true],
  [{ scope: 'skill', of: 'mail' }, true, false, false],
  [{ scope: 'session', of: 's1' }, true, false, true],
  // A line that was forged or damaged names nothing.
  [{ scope: 'skill', of: undefined }, false, false, false],
  [{ scope: 'session', of: undefined }, false, false, false],
]

describe.each(ROWS)('%j', (what, ...expected) => {
  test.each([
    ['a minute later', 1, expected],
    ['at the same moment', 0, expected],
    ['a minute before: it holds for the past only', -1, [false, false, false]],
  ])('said %s', (_, minutes, forgotten) => {
    const forgetting = { ...what, at: minute(minutes) }
    expect([LESSON, OTHER, MESSAGE].map((said) => isForgotten(said, forgetting))).toEqual(forgotten)
  })
})
