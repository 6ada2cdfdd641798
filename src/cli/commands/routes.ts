import type { Perception } from '../../domain/routing-candidates.ts'
import type { RoutingOverview } from '../../domain/routing-overview.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { columns } from '../columns.ts'
import type { Command } from '../command.ts'
import { withHome } from '../with-home.ts'
import { ago, counted, listed } from '../wording.ts'

export const routes: Command = {
  usage: 'routes [region] [task]',
  summary: 'which skill serves which intent, as learned from outcomes; "why" and a task say what would be suggested',
  help: [
    'skill-cortex routes                      every region with its best route',
    'skill-cortex routes <region>             its words, its routes, and how they did',
    'skill-cortex routes why "<task>"         which regions the words of a task speak for, and what is shown of them',
    '',
    'Weights begin at 0.5, rise with successes, fall with failures, and fade with the days without use; below 0.3 a route is',
    'hidden. All of it stands in cortex/cortex.json, worked out from the journal; regions and routes that you write there',
    'stay.',
  ].join('\n'),
  async run([region, task], options, around) {
    const now = around.now()
    return withHome(around, options, async ({ routing }) => {
      if (region === 'why' && task !== undefined) {
        const why = await routing.why(task)
        return { json: why, text: whyText(why), exit: why.regions.some((one) => one.candidates.length > 0) ? 0 : 1 }
      }
      if (task !== undefined) throw onlyWhy(task)
      const overview = await routing.overview()
      if (region === undefined) return { json: overview, text: listText(overview, now) }
      const found = overview.regions.find((one) => one.region === region)
      if (found === undefined) throw noRegion(region)
      return { json: found, text: regionText(found, now) }
    })
  },
}

type Region = RoutingOverview['regions'][number]

function listText({ regions, stats, blacklist }: RoutingOverview, now: Date): string {
  if (regions.length === 0) return 'Nothing was learned yet: routes come from what report_outcome is told.'
  const rows = regions.map(({ region, routes: own, signals }) => {
    const best = own[0]
    const used = best === undefined ? '' : ago(best.lastUsedAt, now)
    return [region, best?.name ?? '', best === undefined ? '' : weight(best), used, signals.join(' ')]
  })
  const told = `${counted(regions.length, 'region')}. ${counted(stats.hits, 'message')} found one, ${stats.searches} did not.`
  return [
    told,
    '',
    columns(['region', 'best route', 'weight now', 'last used', 'words'], rows),
    ...(blacklist.length === 0 ? [] : ['', `Never suggested: ${listed(blacklist)}.`]),
  ].join('\n')
}

function regionText({ region, signals, against, routes: own }: Region, now: Date): string {
  const rows = own.map((route) => [
    route.name,
    weight(route),
    route.weight.toFixed(2),
    `${route.successes} of ${route.successes + route.failures}`,
    String(route.streak),
    ago(route.lastUsedAt, now),
    route.hidden ?? noteOf(route),
  ])
  return [
    `Region ${region}`,
    `Words for it: ${signals.join(' ') || 'none yet'}`,
    ...(against.length === 0 ? [] : [`Words against it: ${against.join(' ')}`]),
    '',
    columns(['route', 'weight now', 'stored', 'succeeded', 'in a row', 'last used', 'note'], rows),
  ].join('\n')
}

function noteOf({ reflex, worthKeeping }: Region['routes'][number]): string {
  return [...(reflex ? ['reflex'] : []), ...(worthKeeping === true ? ['worth keeping'] : [])].join(', ')
}

function whyText({ stems, regions }: { stems: string[]; regions: Perception[] }): string {
  const said = `Words of the task that may be kept: ${stems.join(' ') || 'none'}`
  if (regions.length === 0) return `${said}\nNo region shares two of them: find_skill would search by text.`
  const lines = regions.flatMap(({ region, agreeing, against, candidates, hidden }) => [
    `${region}: ${agreeing.join(' ')}${against.length === 0 ? '' : `, against it ${against.join(' ')}`}`,
    ...candidates.map(({ route, effective }) => `  ${route.skill}, weight ${effective.toFixed(2)}`),
    ...hidden.map(({ skill, why }) => `  ${skill} is not shown: ${why}`),
  ])
  return [said, ...lines].join('\n')
}

function weight({ effectiveWeight }: { effectiveWeight: number }): string {
  return effectiveWeight.toFixed(2)
}

function noRegion(region: string): SkillError {
  return new SkillError(
    'not-found',
    `expected a region, got "${shown(region)}"`,
    'List the regions with: skill-cortex routes',
  )
}

function onlyWhy(task: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected a task behind "why" alone, got "${shown(task)}"`,
    'Ask: skill-cortex routes why "<task>"',
  )
}
