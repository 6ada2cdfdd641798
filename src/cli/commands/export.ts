import { z } from 'zod'
import { diagnosticLine } from '../../domain/diagnostic.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { type ExportReport, exportSkills } from '../../packages/export-skills.ts'
import type { Command, CommandHome } from '../command.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

const optionsSchema = z.object({
  all: flag,
  to: z.string({ error: 'a folder' }).min(1, { error: 'a folder' }),
  force: flag,
})

export const exportCommand: Command = {
  usage: 'export [name...]',
  summary: 'write skills as SKILL.md folders, which any client of Agent Skills reads',
  options: [
    ['--all', 'every skill of the library'],
    ['--to <dir>', 'the folder to write into; it is made'],
    ['--force', 'replace what stands there'],
  ],
  help: [
    'The folder of a skill is called like the last part of its name; where two would share one, all get their whole path.',
    'What only the library knows (steps, triggers, tags, policy, the whole name) stands under metadata, and comes back',
    'with "skill-cortex import". An approval does not travel, and drafts are not exported.',
  ].join('\n'),
  async run(names, options, around) {
    const { all, to, force } = parseOptions(optionsSchema, options)
    if ((all === true) === names.length > 0) throw whichSkills(names)
    return withHome(around, options, async (home) => {
      const skills = await skillsOf(names, home)
      const { layout, store } = home
      const over = force === true ? 'replace' : 'keep'
      const forbidden = [layout.skills, layout.cortex]
      const report = await exportSkills({ skills, to, over, bytesOf: store.file, forbidden })
      return {
        json: { to, ...report },
        text: textOf(report, to),
        exit: report.diagnostics.some(({ severity }) => severity === 'error') || report.written.length === 0 ? 1 : 0,
      }
    })
  },
}

async function skillsOf(names: string[], { library, shelf }: CommandHome) {
  if (names.length === 0) return shelf.entries().map(({ skill }) => skill)
  const entries = await Promise.all([...new Set(names)].map((name) => library.get(name)))
  return entries.map(({ skill }) => skill)
}

function textOf({ written, diagnostics }: ExportReport, to: string): string {
  const fresh = written.filter(({ outcome }) => outcome !== 'unchanged')
  const same = written.length - fresh.length
  return [
    ...fresh.map(({ name, file, outcome }) => `${outcome === 'replaced' ? 'Replaced' : 'Wrote'} ${file} (${name})`),
    ...diagnostics.map(diagnosticLine),
    `${counted(fresh.length, 'skill')} exported to ${to}${same > 0 ? `, ${same} stood there already` : ''}.`,
  ].join('\n')
}

function whichSkills(names: string[]): SkillError {
  const came = names.length === 0 ? 'neither' : 'both'
  return new SkillError('bad-input', `expected the names of skills or --all, got ${came}`, 'Give one of the two.')
}
