import { resolve } from 'node:path'
import { z } from 'zod'
import { diagnosticLine } from '../../domain/diagnostic.ts'
import type { Extraction } from '../../packages/extract-skills.ts'
import type { Command } from '../command.ts'
import { parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

const optionsSchema = z.object({ run: z.string().optional() })

export const extract: Command = {
  usage: 'extract <dir>',
  summary: 'bring skills back from a workspace, for review',
  options: [['--run <id>', 'the run; left out: the one that was last checked out into this folder']],
  help: [
    'Taken are SKILL.md, policy.json, and the files in scripts/, references/ and assets/. It counts as the work of an agent:',
    'nothing becomes approved by it, and a change of what a person wrote or approved waits as a draft.',
  ].join('\n'),
  async run([dir = ''], options, around) {
    const { run } = parseOptions(optionsSchema, options)
    return withHome(around, options, async ({ workspaces }) => {
      const done = await workspaces.extract({ dir: resolve(dir), run, author: null })
      const isNothing = done.skills.length === 0
      return { json: done, text: textOf(done), exit: done.refused.length > 0 || isNothing ? 1 : 0 }
    })
  },
}

function textOf({ skills, refused, diagnostics }: Extraction): string {
  return [
    ...skills.map(({ name, outcome, version, draft, proposal }) => {
      const waits = proposal === undefined ? '' : `; a change of its policy waits as proposal ${proposal}`
      return `${name}: ${outcome}, version ${version}${draft ? ', a draft' : ''}${waits}`
    }),
    ...diagnostics.map(diagnosticLine),
    `${counted(skills.length, 'skill')} extracted${refused.length === 0 ? '' : `, ${refused.length} refused`}.`,
  ].join('\n')
}
