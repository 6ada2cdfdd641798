import { SkillError } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const actionSchema = oneOf(['add', 'remove'] as const).optional()

export const blacklist: Command = {
  usage: 'blacklist [action] [name]',
  summary: 'skills that find_skill never suggests; "add" and "remove" change the list',
  help: 'Whoever asks for such a skill by its name still gets it. Taking one off the list needs a person: a terminal at both ends.',
  async run([said, name], options, around) {
    const action = parseArgument('action', actionSchema, said)
    return withHome(around, options, async (home) => {
      if (action === undefined) {
        const { blacklist: names } = await home.routing.overview()
        return { json: { blacklist: names }, text: names.length === 0 ? 'Nothing is on the list.' : names.join('\n') }
      }
      if (name === undefined) throw noName(action)
      if (action === 'remove') await assertPerson(`blacklist remove ${name}`, home, around)
      const changed = await home.routing.blacklist(name, action, OPERATOR.actor)
      const is = action === 'add' ? 'on the list' : 'not on the list'
      const text = changed ? `${name} is ${is} now.` : `${name} is ${is} already: nothing was changed.`
      return { json: { name, action, changed }, text, exit: changed ? 0 : 1 }
    })
  },
}

function noName(action: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected the name of the skill to ${action}, got none`,
    `Give it: skill-cortex blacklist ${action} <name>`,
  )
}
