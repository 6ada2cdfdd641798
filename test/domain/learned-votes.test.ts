// How past messages are counted, to the digit: each by the square of its likeness, against all of them and a doubt of 0.75.
import { describe, expect, test } from 'vitest'
import { countVotes, NO_VOTES, type Voter } from '../../src/domain/learned-votes.ts'

const voter = (skill: string, likeness: number, weight = 1): Voter => ({ skill, likeness, weight })

const ROWS: [what: string, voters: Voter[], shares: [skill: string, share: number, voters: number][]][] = [
  ['nobody speaks', [], []],
  ['one message that is the same', [voter('mail', 1)], [['mail', 1 / 1.75, 1]]],
  ['one message that is half alike has a quarter of the say', [voter('mail', 0.5)], [['mail', 0.25 / 1, 1]]],
  ['one message that is nothing alike', [voter('mail', 0)], [['mail', 0, 1]]],
  ['three of one skill', Array(3).fill(voter('mail', 1)), [['mail', 3 / 3.75, 3]]],
  [
    'two skills share the say',
    [voter('mail', 1), voter('letter', 1)],
    [
      ['mail', 1 / 2.75, 1],
      ['letter', 1 / 2.75, 1],
    ],
  ],
  [
    'the nearer message beats two far ones',
    [voter('mail', 0.9), voter('letter', 0.5), voter('letter', 0.5)],
    [
      ['mail', 0.81 / 2.06, 1],
      ['letter', 0.5 / 2.06, 2],
    ],
  ],
  ['a wrong one speaks against its skill', [voter('mail', 1, -1)], [['mail', -1 / 1.75, 1]]],
  [
    'one for and one against: nothing is left but the doubt',
    [voter('mail', 1), voter('mail', 1, -1)],
    [['mail', 0, 2]],
  ],
  ['an old one counts less', [voter('mail', 1, 0.25)], [['mail', 0.25 / 1, 1]]],
]

describe('the share of a skill', () => {
  test.each(ROWS)('%s', (_, voters, shares) => {
    const { bySkill, likenessBest } = countVotes(voters)
    expect([...bySkill.keys()]).toEqual(shares.map(([skill]) => skill))
    for (const [skill, share, count] of shares) {
      expect(bySkill.get(skill)?.share, skill).toBeCloseTo(share, 12)
      expect(bySkill.get(skill)?.voters, skill).toBe(count)
    }
    expect(likenessBest).toBe(Math.max(0, ...voters.map(({ likeness }) => likeness)))
  })

  test('is never whole, however many speak, nor is the one against', () => {
    const all = (weight: number) => countVotes(Array(20).fill(voter('mail', 1, weight))).bySkill.get('mail')!.share
    expect(all(1)).toBeCloseTo(20 / 20.75, 12)
    expect(all(-1)).toBeCloseTo(-20 / 20.75, 12)
  })

  test('of an empty past is that of no votes', () => {
    expect(countVotes([])).toEqual(NO_VOTES)
  })
})
