// Walks a person through what waits, one key for each. What has changed meanwhile is told and shown anew.
import { printable } from '../domain/printable.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { CommandAnswer, CommandHome, Surroundings } from './command.ts'
import { decideProposal } from './decide-proposal.ts'
import { decideText } from './decide-text.ts'
import { NOTHING_WAITS } from './review-list.ts'
import { reviewQueue, type Waiting } from './review-queue.ts'
import type { Ending, ReviewStep } from './review-step.ts'
import { listed } from './wording.ts'

// Somebody who keeps changing a text must not keep a person here for ever.
const LOOKS_MAX = 20

export async function walkReviews(home: CommandHome, around: Surroundings): Promise<CommandAnswer> {
  const queue = await reviewQueue(home)
  if (queue.length === 0) return { json: { waiting: [], total: 0 }, text: NOTHING_WAITS }
  const dialog = around.dialog()
  const tell = (text: string) => around.writeError(`${printable(text)}\n`)
  const endings: Ending[] = []
  try {
    for (const [i, item] of queue.entries()) {
      tell(`\n${i + 1} of ${queue.length}\n`)
      const ending = await decided(item, { home, dialog, tell, now: around.now })
      endings.push(ending)
      if (ending === 'quit') break
    }
  } finally {
    dialog.close()
  }
  const counts = countsOf(endings, queue.length)
  return { json: { total: queue.length, ...counts }, text: summaryText(counts) }
}

async function decided(item: Waiting, step: ReviewStep): Promise<Ending> {
  for (let look = 1; look <= LOOKS_MAX; look++) {
    try {
      const ending = await (item.kind === 'text' ? decideText(item.name, step) : decideProposal(item.proposal, step))
      if (ending !== 'again') return ending
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      step.tell(`${error.message}\n  ${error.fix}`)
      // What cannot even be looked at is passed over.
      if (error.code !== 'conflict') return 'skipped'
    }
    step.tell('\nHere it is as it stands now:\n')
  }
  step.tell('It changes faster than it can be looked at; it is passed over.')
  return 'skipped'
}

type Counts = Record<Exclude<Ending, 'quit'>, number> & { left: number }

function countsOf(endings: Ending[], total: number): Counts {
  const count = (ending: Ending) => endings.filter((each) => each === ending).length
  const decidedOf = { approved: count('approved'), accepted: count('accepted'), rejected: count('rejected') }
  const counts = { ...decidedOf, declined: count('declined'), skipped: count('skipped') }
  return { ...counts, left: total - endings.length + count('quit') }
}

function summaryText({ left, ...counts }: Counts): string {
  const said = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
  const rest = left === 0 ? '' : ` ${left} not looked at.`
  return `${said.length === 0 ? 'Nothing was decided.' : `Done: ${listed(said)}.`}${rest}`
}
