// What the HTTP surface may ask of the app, each as one function, and with which tokens it is opened.
import type { App } from './app.ts'
import { SkillError } from './domain/skill-error.ts'
import type { Log } from './events/log.ts'
import { homeLayout } from './files/home-layout.ts'
import type { ApiParts } from './http/api-route.ts'
import type { Tokens } from './http/caller.ts'
import type { BuiltPages } from './http/dashboard-pages.ts'
import type { HttpParts } from './http/routes.ts'
import { type HealthJobParts, runHealthJob } from './library/health-job.ts'
import { fetchPublic } from './net/fetch-public.ts'
import { recallLab } from './recall-lab.ts'
import { keptOperatorToken } from './store/operator-token.ts'
import { openDayStats } from './usage/day-stats.ts'

/** What a server has that was started from the command line, and any other does without. */
export type HttpAround = {
  /** The built dashboard. */
  pages?: BuiltPages
  clientStatuses?: ApiParts['clientStatuses']
  tokenFor?: ApiParts['tokenFor']
}

export function httpParts(app: App, mcp: HttpParts['mcp'], log: Log, around: HttpAround = {}): HttpParts {
  const { pages = new Map(), clientStatuses = async () => [], tokenFor = () => undefined } = around
  const startedAt = performance.now()
  const { version } = app.parts
  return {
    ...{ mcp, version, log, pages, live: app.live },
    api: {
      ...app.parts,
      store: app.store,
      mounts: app.mounts,
      shelf: app.shelf,
      cycles: app.cycles,
      routing: app.routing,
      fetchBytes: app.config.settings.allowNetwork ? fetchPublic : undefined,
      usageReport: app.usage.report,
      usageDays: openDayStats({ journal: app.journal, now: app.parts.now }),
      tokenFor,
      nearDuplicates: app.nearDuplicates,
      nearTo: app.nearTo,
      recallLab: recallLab(app),
      journal: app.journal,
      layout: homeLayout(app.config.home),
      clientStatuses,
      takeEvents: app.takeEvents,
      install: app.workspaces.install,
      bindings: app.bindings,
      runHealth: (request) => runHealthJob(healthJobParts(app), request),
      async recall(request, session, actor) {
        // The same JSON as the tool's structured content. Whoever has no token is told nothing of peers and beliefs.
        const asked = { ...request, session, actor, wantsContext: actor === 'operator' && session !== undefined }
        const { block: _block, ...answer } = await app.parts.recall(asked)
        return answer
      },
      liveness: () => ({
        status: 'ok',
        version,
        skills: app.shelf.size(),
        faults: app.shelf.diagnostics().length,
        uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      }),
    },
  }
}

function healthJobParts({ parts, shelf, usage, review, library }: App): HealthJobParts {
  const { now } = parts
  // Who asks for the job means what was reported by now, by whatever process.
  const level = async () => void (await Promise.all([parts.level(), usage.level()]))
  return { level, now, entries: shelf.entries, tallyOf: usage.tally, step: review.step, archive: library.archive }
}

/** Without an operator token where the home takes none: then what is the operator's alone is done at a terminal. */
export async function httpTokens({ config }: App, log: Log): Promise<Tokens> {
  const access = config.settings.token ?? undefined
  try {
    return { access, operator: await keptOperatorToken(homeLayout(config.home), log) }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    log('serve', `no operator token could be kept, so nobody is the operator over HTTP: ${error.message}`)
    return { access, operator: undefined }
  }
}
