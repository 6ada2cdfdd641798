// How past messages speak for skills: the nearest ones vote, each by the square of its likeness, and a share for doubt
// keeps few or far ones from deciding. Measured on public sets (learned from every other message, asked the rest):
// Recall@5 67 to 91 with many uses a skill, and no loss with one use for every second skill.

/** How many of the nearest past messages vote. */
export const VOTERS_MAX = 20
/** What all votes together are held against, in likeness squared. With 0 a single far message would decide. */
const DOUBT = 0.75
/** What the full vote of the past adds, as a share of the best score that the message can have. */
export const VOTE_FACTOR = 0.6

export type Voter = {
  skill: string
  /** 0 to 1: the score of the past message by that of the present one in itself. */
  likeness: number
  /** -1 to 1, as `lessonWeight` gives it. */
  weight: number
}

export type Vote = {
  /** -1 to 1, never quite. */
  share: number
  /** How many of the nearest spoke for or against the skill. */
  voters: number
}
export type Votes = {
  bySkill: ReadonlyMap<string, Vote>
  /** 0 to 1: how like the nearest past message is. */
  likenessBest: number
}

export const NO_VOTES: Votes = { bySkill: new Map(), likenessBest: 0 }

export function countVotes(voters: readonly Voter[]): Votes {
  const sums = new Map<string, { sum: number; voters: number }>()
  let total = DOUBT
  let likenessBest = 0
  for (const { skill, likeness, weight } of voters) {
    const vote = weight * likeness ** 2
    const known = sums.get(skill) ?? { sum: 0, voters: 0 }
    sums.set(skill, { sum: known.sum + vote, voters: known.voters + 1 })
    total += Math.abs(vote)
    likenessBest = Math.max(likenessBest, likeness)
  }
  const bySkill = new Map([...sums].map(([skill, { sum, voters }]) => [skill, { share: sum / total, voters }]))
  return { bySkill, likenessBest }
}
