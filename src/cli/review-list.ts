// The queue of reviews as one answer, without a question: for a look, and for scripts.
import { requestText } from '../domain/proposal.ts'
import { SkillError } from '../domain/skill-error.ts'
import { columns } from './columns.ts'
import type { CommandAnswer, CommandHome } from './command.ts'
import { reviewQueue } from './review-queue.ts'
import { readInReview, type TextInReview } from './text-in-review.ts'
import { counted, day, shortened } from './wording.ts'

const HASH_CHARS_SHOWN = 12
const REASON_CHARS_SHOWN = 80

export async function listReviews(home: CommandHome): Promise<CommandAnswer> {
  const queue = await reviewQueue(home)
  const waiting = []
  const rows: string[][] = []
  for (const item of queue) {
    if (item.kind === 'proposal') {
      const { id, request, actor, author, via, at } = item.proposal
      const says = requestText(request)
      waiting.push({ ...item.proposal, kind: 'proposal' as const, says })
      rows.push([
        id,
        'proposal',
        author ?? via ?? actor,
        day(at),
        '',
        shortened(request.reason ? `${says}: ${request.reason}` : says, REASON_CHARS_SHOWN),
      ])
      continue
    }
    const read = await readOrFault(home, item.name)
    if (read instanceof SkillError) {
      waiting.push({ kind: 'text' as const, name: item.name, isRejected: item.isRejected, fault: read.message })
      rows.push([item.name, 'unreadable', '', '', '', read.message])
      continue
    }
    waiting.push({ ...textJson(read), isRejected: item.isRejected })
    rows.push(textRow(read, item.isRejected))
  }
  if (queue.length === 0) return { json: { waiting, total: 0 }, text: NOTHING_WAITS }
  const count = `${counted(queue.length, 'thing')} ${queue.length === 1 ? 'waits' : 'wait'} for you. To decide one after another: skill-cortex review`
  return {
    json: { waiting, total: queue.length },
    text: [columns(['name', 'what', 'by', 'day', 'hash', 'note'], rows), '', count].join('\n'),
  }
}

export const NOTHING_WAITS = 'Nothing waits for you.'

/** What `--json` says of a text in review; the text itself is `diff` and `show`. */
function textJson({ name, which, hash, written, policy, standing, cautions }: TextInReview) {
  const { version, at, actor, author, via } = written
  return {
    kind: 'text' as const,
    ...{ name, which, hash, version, at, actor, author, via, policy },
    approval: standing?.approval ?? null,
    tier: standing?.tier ?? null,
    lifecycle: standing?.lifecycle ?? null,
    exposure: standing?.exposure ?? null,
    warnings: standing?.warnings ?? [],
    cautions,
  }
}

function textRow({ name, which, written, hash, cautions, standing }: TextInReview, isRejected: boolean): string[] {
  const what = which === 'draft' ? `draft ${written.version}` : `version ${written.version}`
  const note = cautions[0] ?? standing?.warnings[0] ?? ''
  return [
    name,
    isRejected ? `${what}, rejected` : what,
    written.author ?? written.via,
    day(written.at),
    hash.slice(0, HASH_CHARS_SHOWN),
    shortened(note, REASON_CHARS_SHOWN),
  ]
}

// A list never fails because of one.
async function readOrFault(home: CommandHome, name: string): Promise<TextInReview | SkillError> {
  try {
    return await readInReview(home, name)
  } catch (error) {
    if (error instanceof SkillError && error.code !== 'busy' && error.code !== 'storage') return error
    throw error
  }
}
