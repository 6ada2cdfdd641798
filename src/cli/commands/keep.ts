import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { withHome } from '../with-home.ts'

export const keep: Command = {
  usage: 'keep <name>',
  summary: 'keep a skill that an agent took for one session alone; it approves nothing',
  help: 'When such a session is over nobody is shown the skill any more; kept, it is there like any other import, until you review it.',
  async run([name = ''], options, around) {
    return withHome(around, options, async ({ library, review }) => {
      await library.get(name)
      const kept = await review.keep(name, OPERATOR)
      return kept.changed
        ? { json: kept, text: `Kept ${name}. Look at it with: skill-cortex review` }
        : { json: kept, text: `${name} was not taken for one session: nothing was changed.`, exit: 1 }
    })
  },
}
