// Turns arguments into one run of one command, and its answer or error into output and an exit code. Results go to
// stdout, everything else to stderr; with --json both are one JSON document.
import { Command as Commander, CommanderError } from 'commander'
import { SkillError } from '../domain/skill-error.ts'
import type { Command, CommandAnswer, Surroundings } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { exitCodeOf } from './exit-code.ts'

/** Flags that every command takes. */
const COMMON: [flags: string, description: string][] = [
  ['--home <dir>', 'the home folder (default: $SKILL_CORTEX_HOME, a home in the current folder, or ~/.skill-cortex)'],
  ['--json', 'print one JSON document'],
]

/** @param argv without node and script. @returns the exit code; never rejects. */
export async function runProgram(argv: string[], version: string, around: Surroundings): Promise<number> {
  let exit = 0
  const program = new Commander('skill-cortex')
    .description('Procedural memory for agents: a library of skills over MCP.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: around.writeOut, writeErr: around.writeError })
    .showHelpAfterError('(see --help)')
  for (const command of COMMANDS) {
    addCommand(program, command, async (args, options) => {
      exit = await runCommand(command, args, options, around)
    })
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exit
  } catch (error) {
    // Commander has printed what was wrong; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

function addCommand(
  program: Commander,
  command: Command,
  run: (args: string[], options: Record<string, unknown>) => Promise<void>,
): void {
  const sub = program.command(command.usage).description(command.summary).exitOverride()
  for (const [flags, description] of [...(command.options ?? []), ...COMMON]) sub.option(flags, description)
  if (command.help !== undefined) sub.addHelpText('after', `\n${command.help}`)
  sub.action(async (...given: unknown[]) => {
    // Commander hands over each argument, then the options, then itself.
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === 'string')
    await run(args, sub.opts())
  })
}

async function runCommand(
  command: Command,
  args: string[],
  options: Record<string, unknown>,
  around: Surroundings,
): Promise<number> {
  try {
    const answer = await command.run(args, options, around)
    if (typeof answer === 'number') return answer
    print(answer, options, around)
    return answer.exit ?? 0
  } catch (error) {
    printError(error, options, around)
    return exitCodeOf(error)
  }
}

function print(answer: CommandAnswer, options: Record<string, unknown>, around: Surroundings): void {
  around.writeOut(`${options.json === true ? JSON.stringify(answer.json, null, 2) : answer.text}\n`)
}

function printError(error: unknown, options: Record<string, unknown>, around: Surroundings): void {
  const known = error instanceof SkillError
  const { code, message, fix } = known
    ? error
    : { code: 'internal', message: String(error), fix: 'This is a bug; please report it.' }
  if (options.json === true) around.writeOut(`${JSON.stringify({ error: { code, message, fix } }, null, 2)}\n`)
  else around.writeError(`${code}: ${message}\n  ${fix}\n`)
  if (!known) around.writeError(`${error instanceof Error ? error.stack : ''}\n`)
}
