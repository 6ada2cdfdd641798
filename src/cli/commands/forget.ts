import { z } from 'zod'
import type { Forgetting } from '../../domain/forgetting.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import type { ForgottenUse } from '../../routing/routing-decisions.ts'
import type { Command } from '../command.ts'
import { mayChange } from '../consent.ts'
import { type LearnedWording, readLearnedWording } from '../learned-wording.ts'
import { assertSessionKnown, assertSkillKnown } from '../learning-source.ts'
import { lessonTable, skillTable } from '../learning-text.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions, someName } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { counted, listed } from '../wording.ts'

const LESSONS_SHOWN_MAX = 20

const optionsSchema = z.object({
  skill: someName('skill').optional(),
  session: someName('session').optional(),
  all: flag,
  dryRun: flag,
  yes: flag,
  json: flag,
})
type Options = z.output<typeof optionsSchema>
type What = Pick<Forgetting, 'scope' | 'of'>

export const forget: Command = {
  usage: 'forget',
  summary: 'drop what was learned of use, for good: of a skill, from a session, or all of it',
  options: [
    ['--skill <name>', 'what was learned of this skill; also of one that is archived'],
    ['--session <id>', 'what was said in this session, and learned from it'],
    ['--all', 'all of it'],
    ['--dry-run', 'show what would be forgotten, and change nothing'],
    ['--yes', 'do not ask'],
  ],
  help: [
    'Exactly one of --skill, --session and --all. What is kept of the words of messages and of calls of tools is taken out of',
    'the journal, too, but for stems that something which stays was learned from. Routes, their weights, words and lessons are',
    'worked out again as if those uses had never been reported. Skills and the outcomes in the journal are untouched, and so are',
    'copies that "skill-cortex backup" made. See what there is with: skill-cortex learning; all of it: learning export',
    'Exit code 1 when there was nothing to forget.',
  ].join('\n'),
  async run(_args, options, around) {
    const given = parseOptions(optionsSchema, options)
    const what = whatOf(given)
    const now = around.now()
    return withHome(around, options, async (home) => {
      const wording = await readLearnedWording(home, given, now)
      if (wording.lessons === 0 && given.skill !== undefined) await assertSkillKnown(home, given.skill)
      if (wording.lessons === 0 && given.session !== undefined) await assertSessionKnown(home, given.session)
      const said = { scope: what.scope, of: what.of ?? null }
      const shown = preview(wording, now)
      if (given.dryRun === true) {
        const none = { messages: 0, routes: 0, routeLessons: 0 }
        const json = { ...said, changed: false, lessons: wording.lessons, ...none, listed: wording.listed ?? [] }
        return { json, text: shown }
      }
      const question = `Forget ${learnedThere(what)} (${counted(wording.lessons, 'lesson')}) for good?`
      if (!(await mayChange(shown, question, given, around))) throw declined()
      const forgotten = await home.routing.forget(what, OPERATOR.actor)
      const isChanged = Object.values(forgotten).some((count) => count > 0)
      return {
        json: { ...said, changed: isChanged, ...forgotten },
        text: isChanged ? outcome(what, forgotten) : `There was nothing to forget: nothing was learned${place(what)}.`,
        exit: isChanged ? 0 : 1,
      }
    })
  },
}

function whatOf({ skill, session, all }: Options): What {
  const given: What[] = [
    ...(skill === undefined ? [] : [{ scope: 'skill', of: skill } as const]),
    ...(session === undefined ? [] : [{ scope: 'session', of: session } as const]),
    ...(all === undefined ? [] : [{ scope: 'all', of: undefined } as const]),
  ]
  if (given.length === 1) return given[0]!
  const got = given.length === 0 ? 'none' : listed(given.map(({ scope }) => `--${scope}`))
  throw new SkillError(
    'bad-input',
    `expected exactly one of --skill, --session and --all, got ${got}`,
    'Say what is to be forgotten; "skill-cortex learning" shows what was learned.',
  )
}

function learnedThere(what: What): string {
  return what.scope === 'all' ? 'all that was learned' : `what was learned${place(what)}`
}

function place({ scope, of }: What): string {
  switch (scope) {
    case 'skill':
      return ` of ${of}`
    case 'session':
      return ` from session ${shown(of)}`
    case 'all':
      return ''
  }
}

function preview(wording: LearnedWording, now: Date): string {
  if (wording.lessons === 0) return 'No lesson was learned there.'
  if (wording.listed === undefined) return skillTable(wording.skills, now)
  const more = wording.listed.length - LESSONS_SHOWN_MAX
  const table = lessonTable(wording.listed.slice(0, LESSONS_SHOWN_MAX), now)
  return more > 0 ? `${table}\n... and ${counted(more, 'lesson')} more` : table
}

function outcome(what: What, { lessons, messages, routes, routeLessons }: ForgottenUse): string {
  const ofRoutes = [
    ...(routes > 0 ? [counted(routes, 'route')] : []),
    ...(routeLessons > 0 ? [counted(routeLessons, 'route lesson')] : []),
  ]
  const gone = `Forgot ${learnedThere(what)}: ${listed([counted(lessons, 'lesson'), ...ofRoutes])}.`
  if (lessons + messages === 0) return gone
  const journal =
    messages === 0
      ? 'The stems of the messages stay in the journal, because other lessons rest on them.'
      : `The words of ${messages} ${messages === 1 ? 'message or call' : 'messages and calls'} are gone from the journal.`
  return `${gone} ${journal}`
}

function declined(): SkillError {
  return new SkillError('refused', 'nothing was forgotten: the answer was no', 'Nothing was changed.')
}
