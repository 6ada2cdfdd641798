// The passes on one home: what each may look at, who answers them, and the schedule by which they run unattended.
import { randomUUID } from 'node:crypto'
import { type Config, readVariable } from './config.ts'
import { keepSchedule } from './cycles/keep-schedule.ts'
import { type Cycles, openCycles } from './cycles/open-cycles.ts'
import type { Pass } from './cycles/pass.ts'
import { isPassEnabled } from './cycles/pass-settings.ts'
import { createSchedule, type Schedule } from './cycles/schedule.ts'
import type { PassName } from './domain/pass-change.ts'
import type { DreamParts } from './dream/dream-parts.ts'
import { dreamPasses } from './dream/index.ts'
import { listFolder } from './files/folder-listing.ts'
import type { LibraryParts } from './library/library.ts'
import type { OpenLibrary } from './library/open-library.ts'
import { openProvider } from './llm/open-provider.ts'
import type { OpenHome } from './open-home.ts'
import type { OpenSecondLoop } from './open-second-loop.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { createRecallGuard, type GuardParts } from './recall/recall-guard.ts'

type BackgroundParts = OpenHome &
  OpenLibrary & {
    config: Config
    nearTo: LibraryParts['nearTo']
    recall: Pick<OpenRecall, 'index' | 'lessons'>
    /** Messages with the skill that they should bring up, as a person keeps them. */
    caseFile: GuardParts['caseFile']
    /** In the place of the ones that are built in. */
    passes?: PassesOf | undefined
    /** Who looks after peers, with the settings of the model that they ask. */
    reflection: Pick<OpenSecondLoop, 'passes' | 'readSettings'>
  }

/** @param beside passes that others bring. */
export type PassesOf = (parts: DreamParts, beside: readonly Pass[]) => readonly Pass[]

type Background = {
  cycles: Cycles
  /** Undefined where passes run only when somebody asks: no schedule is set, or no provider. */
  schedule: Schedule | undefined
  /** From now on the schedule counts, until it is closed. */
  keepTime(): { close(): Promise<void> } | undefined
}

export function openBackground(parts: BackgroundParts): Background {
  const { config, layout, now, log, usage, nearTo, reflection, passes = allPasses } = parts
  const { settings } = config
  const asking = { usagePath: layout.llmUsage, readVariable, now, newId: randomUUID, log }
  const provider = openProvider(settings, asking)
  const isReflecting = (pass: PassName) => reflection.passes.some(({ name }) => name === pass)
  const providerOf = (pass: PassName) =>
    isReflecting(pass) ? openProvider(reflection.readSettings(), asking) : provider
  const gathering: DreamParts = {
    ...parts,
    usageReport: usage.report,
    tallyOf: usage.tally,
    propose: parts.requests.propose,
    nearDuplicates: (skill) => nearTo(skill).length,
  }
  const newId = () => randomUUID().slice(0, 8)
  const guard = createRecallGuard(guarding(parts))
  const cycles = openCycles({
    ...parts,
    settings,
    providerOf,
    guard,
    passes: passes(gathering, reflection.passes),
    newId,
  })
  const cron = settings['passes.schedule']
  const schedule =
    cron === null || provider === undefined
      ? undefined
      : createSchedule({
          ...{ layout, cron, now, log, run: cycles.run },
          passes: cycles.passes.filter((pass) => isPassEnabled(settings, pass)),
          timeZone: settings['passes.timeZone'],
          idleMs: settings['passes.idleMinutes'] * 60_000,
          activeAt: () => lastChange(layout.usage),
        })
  return { cycles, schedule, keepTime: () => schedule && keepSchedule(schedule, log) }
}

function allPasses(parts: DreamParts, beside: readonly Pass[]): readonly Pass[] {
  return [...dreamPasses(parts), ...beside]
}

function guarding({ recall, caseFile, shelf, standings, config, now }: BackgroundParts): GuardParts {
  const listed = (name: string) => {
    const entry = shelf.entry(name)
    return entry !== undefined && standings.markOf(entry).listed ? entry.skill : undefined
  }
  // Elsewhere what a pass adds is loaded by name only until a person has seen it (domain/exposure.ts).
  const listsNew = config.settings.gate === 'open'
  return { index: recall.index, lessons: recall.lessons, caseFile, listed, listsNew, now }
}

// Every event of a session is a line in its file.
function lastChange(usage: string): Date | undefined {
  const times = listFolder(usage, /\.jsonl$/).map(({ modifiedAtMs }) => modifiedAtMs)
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}
