import { type Compared, skillDiff, skillDiffText } from '../../domain/skill-diff.ts'
import { comparable } from '../../library/diff-texts.ts'
import type { Undone } from '../../library/undo-change.ts'
import type { Command, CommandAnswer } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { parseArgument, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const versionSchema = wholeNumber(1, 1_000_000_000)

export const undo: Command = {
  usage: 'undo <name> <version>',
  summary: 'take back what one version changed, and keep what later versions changed',
  help: 'The outcome is a version of its own. See what a version changed with: skill-cortex diff <name> <before> <version>',
  async run([name = '', given], options, around) {
    const version = parseArgument('version', versionSchema, given)
    return withHome(around, options, async ({ library, store }) => {
      const undone = await library.undo(name, version, OPERATOR)
      return answer(name, version, undone, await comparable(store, name, { before: undone.was, after: undone.now }))
    })
  },
}

function answer(name: string, undone: number, { version, changed }: Undone, compared: Compared): CommandAnswer {
  const json = { name, version, undone, changed, files: changed ? skillDiff(compared) : [] }
  if (!changed) {
    const text = `${name} holds nothing any more of what version ${undone} changed (version ${version}): nothing was changed.`
    // Asked to take something back, and nothing was.
    return { json, text, exit: 1 }
  }
  const diff = skillDiffText(compared, { before: 'as it stood', after: `version ${version}` })
  return { json, text: `${diff}\n\nTook back version ${undone} of ${name}: it is version ${version} now.` }
}
