// Shows a person a text that waits and does what the key says. A yes is to the hash that was shown, and only once all of
// the text was.
import { SkillError } from '../domain/skill-error.ts'
import { OPERATOR } from './operator.ts'
import { noteFault } from './review-note.ts'
import type { Ending, ReviewStep } from './review-step.ts'
import { changeText, factLines, wholeText } from './review-text.ts'
import { readInReview, type TextInReview } from './text-in-review.ts'
import { counted } from './wording.ts'

/** What is longer is cut at first. */
const CHANGE_CHARS_SHOWN = 6_000

/** @throws SkillError `conflict` when the text has changed meanwhile. */
export async function decideText(name: string, step: ReviewStep): Promise<Ending | 'again'> {
  const { home, dialog, tell, now } = step
  await home.shelf.look(name)
  if (!(await home.review.waiting()).includes(name)) {
    tell(`${name} waits no longer: it has been decided meanwhile.`)
    return 'skipped'
  }
  const text = await readInReview(home, name)
  const change = changeText(text)
  const shown = cut(change)
  let isSeen = shown === change
  tell([...factLines(text, now()), '', shown, ''].join('\n'))
  for (;;) {
    const key = await dialog.key('a approve, r reject, s skip, d details, q quit: ', 'arsdq')
    if (key === 'a' && isSeen) return approved(text, step)
    if (key === 'a') tell('You have not been shown all of it: d shows it.')
    else if (key === 'r') {
      const ending = await rejected(text, step)
      if (ending !== 'kept') return ending
    } else if (key === 'd') {
      tell(`\n${detailsText(text)}\n`)
      isSeen = true
    } else return key === 's' ? 'skipped' : 'quit'
  }
}

async function approved({ name, hash }: TextInReview, { home, tell }: ReviewStep): Promise<Ending> {
  const { version, lifecycle } = await home.review.approve(name, hash, OPERATOR)
  tell(`Approved ${name}: version ${version}, ${lifecycle}.`)
  return 'approved'
}

/** `kept`: there was no note, and so no no. */
async function rejected(text: TextInReview, { home, dialog, tell }: ReviewStep): Promise<Ending | 'again' | 'kept'> {
  const { name, which, hash } = text
  const note = (await dialog.line('Why? One line, kept for its author (empty: do not reject): '))?.trim() ?? ''
  const fault = note === '' ? 'It was not rejected.' : noteFault(note)
  if (fault !== undefined) {
    tell(fault)
    return 'kept'
  }
  try {
    await home.review.reject(name, { note, draft: 'keep', hash }, OPERATOR)
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== 'conflict') throw error
    tell(`Nothing was rejected: ${name} has changed while you looked.`)
    return 'again'
  }
  tell(`Rejected ${name}. ${rejectedText(name, which)}`)
  return 'rejected'
}

/** What became of a text that was rejected and kept, and what else can be done. */
export function rejectedText(name: string, which: 'draft' | 'live'): string {
  return which === 'draft'
    ? `The draft is kept, so that it can be mended; "skill-cortex reject ${name} --discard --note TEXT" lets it go.`
    : `Its text still stands, unapproved; "skill-cortex deprecate ${name}" or "skill-cortex archive ${name}" puts it away.`
}

// The whole text, and what it changes: the policy is a file of its own there.
function detailsText(text: TextInReview): string {
  const { diff } = text
  return [...(diff === undefined || diff === '' ? [] : [diff]), wholeText(text)].join('\n\n')
}

function cut(change: string): string {
  if (change.length <= CHANGE_CHARS_SHOWN) return change
  const end = change.lastIndexOf('\n', CHANGE_CHARS_SHOWN)
  const shown = change.slice(0, end < 0 ? CHANGE_CHARS_SHOWN : end)
  const lines = change.slice(shown.length).split('\n').length - 1
  return `${shown}\n... and ${counted(Math.max(1, lines), 'more line')}; d shows all of it`
}
