// What was learned, said to people: whether learning goes on, a table of skills, and lessons one by one.
import { columns } from './columns.ts'
import type { LearnedSkill, LearnedWording, ShownLesson } from './learned-wording.ts'
import { ago, counted, listed } from './wording.ts'

const SESSION_CHARS_SHOWN = 64

export function learningText(wording: LearnedWording, now: Date): string {
  const { lessons, sessions, skills, lessonsPerSkillMax } = wording
  if (lessons === 0) return [stateSentence(wording), nothingLearned(wording)].join('\n')
  const total = `${counted(lessons, 'lesson')} on ${counted(skills.length, 'skill')}, from ${counted(sessions, 'session')}.`
  const cap = `At most ${lessonsPerSkillMax} are kept of a skill; the oldest go first.`
  const parts = [
    [stateSentence(wording), `${total} ${cap}`].join('\n'),
    wording.listed === undefined ? skillTable(skills, now) : lessonTable(wording.listed, now),
    ...notes(wording),
  ]
  return parts.join('\n\n')
}

/** Whether learning goes on, and if not, what that means. */
export function stateSentence({ learning, setting, isPaused }: LearnedWording): string {
  switch (learning) {
    case 'on':
      return 'Learning is on.'
    case 'paused':
      return 'Learning is paused: no words of messages are written down; what was learned still counts.'
    case 'off': {
      const paused = isPaused ? ' It is paused, too.' : ''
      return `Learning is off by the setting recall.learn (${setting.origin}): nothing is written down, and what was learned does not count.${paused}`
    }
  }
}

/** One row a lesson, newest first. */
export function lessonTable(lessons: readonly ShownLesson[], now: Date): string {
  const rows = lessons.map(({ skill, session, at, how, verdict, weight, stems }) => [
    ago(at, now),
    skill,
    how,
    verdict,
    weight.toFixed(2),
    session.length > SESSION_CHARS_SHOWN ? `${session.slice(0, SESSION_CHARS_SHOWN - 3)}...` : session,
    stems.join(' '),
  ])
  return columns(['when', 'skill', 'how', 'verdict', 'weight', 'session', 'stems of the message'], rows)
}

/** One row a skill, by name. */
export function skillTable(skills: readonly LearnedSkill[], now: Date): string {
  const rows = skills.map(({ name, lessons, newestAt, oldestAt, how, verdicts }) => [
    name,
    ...[lessons, how.recalled, how.searched, how['by-name'], verdicts.right, verdicts.wrong].map(String),
    ago(newestAt, now),
    ago(oldestAt, now),
  ])
  return columns(['name', 'lessons', 'recalled', 'searched', 'by name', 'right', 'wrong', 'newest', 'oldest'], rows)
}

function notes({ skills, listed: shown }: LearnedWording): string[] {
  const away = skills.filter(({ isStanding }) => !isStanding).map(({ name }) => name)
  const waiting = away.length === 0 ? [] : [`Learned of, and not in the library now: ${listed(away)}.`]
  const more =
    shown === undefined
      ? ['One by one: skill-cortex learning --skill <name>. To drop them: skill-cortex forget --skill <name>']
      : []
  return [...waiting, ...more]
}

function nothingLearned({ listed: asked }: LearnedWording): string {
  if (asked !== undefined) return 'Nothing was learned there.'
  return 'Nothing was learned yet. A lesson comes about when a session recalls with a message and then loads a skill.'
}
