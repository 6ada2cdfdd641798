// The way of one skill through its uses, as `stats <name>` tells it: recalled, loaded, and what became of it. The stages
// are counted each for itself, so a later one may be the larger: agents load by name, too.
import { CONTRIBUTIONS, OUTCOMES } from '../domain/outcomes.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import { columns } from './columns.ts'
import type { CommandAnswer, CommandHome } from './command.ts'
import { readSkillHealth, type SkillHealth } from './skill-health.ts'
import { counted, day, listed } from './wording.ts'

/** @throws SkillError as the library does, for a name of which nothing stands and nothing was ever counted. */
export async function skillFunnel(home: CommandHome, name: string, now: Date): Promise<CommandAnswer> {
  const entry = home.shelf.entry(name)
  const tally = await home.tallyOf(name)
  if (entry === undefined && reported(tally) + tally.loads + tally.recalled === 0) await home.library.get(name)
  const standing =
    entry === undefined ? undefined : await readSkillHealth(home, entry, home.nearDuplicates(entry.skill), now)
  const { performance = null, concern = null } = standing ?? {}
  return {
    json: { name, stands: entry !== undefined, ...tally, reported: reported(tally), performance, concern },
    text: [name, '', funnelText(tally), ...outcomeLines(tally), '', ...standingLines(standing)].join('\n'),
  }
}

function reported({ outcomes }: SkillTally): number {
  return OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)
}

function funnelText(tally: SkillTally): string {
  const { recalled, lastRecalledAt, loads, lastUsedAt, lastOutcome } = tally
  return columns(
    ['stage', 'times', 'last'],
    [
      ['recalled', String(recalled), dayOrNever(lastRecalledAt)],
      ['loaded', String(loads), dayOrNever(lastUsedAt)],
      ['reported', String(reported(tally)), dayOrNever(lastOutcome?.at ?? null)],
    ],
  )
}

function dayOrNever(at: string | null): string {
  return at === null ? 'never' : day(at)
}

function outcomeLines({ outcomes, contributions, lastOutcome, streak }: SkillTally): string[] {
  if (lastOutcome === null) return []
  const rows = OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => [
    outcome,
    String(outcomes[outcome]),
  ])
  const known = CONTRIBUTIONS.filter((kind) => kind !== 'unknown' && contributions[kind] > 0)
  return [
    '',
    columns(['outcome', 'times'], rows),
    '',
    ...(known.length === 0
      ? []
      : [
          `What the skill had to do with its successes: ${listed(known.map((kind) => `${contributions[kind]} ${kind}`))}.`,
        ]),
    `Last outcome: ${lastOutcome.outcome}.`,
    ...(streak.successes > 1 ? [`${streak.successes} successes in a row.`] : []),
    ...(streak.failures > 1 ? [`${streak.failures} failures in a row.`] : []),
  ]
}

function standingLines(of: SkillHealth | undefined): string[] {
  if (of === undefined) return ['No skill of this name stands now.']
  const { successRate, successes, failures, freshness, health } = of.performance
  const basis = `${successes} ${successes === 1 ? 'success' : 'successes'}, ${counted(failures, 'failure')}`
  return [
    `Success rate ${successRate.toFixed(3)} (${basis}), freshness ${freshness.toFixed(3)}, health ${health.toFixed(3)}.`,
    ...(of.concern === null ? [] : [`Of concern: ${of.concern}; see: skill-cortex health --help`]),
  ]
}
