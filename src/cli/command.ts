// What a command is: data (name, arguments, options) and one function from parsed input to an answer. The answer holds
// both forms, so `--json` is never forgotten. The list is commands/index.ts.

import type { Bindings } from '../bindings/open-bindings.ts'
import type { ClientPlans } from '../clients/client-plans.ts'
import type { Installation } from '../clients/installation.ts'
import type { Cycles } from '../cycles/open-cycles.ts'
import type { Client } from '../domain/client-channels.ts'
import type { Offered } from '../domain/client-view.ts'
import type { RecallArguments } from '../domain/recall-request.ts'
import type { Offers } from '../domain/registry-offer.ts'
import type { Skill } from '../domain/skill.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import type { UsageReport } from '../domain/usage-fold.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Journal } from '../journal/journal.ts'
import type { Library } from '../library/library.ts'
import type { Requests } from '../library/requests.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Standings } from '../library/standings.ts'
import type { FetchBytes } from '../net/fetcher.ts'
import type { InstallAsked, InstallReport } from '../packages/install-skill.ts'
import type { Workspaces } from '../packages/workspaces.ts'
import type { EvalRequest, Evaluation } from '../recall/eval-recall.ts'
import type { Learner } from '../recall/learner.ts'
import type { RecallResult } from '../recall/recall-result.ts'
import type { Ledger } from '../reflection/open-ledger.ts'
import type { SecondLoop } from '../reflection/open-reflection.ts'
import type { Routing } from '../routing/routing.ts'
import type { Mounts } from '../store/mounted-store.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Dialog } from './dialog.ts'
import type { Endable } from './endable.ts'

/** An opened home, as far as commands need it. Features come as functions. */
export type CommandHome = {
  layout: HomeLayout
  store: SkillStore
  mounts: Mounts
  shelf: Shelf
  library: Library
  review: Review
  requests: Requests
  workspaces: Workspaces
  /** From a registry of the settings, with what fetches: whether it may be used has been made sure of. */
  install: (asked: InstallAsked, fetchBytes: FetchBytes) => Promise<InstallReport>
  /** What these registries have for the words. */
  offers: (words: string, fetchBytes: FetchBytes) => Promise<Offers>
  /** With what was reported of each skill: the fold of the journal is level when a command begins. */
  standings: Standings
  /** Undefined when the home has none. */
  operatorToken: () => Promise<string | undefined>
  /** For `check`, which reads every line of it once, and for `import`, which may bring uses along. */
  journal: Pick<Journal, 'append' | 'read' | 'streams' | 'readStream' | 'readLedger'>
  usageOf: (name: string) => { loads: number; lastUsedAt: string } | undefined
  usageReport: (days: number) => Promise<UsageReport>
  tallyOf: (name: string) => Promise<SkillTally>
  /** How many other skills say nearly the same as this one. Takes about 10 ms. */
  nearDuplicates: (skill: Skill) => number
  recall: (request: RecallArguments) => Promise<RecallResult>
  /** Work that needs a model. */
  cycles: Cycles
  /** What is done when something happens; a command looks at them and changes them, a server fires them. */
  bindings: Bindings
  /** Peers: what passed, what was thought of them. */
  ledger: Pick<Ledger, 'recordAssessment' | 'peer' | 'peers'>
  /** Beliefs, directives and what came of reflections. */
  reflection: SecondLoop
  learner: Learner
  routing: Routing
  /** The setting recall.learn. */
  learnSetting: { isOn: boolean; origin: string }
  evalRecall: (request: EvalRequest) => Promise<Evaluation>
  /** What a client is told before it asks. */
  offered: (client: Client) => Offered
  close(): Promise<void>
}

export type Setting = { key: string; value: unknown; origin: string }

/** What the outside gives a command; a test gives its own. */
export type Surroundings = {
  /**
   * Opens the home that flags, environment and current folder name. Levels with the disk once, starts nothing.
   * @throws SkillError `not-found` when there is no home: looking at one must not make one.
   */
  open: (flags: Record<string, unknown>) => Promise<CommandHome>
  /** What a client has to be told of this installation, for the home that these flags name; needs no home. */
  installation: (flags: Record<string, unknown>) => Installation
  /** How to look at the clients' own files: fetched late, because it loads what reads them. */
  clientPlans: () => Promise<ClientPlans>
  /** What fetches by URL, loaded late: few commands need it. Whether it may be used is the setting allowNetwork. */
  fetcher: () => Promise<FetchBytes>
  /** The settings that hold for these flags; needs no home. */
  settings: (flags: Record<string, unknown>) => { settings: Setting[]; warnings: string[] }
  /** Run until stopped; resolve with the exit code. */
  /** @param opened told the address once it is open. */
  serve: (flags: Record<string, unknown>, opened?: (url: string) => Promise<void>) => Promise<number>
  stdio: (flags: Record<string, unknown>) => Promise<number>
  /** Of the home that these flags name; undefined when it has none. */
  operatorToken: (flags: Record<string, unknown>) => Promise<string | undefined>
  openInBrowser: (url: string) => void
  /** Never the same twice; of letters, digits, `_` and `-`. */
  newNonce: () => string
  env: Record<string, string | undefined>
  /** True when a person sits at both ends: only then may a command ask. */
  isTerminal: boolean
  /** Asks a person yes or no; anything but yes is no. */
  ask: (question: string) => Promise<boolean>
  /** Many questions in a row; whoever opens it closes it. */
  dialog: () => Dialog
  endable: Endable
  /** True when stdout is a screen, which text from a skill must not be able to command. */
  isScreen: boolean
  now: () => Date
  writeOut: (text: string) => void
  writeBytes: (bytes: Uint8Array) => void
  writeError: (text: string) => void
}

export type CommandAnswer = {
  /** One document for `--json`. */
  json: unknown
  /** For people; ends without a newline. Control characters in it are made visible before it is printed. */
  text: string
  /** The text is the very bytes of a file: into a pipe it goes as it is, without a newline of ours. */
  isVerbatim?: boolean
  /** Printed instead of the text: what is no text. Never on a screen. */
  bytes?: Uint8Array
  /** 1 when the command found something wrong, or had nothing to do though asked. */
  exit?: 0 | 1
}

export type Command = {
  /** With its arguments, as commander reads them: `show <name>`. */
  usage: string
  summary: string
  options?: [flags: string, description: string][]
  /** Further lines for `--help`: examples, notes. */
  help?: string
  run(args: string[], options: Record<string, unknown>, around: Surroundings): Promise<CommandAnswer | number>
}
