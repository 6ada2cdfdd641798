// What the server promised: the oracle of every test that kills it. A save that was acknowledged must be found again;
// one that was under way may have happened or not; anything else is a loss or a tear.
import { z } from 'zod'
import type { AttachedServer } from './attached-server.ts'

const loadedSchema = z.object({ version: z.number(), skill: z.object({ content: z.string() }) })

export type Pledges = {
  /** Saves, and notes the answer. Rejects when the server dies before it answers. @returns whether it was acknowledged. */
  save(server: AttachedServer, name: string, content: string, caller?: number): Promise<boolean>
  /** Loads every skill that was ever saved and says what is not as promised. Empty when all is well. */
  broken(server: AttachedServer): Promise<string[]>
  acknowledged(): number
}

const NOTHING = undefined

export function createPledges(): Pledges {
  const kept = new Map<string, string>()
  // Several for one skill after refusals: a save that was refused when its folder could not be synced may stand.
  const underWay = new Map<string, Set<string>>()
  let acknowledged = 0
  const check = async (server: AttachedServer, name: string): Promise<string[]> => {
    const found = await contentOf(server, name)
    const allowed = [kept.get(name), ...(underWay.get(name) ?? [])]
    if (!allowed.includes(found)) return [`${name}: ${found === NOTHING ? 'lost' : 'other bytes than were promised'}`]
    // What stands after the restart is what the next round builds on.
    if (found !== NOTHING) kept.set(name, found)
    underWay.delete(name)
    return []
  }
  return {
    async save(server, name, content, caller) {
      underWay.set(name, (underWay.get(name) ?? new Set()).add(content))
      // Forced, because the texts are nearly the same.
      const answer = await server.call('save_skill', { name, content, force: true }, caller)
      if (answer.refused) return false
      kept.set(name, content)
      underWay.delete(name)
      acknowledged++
      return true
    },
    async broken(server) {
      const names = new Set([...kept.keys(), ...underWay.keys()])
      const answers = await Promise.all([...names].map((name) => check(server, name)))
      return answers.flat()
    },
    acknowledged: () => acknowledged,
  }
}

/** The content as get_skill serves it; undefined when there is no such skill. Throws for any other refusal. */
export async function contentOf(server: AttachedServer, name: string): Promise<string | undefined> {
  const answer = await server.call('get_skill', { name })
  if (!answer.refused) return loadedSchema.parse(answer.data).skill.content
  if (answer.text.startsWith('not-found:')) return undefined
  throw new Error(`get_skill ${name}: ${answer.text}`)
}

/** A text that no other save has, long enough to be torn, and that tells where it was cut. */
export function textOf(name: string, save: number, lines: number): string {
  return [`# ${name}, save ${save}`, ...Array.from({ length: lines }, (_, i) => `Line ${i} of save ${save}.`)].join(
    '\n',
  )
}
