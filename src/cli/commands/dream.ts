import { z } from 'zod'
import { foreseenChanges } from '../../cycles/foreseen-changes.ts'
import type { PassRun } from '../../cycles/run-pass.ts'
import { toldRun } from '../../cycles/run-shape.ts'
import { cycleRow } from '../../domain/cycle-shapes.ts'
import { PASSES, type PassName } from '../../domain/pass-change.ts'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { mayChange } from '../consent.ts'
import { foreseenText } from '../dream-preview.ts'
import { cyclesTable, leftToAgents, lookText, runsText, undoneText, withoutProvider } from '../dream-text.ts'
import { OPERATOR } from '../operator.ts'
import { flag, oneOf, parseOptions, wholeNumber } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { runProgress } from '../run-progress.ts'
import { withHome } from '../with-home.ts'

const LIMIT = 20
const LIMIT_MAX = 1_000
const CYCLE_CHARS_MAX = 100
const AUTHOR = 'skill-cortex dream'
// Where the passes that are left have a provider of their own.
const OWN_MODEL = 'the model of reflection.provider'

const optionsSchema = z.object({
  ...{ dryRun: flag, yes: flag, force: flag, list: flag, json: flag },
  pass: oneOf(PASSES).optional(),
  undo: z.string().min(1).max(CYCLE_CHARS_MAX, { error: 'the id of a cycle' }).optional(),
  limit: wholeNumber(1, LIMIT_MAX).default(LIMIT),
})
type Given = z.output<typeof optionsSchema>

export const dream: Command = {
  usage: 'dream',
  summary: 'have a model look after the library: merge, mend, summarize, find what is missing',
  options: [
    ['--pass <pass>', `only this one: ${PASSES.join(', ')}`],
    ['--dry-run', 'ask the model, show what it proposes and what would be refused, and change nothing'],
    ['--force', 'also where nothing has changed since the last time'],
    ['--yes', 'do not ask'],
    ['--list', 'what was done so far, newest first'],
    ['--limit <n>', `of --list, at most so many (default ${LIMIT})`],
    ['--undo <cycle>', 'take back what one cycle changed, and nothing that came later; only at a terminal'],
  ],
  help: [
    'Each pass gathers a few skills, asks the model provider (docs/provider.md) and judges each proposal by rules. Nothing is',
    'deleted; what a person wrote or approved only gets a draft, which waits in "skill-cortex review".',
    'Without a provider an attached agent does the same work: its prompt "dream", or begin_cycle and submit_cycle.',
    'A dry run costs what asking the model costs. The exit code is 1 when a pass failed.',
  ].join('\n'),
  async run(_args, options, around) {
    const given = parseOptions(optionsSchema, options)
    return withHome(around, options, (home) => {
      if (given.undo !== undefined) return undone(given.undo, home, around)
      return given.list === true ? listed(home, given) : dreamt(home, given, around)
    })
  },
}

async function undone(id: string, home: CommandHome, around: Surroundings): Promise<CommandAnswer> {
  await assertPerson(`dream --undo ${id}`, home, around)
  const report = await home.cycles.undo(id, OPERATOR)
  return { json: { id, ...report }, text: undoneText(id, report), exit: report.refused.length > 0 ? 1 : 0 }
}

async function listed({ cycles }: CommandHome, { limit }: Given): Promise<CommandAnswer> {
  const all = await cycles.cycles()
  const rows = all.slice(0, limit).map(cycleRow)
  return { json: { cycles: rows, total: all.length }, text: cyclesTable(rows, all.length) }
}

async function dreamt(home: CommandHome, given: Given, around: Surroundings): Promise<CommandAnswer> {
  const asked = given.pass === undefined ? home.cycles.passes : [given.pass]
  const passes = asked.filter(home.cycles.isAnswered)
  if (passes.length === 0) {
    const [provider, found] = [await home.cycles.provider(), await look(home, asked)]
    return { json: { dryRun: given.dryRun === true, provider, ...found, runs: [] }, text: withoutProvider(found) }
  }
  const answer = await dreamtOf(passes, home, given, around)
  const left = asked.filter((pass) => !passes.includes(pass))
  return left.length === 0 ? answer : { ...answer, text: `${answer.text}\n${leftToAgents(left)}` }
}

/** @param passes those that a provider answers. */
async function dreamtOf(
  passes: readonly PassName[],
  home: CommandHome,
  given: Given,
  around: Surroundings,
): Promise<CommandAnswer> {
  const provider = await home.cycles.provider()
  if (provider.state === 'misconfigured') throw misconfigured(provider.note)
  if (given.dryRun === true) return foretold(passes, home, given, around)
  const found = given.force === true ? { due: passes, skipped: [] } : await look(home, passes)
  if (found.due.length === 0) return { json: { dryRun: false, provider, ...found, runs: [] }, text: lookText(found) }
  if (!(await mayChange(lookText(found), `Ask ${provider.model ?? OWN_MODEL} now?`, given, around))) throw declined()
  const runs = await ran(passes, home, given, around)
  const json = { dryRun: false, provider: await home.cycles.provider(), due: [], skipped: [], runs: runs.map(toldRun) }
  return { json, text: runsText(runs), exit: exitOf(runs) }
}

async function look({ cycles }: CommandHome, passes: readonly PassName[]) {
  const { due, skipped } = await cycles.look()
  return {
    due: due.filter((pass) => passes.includes(pass)),
    skipped: skipped.filter(({ pass }) => passes.includes(pass)),
  }
}

async function foretold(
  passes: readonly PassName[],
  home: CommandHome,
  given: Given,
  around: Surroundings,
): Promise<CommandAnswer> {
  const runs = await ran(passes, home, given, around)
  const changes = await Promise.all(runs.map((run) => foreseenChanges(run, home, around.now())))
  const proposals = changes.flat().map(({ diff: _diff, ...change }) => change)
  const provider = await home.cycles.provider()
  const json = { dryRun: true, provider, due: [], skipped: [], runs: runs.map(toldRun), proposals }
  return { json, text: foreseenText(runs, changes), exit: exitOf(runs) }
}

function ran(passes: readonly PassName[], home: CommandHome, given: Given, around: Surroundings): Promise<PassRun[]> {
  const progress = runProgress(around, given.json === true)
  const asked = { passes, isDryRun: given.dryRun === true, force: given.force === true }
  const run = (signal: AbortSignal) => home.cycles.run({ ...asked, author: AUTHOR, signal, onStep: progress.step })
  return around.endable(run).finally(progress.end)
}

function exitOf(runs: readonly PassRun[]): 0 | 1 {
  return runs.some(({ kind }) => kind === 'failed') ? 1 : 0
}

function misconfigured(fault: string | null): SkillError {
  return new SkillError('bad-input', fault ?? 'the provider is misconfigured', 'Correct it: skill-cortex config')
}

function declined(): SkillError {
  return new SkillError('refused', 'no pass was run: the answer was no', 'Nothing was changed.')
}
