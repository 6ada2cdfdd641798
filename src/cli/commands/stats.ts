import { z } from 'zod'
import { SkillError, shown } from '../../domain/skill-error.ts'
import type { UsageReport } from '../../domain/usage-fold.ts'
import { columns } from '../columns.ts'
import type { Command } from '../command.ts'
import { parseOptions, wholeNumber } from '../parse-options.ts'
import { skillFunnel } from '../skill-funnel.ts'
import { withHome } from '../with-home.ts'
import { counted, day, listed } from '../wording.ts'

const DAYS = 30
const DAYS_MAX = 36_500
const UNUSED_SHOWN_MAX = 10

const optionsSchema = z.object({ days: wholeNumber(1, DAYS_MAX).optional() })

export const stats: Command = {
  usage: 'stats [name]',
  summary: 'what was loaded, how often, when last, and what together; or what became of one skill',
  options: [['--days <n>', `how far to look back (default ${DAYS})`]],
  help: 'With a name: how often it was recalled, how often loaded, and how that ended, since the beginning.',
  async run([name], options, around) {
    const { days: given } = parseOptions(optionsSchema, options)
    if (name !== undefined) {
      if (given !== undefined) throw sinceBeginning(name)
      return withHome(around, options, (home) => skillFunnel(home, name, around.now()))
    }
    const days = given ?? DAYS
    return withHome(around, options, async (home) => {
      const report = await home.usageReport(days)
      const loaded = new Set(report.skills.map((skill) => skill.name))
      const unused = home.shelf
        .entries()
        .map((entry) => entry.skill.name)
        .filter((name) => !loaded.has(name))
      return { json: { ...report, unused }, text: asText(report, unused) }
    })
  },
}

function asText({ days, sessions, loads, skills, together, skippedLines }: UsageReport, unused: string[]): string {
  const of = counted(skills.length, 'skill')
  const span = days === 1 ? 'In the last day' : `In the last ${days} days`
  // Calls without a session count as loads, and in no session.
  const within = sessions === 0 ? '' : ` in ${counted(sessions, 'session')}`
  const rows = skills.map((s) => [s.name, String(s.loads), String(s.sessions), day(s.lastUsedAt)])
  const paragraphs = [
    [loads === 0 ? `${span} no skill was loaded.` : `${span}: ${counted(loads, 'load')} of ${of}${within}.`],
    rows.length === 0 ? [] : [columns(['name', 'loads', 'sessions', 'last used'], rows)],
    together.length === 0
      ? []
      : [
          'Used together:',
          ...together.map((pair) => `  ${listed(pair.skills)}, in ${counted(pair.sessions, 'session')}`),
        ],
    unusedNote(unused),
    skippedLines === 0
      ? []
      : [`${counted(skippedLines, 'line')} of the journal could not be read; see: skill-cortex check`],
  ]
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function unusedNote(unused: string[]): string[] {
  if (unused.length === 0) return []
  const more = unused.length - UNUSED_SHOWN_MAX
  const names = more > 0 ? [...unused.slice(0, UNUSED_SHOWN_MAX), `${more} more`] : unused
  return [`Not loaded in this time: ${listed(names)}.`]
}

function sinceBeginning(name: string): SkillError {
  return new SkillError(
    'bad-input',
    `--days: expected no days with the name of a skill, got them with "${shown(name)}"`,
    'Leave --days out: one skill is counted since the beginning. Or leave the name out.',
  )
}
