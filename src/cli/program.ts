// Turns arguments into one run of one command, and its answer or error into output and an exit code. Results go to
// stdout, everything else to stderr; with --json both are one JSON document.
import { Command as Commander, CommanderError } from 'commander'
import { printable, printableJson } from '../domain/printable.ts'
import type { Command, CommandAnswer, Surroundings } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { reportError, usageError } from './error-report.ts'
import { exitCodeOf } from './exit-code.ts'

/** Flags that every command takes, before or after its name. */
const COMMON: [flags: string, description: string][] = [
  ['--home <dir>', 'the home folder (default: $SKILL_CORTEX_HOME, a home in the current folder, or ~/.skill-cortex)'],
  ['--json', 'print one JSON document'],
]

/** @param argv without node and script. @returns the exit code; never rejects for what the world does wrong. */
export async function runProgram(argv: string[], version: string, around: Surroundings): Promise<number> {
  let exit = 0
  const program = new Commander('skill-cortex')
    .description('Procedural memory for agents: a library of skills over MCP.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExit codes: 0 done, 1 findings or failure, 2 wrong usage, 3 busy (try again).')
    .exitOverride()
    // What is wrong with the arguments is told below, in the form of all other errors.
    .configureOutput({ writeOut: around.writeOut, writeErr: () => undefined })
  for (const [flags, description] of COMMON) program.option(flags, description)
  for (const command of COMMANDS) {
    addCommand(program, command, async (args, options) => {
      exit = await runCommand(command, args, options, around)
    })
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exit
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Asking for help or for the version is no mistake.
    if (error.exitCode === 0) return 0
    return misused(program, error, around)
  }
}

function addCommand(
  program: Commander,
  command: Command,
  run: (args: string[], options: Record<string, unknown>) => Promise<void>,
): void {
  const sub = program.command(command.usage).description(command.summary)
  for (const [flags, description] of command.options ?? []) sub.option(flags, description)
  if (command.help !== undefined) sub.addHelpText('after', `\n${command.help}`)
  sub.action(async (...given: unknown[]) => {
    // Commander hands over each argument, then the options, then itself.
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === 'string')
    await run(args, sub.optsWithGlobals())
  })
}

function misused(program: Commander, error: CommanderError, around: Surroundings): number {
  const isJson = program.opts().json === true
  if (error.code === 'commander.help' && !isJson) {
    program.outputHelp()
    return 0
  }
  const told =
    error.code === 'commander.help' ? new CommanderError(2, error.code, 'expected a command, got none') : error
  const called = program.commands.find((command) => command.name() === program.args[0])
  reportError(usageError(told, called?.name()), isJson, around)
  return 2
}

async function runCommand(
  command: Command,
  args: string[],
  options: Record<string, unknown>,
  around: Surroundings,
): Promise<number> {
  const isJson = options.json === true
  try {
    const answer = await command.run(args, options, around)
    if (typeof answer === 'number') return answer
    if (answer.bytes !== undefined && !isJson) around.writeBytes(answer.bytes)
    else around.writeOut(isJson ? `${printableJson(answer.json)}\n` : textOf(answer, around))
    return answer.exit ?? 0
  } catch (error) {
    reportError(error, isJson, around)
    return exitCodeOf(error)
  }
}

function textOf(answer: CommandAnswer, { isScreen }: Surroundings): string {
  return answer.isVerbatim === true && !isScreen ? answer.text : `${printable(answer.text).replace(/\n$/, '')}\n`
}
