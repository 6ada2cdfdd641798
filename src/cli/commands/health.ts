import { z } from 'zod'
import { rounded } from '../../domain/rounded.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import { type HealthReport, runHealthJob } from '../../library/health-job.ts'
import type { Command } from '../command.ts'
import { healthText, numbersTable } from '../health-text.ts'
import { flag, parseOptions, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const LIMIT_MAX = 100_000
const LIMIT = 200

const optionsSchema = z.object({ dryRun: flag, numbers: flag, limit: wholeNumber(1, LIMIT_MAX).optional() })

export const health: Command = {
  usage: 'health [name]',
  summary: 'look after the health of all skills, or of one: what fails is degraded, what nobody uses is put away',
  options: [
    ['--dry-run', 'only tell what would be done'],
    ['--numbers', 'add a table with the numbers of every skill, worst first'],
    ['--limit <n>', `at most so many lines of each kind (default ${LIMIT})`],
  ],
  help: [
    'health = 0.4 utility + 0.2 (1 - redundancy) + 0.2 freshness + 0.2 (1 - failure risk), each from 0 to 1.',
    'success rate = (1 + successes) / (2 + successes + failures): 0.5 while nothing was reported. task_mismatch and',
    'runtime_error are failures; auth_error, dependency_missing, api_error, cancelled and unknown count neither way.',
    '',
    'degrade: at least 5 successes and failures, and health below 0.3 or failure risk of 0.6 and more, unless the last 3',
    '  in a row succeeded. A degraded skill is still recalled, with a warning.',
    'recover: a degraded skill goes back to what it was after 3 successes in a row.',
    'deprecate: freshness below 0.1 (not loaded for 100 days), and fewer than 3 successes and failures.',
    'archive: deprecated 60 days ago and not loaded since. Its text stays in the history; "restore" brings it back.',
    '',
    "Only an agent's own skills are changed. People's skills are flagged; starters and pinned skills are left alone.",
    'A running server does the same every six hours. The exit code is 1 when a step failed.',
  ].join('\n'),
  async run([name], options, around) {
    const { dryRun, numbers, limit = LIMIT } = parseOptions(optionsSchema, options)
    return withHome(around, options, async ({ shelf, library, review, tallyOf }) => {
      if (name !== undefined) await library.get(parseSkillName(name))
      const parts = { entries: shelf.entries, tallyOf, step: review.step, archive: library.archive, now: around.now }
      const request = { isDryRun: dryRun === true, only: name }
      const report = await runHealthJob({ ...parts, level: shelf.lookAround }, request)
      const worst = [...report.skills].sort(worstFirst).slice(0, limit)
      const table = numbers === true || name !== undefined ? `${numbersTable(worst)}\n\n` : ''
      const hasFailed = report.steps.some(({ outcome }) => outcome.kind === 'failed')
      return {
        json: asJson(report, worst),
        text: `${report.skills.length === 0 ? '' : table}${healthText(report, limit)}`,
        exit: hasFailed ? 1 : 0,
      }
    })
  },
}

type Looked = HealthReport['skills'][number]

function worstFirst(a: Looked, b: Looked): number {
  return a.numbers.health - b.numbers.health || (a.name < b.name ? -1 : 1)
}

function asJson({ isDryRun, steps, flagged, left, pairsLeftOut, unremarkable, skills }: HealthReport, worst: Looked[]) {
  return {
    dryRun: isDryRun,
    steps: steps.map(({ numbers, ...step }) => ({ ...step, ...roundedAll(numbers) })),
    flagged: flagged.map((flag) => {
      if (flag.why === 'near-duplicate') return { ...flag, similarity: rounded(flag.similarity) }
      const { numbers, ...rest } = flag
      return { ...rest, ...roundedAll(numbers) }
    }),
    left: left.map(({ numbers, ...rest }) => ({ ...rest, ...roundedAll(numbers) })),
    pairsLeftOut,
    unremarkable,
    skills: worst.map(({ name, origin, lifecycle, numbers, tally }) => {
      const { recalled, loads, lastUsedAt, streak } = tally
      return { name, origin, lifecycle, ...roundedAll(numbers), recalled, loads, lastUsedAt, streak }
    }),
    total: skills.length,
  }
}

function roundedAll<T extends Record<string, number>>(numbers: T): Record<keyof T, number> {
  return Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, rounded(value)])) as Record<
    keyof T,
    number
  >
}
