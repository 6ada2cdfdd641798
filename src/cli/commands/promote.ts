import { shown } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

export const promote: Command = {
  usage: 'promote <name>',
  summary: 'take a skill a step on: candidate to verified, verified to released, or back from degraded and deprecated',
  help: 'It takes a person: a terminal at both ends. A step says how mature a skill is; it approves no text.',
  async run([name = ''], options, around) {
    return withHome(around, options, async (home) => {
      await assertPerson(`promote ${shown(name)}`, home, around)
      const { from, to, version } = await home.review.step(name, 'promote', OPERATOR)
      const approval = home.standings.of(await home.library.get(name)).approval
      const note = approval === 'approved' ? '' : ` Its text is not approved by that: skill-cortex approve ${name}`
      return { json: { name, version, from, to, approval }, text: `Promoted ${name} from ${from} to ${to}.${note}` }
    })
  },
}
