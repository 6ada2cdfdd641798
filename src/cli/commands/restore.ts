import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { parseArgument, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const versionSchema = wholeNumber(1, 1_000_000_000).optional()

export const restore: Command = {
  usage: 'restore <name> [version]',
  summary: 'bring back an archived skill, or the text of a former version',
  help: 'The versions between stay in the history. See them with: skill-cortex history <name>',
  async run([name = '', given], options, around) {
    const former = parseArgument('version', versionSchema, given)
    return withHome(around, options, async ({ library }) => {
      const { version, changed } = await library.restore(name, former, OPERATOR)
      const of = former === undefined || former === version ? '' : `, with the text of version ${former}`
      return {
        json: { name, version, restoredFrom: former ?? version, changed },
        text: changed
          ? `Restored ${name} as version ${version}${of}.`
          : `${name} stands as it was (version ${version}): nothing was changed.`,
        // Asked to bring something back, and nothing came back.
        exit: changed ? 0 : 1,
      }
    })
  },
}
