// The report of the health job as sentences that can be read aloud: what was done, what is for a person to decide, what was
// left alone and why, each with its numbers.
import type { Flagged, LeftAlone } from '../domain/maintenance-plan.ts'
import type { HealthNumbers, MaintenanceStep } from '../domain/maintenance-rules.ts'
import type { HealthReport } from '../library/health-job.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

type Step = HealthReport['steps'][number]
const DONE: Record<MaintenanceStep, string> = {
  degrade: 'Degraded',
  recover: 'Recovered',
  deprecate: 'Deprecated',
  archive: 'Archived',
}

/** @param sentencesMax of each kind; the rest is counted. */
export function healthText(report: HealthReport, sentencesMax: number): string {
  const { steps, flagged, left, skills, unremarkable, pairsLeftOut } = report
  if (skills.length === 0) return 'There are no skills.'
  const parts = [
    section(report.isDryRun ? 'Would be done:' : 'Done:', steps.map(stepLine), sentencesMax),
    section('For a person to decide:', flagged.map(flagLine), sentencesMax, pairsLeftOut),
    section('Left alone:', left.map(leftLine), sentencesMax),
    [closing(report)],
  ]
  const nothing = steps.length + flagged.length + left.length === 0 && unremarkable === skills.length
  return nothing
    ? closing(report)
    : parts
        .filter((part) => part.length > 0)
        .map((part) => part.join('\n'))
        .join('\n\n')
}

/** Every skill with its numbers, in the order in which they come. */
export function numbersTable(skills: HealthReport['skills']): string {
  const heads = ['name', 'lifecycle', 'health', 'success rate', 'successes', 'failures', 'freshness', 'redundancy']
  const rows = skills.map(({ name, lifecycle, numbers: of }) => [
    ...[name, lifecycle, of.health.toFixed(3), of.successRate.toFixed(3), String(of.successes), String(of.failures)],
    ...[of.freshness.toFixed(3), of.redundancy.toFixed(1)],
  ])
  return columns(heads, rows)
}

function section(head: string, lines: string[], max: number, beyond = 0): string[] {
  if (lines.length === 0) return []
  const over = Math.max(0, lines.length - max) + beyond
  const more =
    over > 0 ? [`  and ${over} more; --json lists them${beyond > 0 ? `, but for ${beyond} pairs` : ''}.`] : []
  return [head, ...lines.slice(0, max).map((line) => `  ${line}`), ...more]
}

function stepLine({ name, step, reason, numbers, outcome }: Step): string {
  const why = `${reason} (${numbersText(numbers)}).`
  switch (outcome.kind) {
    case 'planned':
      return `${step} ${name}: ${why}`
    case 'done':
      return `${DONE[step]} ${name}, from ${outcome.from} to ${outcome.to}: ${why}`
    case 'overtaken':
      return `Not done: ${step} ${name}, which was changed meanwhile: ${outcome.message}.`
    case 'failed':
      return `Failed: ${step} ${name}: ${outcome.message}. It is tried again the next time.`
  }
}

function flagLine(flag: Flagged): string {
  if (flag.why === 'failing') return `${flag.name}: ${flag.reason} (${numbersText(flag.numbers)}).`
  return `${flag.name}: ${flag.reason} (similarity ${flag.similarity.toFixed(2)}).`
}

function leftLine({ name, reason, numbers }: LeftAlone): string {
  return `${name}: ${reason} (${numbersText(numbers)}).`
}

function numbersText({ health, successRate, freshness }: HealthNumbers): string {
  return `health ${health.toFixed(3)}, success rate ${successRate.toFixed(3)}, freshness ${freshness.toFixed(3)}`
}

function closing({ skills, unremarkable, steps }: HealthReport): string {
  const failed = steps.filter(({ outcome }) => outcome.kind === 'failed').length
  const fine = unremarkable === skills.length ? 'Nothing is wrong with any.' : `Nothing to say of ${unremarkable}.`
  return `${counted(skills.length, 'skill')} looked at. ${fine}${failed === 0 ? '' : ` ${counted(failed, 'step')} failed.`}`
}
