import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { type LearnedWording, readLearnedWording } from '../learned-wording.ts'
import { assertSessionKnown, assertSkillKnown } from '../learning-source.ts'
import { learningText } from '../learning-text.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions, someName } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const ACTIONS = ['pause', 'resume'] as const
const actionSchema = oneOf(ACTIONS).optional()
const optionsSchema = z.object({ skill: someName('skill').optional(), session: someName('session').optional() })

export const learning: Command = {
  usage: 'learning [action]',
  summary: 'what was learned of wording, and from what; "pause" and "resume" say whether more is learned',
  options: [
    ['--skill <name>', 'every lesson on this skill'],
    ['--session <id>', 'every lesson from this session'],
  ],
  help: [
    'When a session recalls with a message and then loads a skill, the words of the one speak for the other from then on.',
    'Kept are stems of words, without names, numbers and addresses; never the message. A lesson loses half its weight in',
    '180 days. The setting recall.learn switches all of it off; "skill-cortex forget" drops what was learned.',
  ].join('\n'),
  async run([said], options, around) {
    const action = parseArgument('action', actionSchema, said)
    const { skill, session } = parseOptions(optionsSchema, options)
    if (action !== undefined && (skill !== undefined || session !== undefined)) throw holdsForAll(action)
    const now = around.now()
    return withHome(around, options, async (home) => {
      if (action !== undefined) return changed(home, action, now)
      const wording = await readLearnedWording(home, { skill, session }, now)
      if (wording.lessons === 0 && skill !== undefined) await assertSkillKnown(home, skill)
      if (wording.lessons === 0 && session !== undefined) await assertSessionKnown(home, session)
      return { json: wording, text: learningText(wording, now) }
    })
  },
}

async function changed(home: CommandHome, action: (typeof ACTIONS)[number], now: Date): Promise<CommandAnswer> {
  const { learner } = home
  await learner.levelSoon()
  const isWanted = learner.isLearning() === (action === 'resume')
  if (!isWanted) await learner[action](OPERATOR.actor)
  const wording = await readLearnedWording(home, {}, now)
  const { learning: state, setting, isPaused } = wording
  const text = isWanted
    ? `Learning is ${isPaused ? 'paused already' : 'not paused'}: nothing was changed.`
    : done(wording)
  return { json: { learning: state, setting, isPaused, changed: !isWanted }, text, exit: isWanted ? 1 : 0 }
}

function done({ isPaused, setting }: LearnedWording): string {
  if (isPaused) {
    return [
      'Paused: no words of messages are written down from now on. What was learned still counts.',
      'To go on: skill-cortex learning resume. To drop what was learned: skill-cortex forget',
    ].join('\n')
  }
  if (setting.isOn) return 'Resumed: recall learns again.'
  return `Resumed, but learning stays off by the setting recall.learn (${setting.origin}).`
}

function holdsForAll(action: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected "${action}" alone, got it with --skill or --session: it holds for the whole library`,
    `Leave the option out, or drop what was learned there with "skill-cortex forget".`,
  )
}
