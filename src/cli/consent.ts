// Whether a command may change what is not ours: --yes says so beforehand, a person at a terminal is shown the change and
// asked. Nobody to ask means no.
import { printable } from '../domain/printable.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Surroundings } from './command.ts'

/** @param shown what would change; goes to stderr, before the question. @throws `bad-input` where nobody can be asked. */
export async function mayChange(
  shown: string,
  question: string,
  options: { yes?: boolean | undefined; json?: boolean | undefined },
  around: Surroundings,
): Promise<boolean> {
  if (options.yes === true) return true
  if (around.isTerminal && options.json !== true) {
    around.writeError(`${printable(shown)}\n\n`)
    return around.ask(question)
  }
  throw new SkillError(
    'bad-input',
    'expected --yes, because there is nobody here who could be asked',
    'Look at the change with --dry-run, then pass --yes.',
  )
}
