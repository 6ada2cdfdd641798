import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { parseOptions, someName } from '../parse-options.ts'
import { reviewNote } from '../review-note.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({ reason: reviewNote('a reason').optional(), use: someName('skill').optional() })

export const deprecate: Command = {
  usage: 'deprecate <name>',
  summary: 'put a skill away: agents no longer see it, and loading it says why and what to use',
  options: [
    ['--reason <text>', 'why; whoever loads it is told'],
    ['--use <name>', 'the skill that takes its place'],
  ],
  help: 'Its file stays where it is. It is brought back by: skill-cortex promote <name>',
  async run([name = ''], options, around) {
    const { reason = null, use = null } = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      if (use === name) throw itself(name)
      if (use !== null) await home.library.get(use)
      const { from, to, version } = await home.review.step(name, 'deprecate', OPERATOR, { reason, supersededBy: use })
      const instead = use === null ? '' : ` Whoever loads it is told to use ${use}.`
      return {
        json: { name, version, from, to, reason, supersededBy: use },
        text: `Deprecated ${name}, which was ${from}: it is hidden from agents now.${instead} To bring it back: skill-cortex promote ${name}`,
      }
    })
  },
}

function itself(name: string): SkillError {
  return new SkillError('bad-input', `--use: expected another skill, got "${name}" itself`, 'Name the skill to use.')
}
