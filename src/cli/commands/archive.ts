import { danglingReferences } from '../../domain/dangling-references.ts'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command, CommandHome } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { withHome } from '../with-home.ts'
import { day, listed } from '../wording.ts'

export const archive: Command = {
  usage: 'archive <name>',
  summary: 'take a skill out of the library; its text and history are kept',
  help: 'It is brought back by: skill-cortex restore <name>. A skill that others depend on stays; the answer names them.',
  async run([name = ''], options, around) {
    return withHome(around, options, async (home) => {
      await assertStands(home, name)
      const { version } = await home.library.archive(name, OPERATOR)
      const skills = home.shelf.entries().map((entry) => entry.skill)
      const referredBy = [
        ...new Set(
          danglingReferences(skills)
            .filter((r) => r.to === name)
            .map((r) => r.from),
        ),
      ]
      const referrers = referredBy.length === 1 ? 'still refers' : 'still refer'
      const note = referredBy.length === 0 ? '' : `\n${listed(referredBy)} ${referrers} to it.`
      return {
        json: { name, version, archived: true, referredBy },
        text: `Archived ${name} (version ${version}). To bring it back: skill-cortex restore ${name}${note}`,
      }
    })
  },
}

async function assertStands({ store, shelf }: CommandHome, name: string): Promise<void> {
  const record = await store.record(name)
  if (record?.lifecycle !== 'archived' || shelf.entry(name) !== undefined) return
  throw new SkillError(
    'conflict',
    `skill "${name}" is archived already${record.archivedAt === null ? '' : `, since ${day(record.archivedAt)}`}`,
    `Nothing was changed. To bring it back: skill-cortex restore ${name}`,
  )
}
