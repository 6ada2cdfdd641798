// What a command is: data (name, arguments, options) and one function from parsed input to an answer. The answer holds
// both forms, so `--json` is never forgotten. The list is commands/index.ts.
import type { RecallArguments } from '../domain/recall-request.ts'
import type { UsageReport } from '../domain/usage-fold.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Library } from '../library/library.ts'
import type { Shelf } from '../library/shelf.ts'
import type { SkillStore } from '../store/skill-store.ts'

/** An opened home, as far as commands need it. Features come as functions. */
export type CommandHome = {
  layout: HomeLayout
  store: SkillStore
  shelf: Shelf
  library: Library
  usageOf: (name: string) => { loads: number; lastUsedAt: string } | undefined
  usageReport: (days: number) => Promise<UsageReport>
  recall: (request: RecallArguments) => Promise<Record<string, unknown> & { block: string; silent?: string }>
  settings: () => { key: string; value: unknown; origin: string }[]
  close(): Promise<void>
}

/** What the outside gives a command; a test gives its own. */
export type Surroundings = {
  /** Opens the home that flags, environment and current folder name. Levels with the disk once, starts nothing. */
  open: (flags: Record<string, unknown>) => Promise<CommandHome>
  /** Run until stopped; resolve with the exit code. */
  serve: (flags: Record<string, unknown>) => Promise<number>
  stdio: (flags: Record<string, unknown>) => Promise<number>
  env: Record<string, string | undefined>
  /** True when a person sits at both ends: only then may a command ask. */
  isTerminal: boolean
  now: () => Date
  writeOut: (text: string) => void
  writeError: (text: string) => void
}

export type CommandAnswer = {
  /** One document for `--json`. */
  json: unknown
  /** For people; ends without a newline. */
  text: string
  /** 1 when the command found something wrong. */
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
