import { z } from 'zod'
import { shown } from '../../domain/skill-error.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import type { Command, CommandHome } from '../command.ts'
import { rejectedText } from '../decide-text.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { reviewNote } from '../review-note.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({ note: reviewNote('a note that says why'), discard: flag })

export const reject: Command = {
  usage: 'reject <name>',
  summary: 'say no to the text that waits, with a note for its author',
  options: [
    ['--note <text>', 'why; the author is told (at most 2,000 characters)'],
    ['--discard', 'let the draft go; without it the draft is kept, so that it can be mended'],
  ],
  help: 'It takes a person: a terminal at both ends. Of a text that stands an approval is taken back.',
  async run([name = ''], options, around) {
    const { note, discard } = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      await assertPerson(`reject ${shown(name)}`, home, around)
      const hadDraft = (await home.store.record(parseSkillName(name)))?.draft != null
      // A draft whose text is lost cannot be looked at, and can be let go.
      const which = discard === true && hadDraft ? 'draft' : (await home.review.look(name)).which
      const isDiscarded = discard === true && which === 'draft'
      await home.review.reject(name, { note, draft: discard === true ? 'discard' : 'keep' }, OPERATOR)
      return {
        json: { name, which, note, discarded: isDiscarded },
        text: `Rejected ${name}. ${isDiscarded ? discardedText(name, home) : rejectedText(name, which)}`,
      }
    })
  },
}

function discardedText(name: string, { shelf }: CommandHome): string {
  return shelf.entry(name) === undefined ? 'Its draft is gone.' : 'Its draft is gone; what is live serves on.'
}
