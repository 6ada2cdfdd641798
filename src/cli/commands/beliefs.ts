import { z } from 'zod'
import type { BeliefStep } from '../../domain/belief-document.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { beliefsText } from '../belief-text.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const ACTIONS = ['list', 'confirm', 'edit', 'reject', 'pin', 'unpin'] as const
type Action = (typeof ACTIONS)[number]
const KEY = { error: 'the key of a belief' }
const keySchema = z.string(KEY).min(1, KEY).max(200, KEY)

export const beliefs: Command = {
  usage: 'beliefs [action] [key] [value]',
  summary: 'what the reflection holds to be so: list, confirm <key>, edit <key> <value>, reject <key>, pin <key>',
  help: [
    'skill-cortex beliefs                               what agents are told, and how long it still stands',
    'skill-cortex beliefs confirm bob-is-late           as if a reflection had said it again',
    'skill-cortex beliefs edit bob-is-late "Bob is on time since May."',
    'skill-cortex beliefs reject bob-is-late            gone, and no reflection brings it back for 30 days',
    'skill-cortex beliefs pin bob-is-late               stands until you unpin it, and stays as it is',
    '',
    'A belief lasts 120 minutes in which sessions are active (reflection.beliefMinutes) unless a reflection says it again.',
  ].join('\n'),
  async run([said, key, value], options, around) {
    const action = parseArgument('action', oneOf(ACTIONS).default('list'), said)
    return withHome(around, options, async (home) => {
      if (action !== 'list') {
        const named = parseArgument('key', keySchema, key)
        const step = stepOf(action, value)
        await assertPerson(`beliefs ${action} ${named}`, home, around)
        await home.reflection.beliefs.change(named, step, OPERATOR.actor)
      }
      return list(home)
    })
  },
}

async function list({ reflection }: CommandHome): Promise<CommandAnswer> {
  const standing = await reflection.beliefs.standing()
  const last = (await reflection.history()).find(({ status }) => status === 'applied')
  return { json: { beliefs: standing, block: await reflection.beliefs.block([]) }, text: beliefsText(standing, last) }
}

function stepOf(action: Exclude<Action, 'list'>, value: string | undefined): BeliefStep {
  if (action === 'pin' || action === 'unpin') return { step: 'pin', isPinned: action === 'pin' }
  if (action !== 'edit') return { step: action }
  if (value === undefined) throw noValue()
  return { step: 'edit', value }
}

function noValue(): SkillError {
  return new SkillError(
    'bad-input',
    'expected what it is to say, got nothing',
    'skill-cortex beliefs edit <key> "<one line>"',
  )
}
