// Whether a person decides, which a yes, a no and a step towards more reach need. A shell alone says nothing: agents have
// one too. Both ends being a terminal does, and so does the operator's token, for a person's own scripts.
import { createHash, timingSafeEqual } from 'node:crypto'
import { SkillError } from '../domain/skill-error.ts'
import type { CommandHome, Surroundings } from './command.ts'

export const TOKEN_VARIABLE = 'SKILL_CORTEX_OPERATOR_TOKEN'

/**
 * @param command what the person is to type, for example `approve mcp/email`.
 * @throws `refused` where nobody shows to be the person.
 */
export async function assertPerson(
  command: string,
  home: Pick<CommandHome, 'operatorToken'>,
  { isTerminal, env }: Pick<Surroundings, 'isTerminal' | 'env'>,
): Promise<void> {
  if (isTerminal) return
  const given = env[TOKEN_VARIABLE]
  const token = given ? await home.operatorToken() : undefined
  if (given && token !== undefined && isSame(given.trim(), token)) return
  const came = !given
    ? "got a pipe or a file at one end, and an agent's shell is no person"
    : `and ${TOKEN_VARIABLE} does not hold the operator's token of this home`
  throw new SkillError(
    'refused',
    `only a person may decide this: expected a terminal at both ends, ${came}`,
    `Nothing was changed. Ask the person to run, in their own terminal: skill-cortex ${command}`,
  )
}

// Digests are of one length, so that not even the length of the token shows in the time.
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
