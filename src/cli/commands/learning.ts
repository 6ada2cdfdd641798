import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { type LearnedWording, readLearnedWording } from '../learned-wording.ts'
import { assertSessionKnown, assertSkillKnown } from '../learning-source.ts'
import { learningText } from '../learning-text.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions, someName } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const CHANGES = ['pause', 'resume'] as const
const ACTIONS = ['status', ...CHANGES, 'export'] as const
const actionSchema = oneOf(ACTIONS).optional()
const optionsSchema = z.object({ skill: someName('skill').optional(), session: someName('session').optional() })

export const learning: Command = {
  usage: 'learning [action]',
  summary:
    'what was learned of wording; "pause", "resume": whether more is learned; "export": all that is kept about use',
  options: [
    ['--skill <name>', 'every lesson on this skill'],
    ['--session <id>', 'every lesson from this session'],
  ],
  help: [
    'When a session recalls with a message and then loads a skill, the words of the one speak for the other from then on.',
    'Kept are stems of words, without names, numbers and addresses; never the message. A lesson loses half its weight in',
    '180 days. The setting recall.learn switches all of it off; "skill-cortex forget" drops what was learned. While learning is',
    'paused no words are written down and no report moves a route.',
    'skill-cortex learning export prints one JSON document with all that is kept about use: every line of the journal with the',
    'words in it, the lessons on wording, regions with their words, weights and lessons, and what each session has seen.',
  ].join('\n'),
  async run([said], options, around) {
    const action = parseArgument('action', actionSchema, said)
    const { skill, session } = parseOptions(optionsSchema, options)
    if (isForAll(action) && (skill !== undefined || session !== undefined)) throw holdsForAll(action)
    const now = around.now()
    return withHome(around, options, async (home) => {
      if (action === 'pause' || action === 'resume') return changed(home, action, now)
      if (action === 'export') {
        const kept = await home.routing.export()
        return { json: kept, text: JSON.stringify(kept, null, 2) }
      }
      const wording = await readLearnedWording(home, { skill, session }, now)
      if (wording.lessons === 0 && skill !== undefined) await assertSkillKnown(home, skill)
      if (wording.lessons === 0 && session !== undefined) await assertSessionKnown(home, session)
      return { json: wording, text: learningText(wording, now) }
    })
  },
}

function isForAll(action: (typeof ACTIONS)[number] | undefined): action is Exclude<(typeof ACTIONS)[number], 'status'> {
  return action !== undefined && action !== 'status'
}

async function changed(home: CommandHome, action: (typeof CHANGES)[number], now: Date): Promise<CommandAnswer> {
  const isWanted = !(await home.routing.setLearning(action, OPERATOR.actor))
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
      'Paused: no words of messages are written down from now on, and no report moves a route. What was learned still counts.',
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
