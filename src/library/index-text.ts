// The session-start index as text, made once per change of the library and not once per connection. A client
// that lists some skills by itself is not told of them here.
import type { Client } from '../domain/client-channels.ts'
import { leaveToClient, type NativeSkills, type ShownIndex } from '../domain/native-skills.ts'
import { skillIndexText } from '../domain/skill-index-text.ts'
import type { Shelf } from './shelf.ts'
import type { Standings } from './standings.ts'

export type SkillIndexText = {
  /** @param charsMax the caller's cut; the text says how many skills it leaves out. */
  text(charsMax: number, client?: Client): string
  /** What the text is made of, in no order. */
  shownTo(client: Client): ShownIndex
  /** To be called when a skill has changed. */
  forget(): void
}

// The order follows use, which needs no freshness of its own.
const ORDER_AGE_MS_MAX = 10_000
const TAIL_SHARE_MAX = 0.3
// One for each length that is left beside a tail.
const TEXTS_MAX = 20

export function createIndexText(
  shelf: Shelf,
  standings: Standings,
  loadsOf: (name: string) => number,
  native: NativeSkills = {},
  tail: (charsMax: number) => string = () => '',
): SkillIndexText {
  const texts = new Map<string, string>()
  let madeAt = 0
  const shownTo = (client: Client | undefined) => {
    const lines = standings.listed(shelf).map((entry) => {
      const { name, summary } = entry.skill
      const { warning } = standings.markOf(entry)
      return { name, summary, loads: loadsOf(name), ...(warning === undefined ? {} : { warning }) }
    })
    return leaveToClient(lines, ownOf(client))
  }
  // By setting, and what stands in a mounted folder that the client reads itself.
  const ownOf = (client: Client | undefined): readonly string[] => {
    if (client === undefined) return []
    const mounted = shelf.entries().flatMap(({ skill, mount }) => (mount?.client === client ? [skill.name] : []))
    return [...(native[client] ?? []), ...mounted]
  }
  // What changes often stands at the end, where it spoils least of what a client may have cached.
  const withTail = (charsMax: number, client: Client | undefined): string => {
    const end = tail(Math.floor(charsMax * TAIL_SHARE_MAX))
    return end === '' ? indexOf(charsMax, client) : `${indexOf(charsMax - end.length - 2, client)}\n\n${end}`
  }
  const indexOf = (charsMax: number, client: Client | undefined): string => {
    const key = ownOf(client).length === 0 ? `${charsMax}` : `${charsMax} ${client}`
    if (performance.now() - madeAt > ORDER_AGE_MS_MAX || texts.size >= TEXTS_MAX) texts.clear()
    const known = texts.get(key)
    if (known !== undefined) return known
    const { lines, leftToClient } = shownTo(client)
    const text = skillIndexText(lines, charsMax, { leftToClient })
    if (texts.size === 0) madeAt = performance.now()
    texts.set(key, text)
    return text
  }
  return {
    text: withTail,
    shownTo,
    forget: () => texts.clear(),
  }
}
