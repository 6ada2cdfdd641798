import { z } from 'zod'
import { REFLECTIONS_KEPT_MAX } from '../../reflection/reflection-book.ts'
import { reflectionsText } from '../belief-text.ts'
import type { Command } from '../command.ts'
import { parseOptions, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const LAST = 10
const optionsSchema = z.object({
  last: wholeNumber(1, REFLECTIONS_KEPT_MAX).default(LAST),
  done: z.string().min(1).max(100, { error: 'the id of a directive' }).optional(),
})

export const reflections: Command = {
  usage: 'reflections',
  summary: 'what came of the last reflections, directives and consultations',
  options: [
    ['--last <count>', `how many (${LAST})`],
    ['--done <directive>', 'say that a directive was carried out'],
  ],
  help: [
    'Each with why it began, what it judged and believed, and how long it took; one that came to nothing says why.',
    'To reflect now: skill-cortex dream --pass reflect. To take beliefs and directives back: skill-cortex dream --undo <cycle>.',
  ].join('\n'),
  async run(_args, options, around) {
    const { last, done } = parseOptions(optionsSchema, options)
    return withHome(around, options, async ({ reflection }) => {
      if (done !== undefined) await reflection.directives.done(done)
      const rows = (await reflection.history()).slice(0, last)
      const directives = (await reflection.directives.all()).reverse().slice(0, last)
      const consultations = (await reflection.consultations.all()).reverse().slice(0, last)
      const json = { reflections: rows, directives, consultations }
      return { json, text: reflectionsText(rows, directives, consultations) }
    })
  },
}
