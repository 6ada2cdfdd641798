import { z } from 'zod'
import { shown } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions, someName } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const actionSchema = oneOf(['grant', 'withdraw'] as const)
const nameSchema = someName('skill')
const optionsSchema = z.object({ region: z.string({ error: 'the name of a region' }).max(400).optional() })

export const reflex: Command = {
  usage: 'reflex <action> <name>',
  summary: '"grant" or "withdraw" that the plan of a well-proven, read-only skill needs no yes',
  options: [['--region <name>', 'where; else the region of its own name']],
  help: [
    'It takes five successes in a row, a weight of 0.90, an approval, and declared side effects that only read. It ends by',
    'itself with any failure and with any change of the skill. It never skips an approval, nor the notice to the user.',
    'Granting needs a person: a terminal at both ends.',
  ].join('\n'),
  async run([said, asked], options, around) {
    const action = parseArgument('action', actionSchema, said)
    const name = parseArgument('name', nameSchema, asked)
    const { region = name } = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      if (action === 'grant') await assertPerson(`reflex grant ${shown(name)}`, home, around)
      const changed = await home.routing.reflex({ region, name }, action, OPERATOR.actor)
      const now = action === 'grant' ? 'needs no yes to its plan' : 'needs a yes to its plan'
      const text = changed
        ? `${name} ${now} in "${region}".`
        : `${name} ${now} in "${region}" already: nothing was changed.`
      return { json: { name, region, action, changed }, text, exit: changed ? 0 : 1 }
    })
  },
}
