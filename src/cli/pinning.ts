import { shown } from '../domain/skill-error.ts'
import type { Command } from './command.ts'
import { OPERATOR } from './operator.ts'
import { assertPerson } from './person.ts'
import { withHome } from './with-home.ts'

/** A command that pins a skill, or unpins it. */
export function pinning(isPinned: boolean, said: Pick<Command, 'usage' | 'summary'>): Command {
  const word = isPinned ? 'pin' : 'unpin'
  return {
    ...said,
    help: 'It takes a person: a terminal at both ends.',
    async run([name = ''], options, around) {
      return withHome(around, options, async (home) => {
        await assertPerson(`${word} ${shown(name)}`, home, around)
        const was = home.standings.of(await home.library.get(name)).pinned
        await home.review.pin(name, isPinned, OPERATOR)
        return { json: { name, pinned: isPinned, changed: was !== isPinned }, ...told(name, was, isPinned) }
      })
    },
  }
}

function told(name: string, was: boolean, is: boolean): { text: string; exit: 0 | 1 } {
  // Asked for something, and nothing was to be done.
  if (was === is) return { text: `${name} is ${is ? 'pinned already' : 'not pinned'}: nothing was changed.`, exit: 1 }
  const text = is
    ? `Pinned ${name}: only a person changes it now; what agents change waits as a draft.`
    : `Unpinned ${name}: it is changed by the same rules as any other.`
  return { text, exit: 0 }
}
