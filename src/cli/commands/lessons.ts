import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const KEY_CHARS_MAX = 200
const actionSchema = oneOf(['remove', 'edit'] as const).optional()
const confidence = z.coerce.number({ error: 'a number from 0 to 1' }).min(0).max(1)
const optionsSchema = z.object({
  key: z.string({ error: 'a key' }).min(1).max(KEY_CHARS_MAX).optional(),
  confidence: confidence.optional(),
})

export const lessons: Command = {
  usage: 'lessons [action] [id]',
  summary:
    'what was learned of missing programs, misleading descriptions and variables; "edit" and "remove" change and drop one',
  options: [
    ['--key <name>', 'with edit: the program or variable that it is really about'],
    ['--confidence <number>', 'with edit: how sure it is, up to 1; later uses move it on from there'],
  ],
  help: [
    'Three kinds, and no others: a program that was missing twice in a region, a skill whose description misled, and a',
    'variable that was set in two uses in a row. Each success that contradicts one lowers its confidence; below 0.3 it is',
    'gone. One that you wrote into cortex/cortex.json is taken out there.',
    'To drop one: skill-cortex lessons remove <id>',
    'To put one right: skill-cortex lessons edit <id> --key magick --confidence 0.9',
  ].join('\n'),
  async run([said, id], options, around) {
    const action = parseArgument('action', actionSchema, said)
    const given = parseOptions(optionsSchema, options)
    if (action !== 'edit' && Object.values(given).some((value) => value !== undefined)) throw onlyEdit()
    return withHome(around, options, async ({ routing }) => {
      if (action !== undefined && id === undefined) throw noId(action)
      if (action === 'edit') {
        const now = await routing.editLesson(id!, given, OPERATOR.actor)
        const { lessons: known } = await routing.overview()
        const lesson = known.find((one) => one.id === now)
        return { json: { edited: id, id: now, lesson: lesson ?? null }, text: `${now}\n  ${lesson?.text ?? 'gone'}` }
      }
      if (action === 'remove') {
        await routing.removeLesson(id!, OPERATOR.actor)
        return { json: { removed: id }, text: `Removed ${id}. It comes back only if it is learned anew.` }
      }
      const known = (await routing.overview()).lessons
      const lines = known.map((lesson) => `${lesson.id}\n  ${lesson.text}`)
      return { json: { lessons: known }, text: lines.length === 0 ? 'No lesson was learned yet.' : lines.join('\n') }
    })
  },
}

function noId(action: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected the id of the lesson to ${action}, got none`,
    'Look at the ids with: skill-cortex lessons',
  )
}

function onlyEdit(): SkillError {
  return new SkillError(
    'bad-input',
    'expected --key and --confidence with "edit" alone',
    'Put one right with: skill-cortex lessons edit <id> --confidence 0.9',
  )
}
