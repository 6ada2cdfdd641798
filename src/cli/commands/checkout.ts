import { resolve } from 'node:path'
import { z } from 'zod'
import type { Command } from '../command.ts'
import { parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

const optionsSchema = z.object({ run: z.string().optional() })

export const checkout: Command = {
  usage: 'checkout <name> <dir>',
  summary: 'copy a skill with its files into a workspace, to work by it and change it there',
  options: [['--run <id>', 'the run that the copy belongs to; left out: a new one']],
  help: 'Nothing in the folder is written over. What was changed comes back with: skill-cortex extract <dir>',
  async run([name = '', dir = ''], options, around) {
    const { run } = parseOptions(optionsSchema, options)
    return withHome(around, options, async ({ workspaces }) => {
      const done = await workspaces.checkout({ name, dir: resolve(dir), run })
      const { version, runId, files, whyNot } = done
      const standing = whyNot === null ? 'It is executable.' : `It is not executable: ${whyNot}.`
      return {
        json: done,
        text: `Copied ${name} (version ${version}, ${counted(files.length, 'file')}) for run ${runId}. ${standing}`,
      }
    })
  },
}
