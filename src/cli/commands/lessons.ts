import { SkillError } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const actionSchema = oneOf(['remove'] as const).optional()

export const lessons: Command = {
  usage: 'lessons [action] [id]',
  summary: 'what was learned of missing programs, misleading descriptions and variables; "remove" drops one',
  help: [
    'Three kinds, and no others: a program that was missing twice in a region, a skill whose description misled, and a',
    'variable that was set in two uses in a row. Each success that contradicts one lowers its confidence; below 0.3 it is',
    'gone. One that you wrote into cortex/cortex.json is taken out there.',
    'To drop one: skill-cortex lessons remove <id>',
  ].join('\n'),
  async run([said, id], options, around) {
    const action = parseArgument('action', actionSchema, said)
    return withHome(around, options, async ({ routing }) => {
      if (action === 'remove') {
        if (id === undefined) throw noId()
        await routing.removeLesson(id, OPERATOR.actor)
        return { json: { removed: id }, text: `Removed ${id}. It comes back only if it is learned anew.` }
      }
      const known = (await routing.overview()).lessons
      const lines = known.map((lesson) => `${lesson.id}\n  ${lesson.text}`)
      return { json: { lessons: known }, text: lines.length === 0 ? 'No lesson was learned yet.' : lines.join('\n') }
    })
  },
}

function noId(): SkillError {
  return new SkillError(
    'bad-input',
    'expected the id of the lesson to remove, got none',
    'Look at the ids with: skill-cortex lessons',
  )
}
