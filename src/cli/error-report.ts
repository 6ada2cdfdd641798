// How a failed command is told: code, what happened, what to do; with --json the same three as one document on stdout.
import type { CommanderError } from 'commander'
import { printable, printableJson } from '../domain/printable.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Surroundings } from './command.ts'

/** Errors advise in the words of the tools, which agents have; a person at a terminal has these commands. */
const COMMAND_OF_TOOL: Record<string, string> = {
  list_skills: '"skill-cortex list"',
  get_skill: '"skill-cortex show"',
  save_skill: '"skill-cortex edit"',
  edit_skill: '"skill-cortex edit"',
  recall_skills: '"skill-cortex recall"',
}

export function reportError(
  error: unknown,
  isJson: boolean,
  around: Pick<Surroundings, 'writeOut' | 'writeError'>,
): void {
  const { code, message, fix } = told(error)
  if (isJson) around.writeOut(`${printableJson({ error: { code, message, fix } })}\n`)
  else around.writeError(`${printable(`${code}: ${message}\n  ${fix}`)}\n`)
  if (code === 'internal' && error instanceof Error) around.writeError(`${printable(error.stack ?? '')}\n`)
}

function told(error: unknown): { code: string; message: string; fix: string } {
  if (error instanceof SkillError) {
    const fix = error.fix.replace(/[a-z]+_skills?\b/g, (tool) => COMMAND_OF_TOOL[tool] ?? tool)
    return { code: error.code, message: error.message, fix }
  }
  return { code: 'internal', message: String(error), fix: 'This is a bug of Skill Cortex; please report it.' }
}

/**
 * A mistake in the arguments, as an error of ours: what the parser proposes becomes what to do.
 * @param command the one that was called, as far as it was recognised.
 */
export function usageError(error: CommanderError, command: string | undefined): SkillError {
  const [message = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const proposal = hint === undefined ? '' : `${hint.replace(/^\((.*)\)$/, '$1')} `
  const help = `See: skill-cortex ${command === undefined ? '' : `${command} `}--help`
  return new SkillError('bad-input', message, `${proposal}${help}`, { cause: error })
}
