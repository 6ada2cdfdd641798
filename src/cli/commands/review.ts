import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { listReviews } from '../review-list.ts'
import { walkReviews } from '../review-walk.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({ list: flag, json: flag })

export const review: Command = {
  usage: 'review',
  summary: 'go through what waits for you, one after another: drafts, unapproved texts, proposals',
  options: [['--list', 'print what waits and ask nothing']],
  help: [
    'One key for each: a approve or accept, r reject or decline, s skip, d details (the whole text), q quit.',
    'Deciding takes a person: a terminal at both ends. --list does not.',
  ].join('\n'),
  async run(_args, options, around) {
    const { list, json } = parseOptions(optionsSchema, options)
    if (json === true && list !== true) {
      throw new SkillError('bad-input', '--json: expected --list with it, got no --list', 'Use: review --list --json')
    }
    return withHome(around, options, async (home) => {
      if (list === true) return listReviews(home)
      await assertPerson('review', home, around)
      return walkReviews(home, around)
    })
  },
}
