// The engine of passes put together for one home, with what the surfaces ask of it beside: what is due, a whole run by the
// provider, what is taken back.
import type { Gate } from '../domain/gate.ts'
import type { PassName } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Caller, Library } from '../library/library.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Standings } from '../library/standings.ts'
import type { Provider } from '../llm/provider.ts'
import type { ProviderSettings } from '../llm/provider-settings.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { RecallGuard } from './apply-changes.ts'
import { type ApplyAsked, applyChosen, createKeptAnswers } from './chosen-changes.ts'
import { type CostReport, costReport } from './cycle-cost.ts'
import { openCycleLog } from './cycle-log.ts'
import { readDirective } from './directive.ts'
import { type Directives, openDirectives } from './directive-files.ts'
import { createDuePasses } from './due-passes.ts'
import { createEngine, type Engine } from './engine.ts'
import { judgedLibrary } from './judged-library.ts'
import type { Pass } from './pass.ts'
import { isPassEnabled, type PassSettings } from './pass-settings.ts'
import { type ProviderState, providerState } from './provider-state.ts'
import type { PassRun } from './run-pass.ts'
import { type RunAsked, runPasses } from './run-passes.ts'
import { type UndoReport, undoCycle } from './undo-cycle.ts'

export type Cycles = Pick<Engine, 'begin' | 'submit' | 'cycles'> & {
  /** All that are served here, in the order of a whole run. */
  passes: readonly PassName[]
  /** Names of passes with something to do; at most a minute behind. */
  due(): Promise<PassName[]>
  /** The same as of now, with the reason for each that has nothing. Gathers for every pass. */
  look: Engine['due']
  /** @throws `bad-input` where no provider is set. */
  run(asked: RunAsked): Promise<PassRun[]>
  /** Carries out part of what a dry run of this process showed. */
  applyChosen(asked: ApplyAsked): Promise<PassRun>
  undo(id: string, caller: Caller): Promise<UndoReport>
  provider(): Promise<ProviderState>
  /** Whether a provider is set for this pass: some have one of their own. */
  isAnswered(pass: PassName): boolean
  /** What the provider took in the last days. */
  cost(days: number): Promise<CostReport>
  /** What each pass tells the model. */
  directives: Directives
}

type CyclesParts = {
  layout: HomeLayout
  settings: PassSettings & ProviderSettings
  passes: readonly Pass[]
  /** By whom a pass is answered, as the settings are when it is asked. */
  providerOf: (pass: PassName) => Provider | undefined
  library: Library
  review: Review
  shelf: Shelf
  standings: Standings
  gate: Gate
  store: SkillStore
  guard: RecallGuard
  newId: () => string
  now: () => Date
  log: Log
}

export function openCycles(parts: CyclesParts): Cycles {
  const { layout, settings, passes, library, review, store, guard, newId, now } = parts
  const log = openCycleLog(layout, now)
  const engine = createEngine({
    ...{ passes, library, store, guard, log, newId, now },
    isEnabled: (pass) => isPassEnabled(settings, pass),
    directive: (pass) => readDirective(layout.directives, pass),
    judged: () => judgedLibrary(parts),
  })
  const answers = createKeptAnswers()
  const state = () => providerState(settings, layout.llmUsage, now())
  const spent = async () => {
    const { state: standing, note } = await state()
    return standing === 'budget-exhausted' ? (note ?? undefined) : undefined
  }
  return {
    passes: passes.map(({ name }) => name),
    begin: engine.begin,
    submit: engine.submit,
    cycles: engine.cycles,
    due: createDuePasses({ engine, now }),
    look: engine.due,
    async run(asked) {
      const providerOf = (pass: PassName) => providerOr(parts.providerOf(pass))
      asked.passes.forEach(providerOf)
      const runs = await runPasses(asked, { engine, providerOf, spent, log: parts.log })
      runs.forEach(answers.keep)
      return runs
    },
    applyChosen: (asked) => applyChosen(asked, { engine, answers }),
    undo: (id, caller) => undoCycle(id, caller, { library, review, store, log, passes }),
    provider: state,
    isAnswered: (pass) => parts.providerOf(pass) !== undefined,
    cost: async (days) =>
      costReport(days, { usagePath: layout.llmUsage, settings, cycles: await engine.cycles(), now: now() }),
    directives: openDirectives(layout.directives, passes),
  }
}

function providerOr(provider: Provider | undefined): Provider {
  if (provider !== undefined) return provider
  throw new SkillError(
    'bad-input',
    'provider.kind: expected a model provider, got none',
    'Set one, or have an attached agent do the work with begin_cycle and submit_cycle.',
  )
}
