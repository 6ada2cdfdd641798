// The skills that one question to a model holds, whole or not at all, within a number of skills and of tokens: nothing that is
// rewritten has ever been cut.
import type { Skill } from './skill.ts'
import { estimateTokens } from './token-estimate.ts'

export const SHOWN_TOKENS_MAX = 24_000

type Showcase = {
  /** A group comes whole or not at all, since half of a pair can only be misjudged. @returns whether it is shown now. */
  show(names: readonly string[]): boolean
  /** By name. */
  shown(): Skill[]
  /** Names of skills that would have been shown and are longer than what was left. */
  tooLong(): string[]
}

/** @param skills that may be shown, by name. */
export function createShowcase(skills: ReadonlyMap<string, Skill>, skillsMax: number): Showcase {
  const shown = new Map<string, Skill>()
  const tooLong = new Set<string>()
  let tokens = 0
  return {
    show(names) {
      const group = names.flatMap((name) => skills.get(name) ?? [])
      if (group.length < names.length) return false
      const fresh = group.filter(({ name }) => !shown.has(name))
      if (shown.size + fresh.length > skillsMax) return false
      const cost = fresh.reduce((sum, skill) => sum + skillTokens(skill), 0)
      if (tokens + cost > SHOWN_TOKENS_MAX) {
        for (const skill of fresh) if (tokens + skillTokens(skill) > SHOWN_TOKENS_MAX) tooLong.add(skill.name)
        return false
      }
      tokens += cost
      for (const skill of fresh) shown.set(skill.name, skill)
      return true
    },
    shown: () => [...shown.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    tooLong: () => [...tooLong].filter((name) => !shown.has(name)).sort(),
  }
}

/** What a skill costs in a context, with what is said of it beside its text. */
export function skillTokens(skill: Skill): number {
  const { name, content, summary, triggers, tags, seeAlso, dependsOn, steps, files } = skill
  const lists = [...triggers, ...tags, ...seeAlso, ...dependsOn, ...files.map(({ path }) => path)]
  const words = [name, name, summary, ...lists, JSON.stringify(steps), content].join('\n')
  return estimateTokens(words) + LABEL_TOKENS
}

const LABEL_TOKENS = 60
