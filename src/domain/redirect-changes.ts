// When skills go into another, what named them names that one. A person's skill keeps its words: who follows them is told of
// the heir, and whoever needs a skill that goes and may not be changed has kept it from going before.
import { REPEATED_REASON } from './judge-change.ts'
import type { Accepted } from './judge-link.ts'
import type { JudgedMerge } from './judge-merge.ts'
import type { SaveChange } from './pass-change.ts'
import { redirected, referrersOf } from './redirect-references.ts'
import type { Skill } from './skill.ts'

/** One change a skill, to be made after the merge; or why the merge cannot be. */
export function redirects({ save, archives }: JudgedMerge, run: Accepted): SaveChange[] | string {
  const gone = archives.map(({ name }) => name)
  const changes: SaveChange[] = []
  const skills = run.skills()
  for (const skill of new Set(gone.flatMap((name) => referrersOf(name, skills)))) {
    if (skill.name === save.name || gone.includes(skill.name) || run.heirs.has(skill.name)) continue
    const judged = run.library.find(skill.name)
    if (judged?.landing === 'draft') continue
    if (judged === undefined || run.saved.has(skill.name))
      return `"${skill.name}" names a skill that would go: ${REPEATED_REASON}`
    const led = gone.reduce((next: Skill, name) => redirected(next, name, save.name), skill)
    const { parent, dependsOn, seeAlso, conflictsWith } = led
    const patch = { parent, dependsOn, seeAlso, conflictsWith }
    const reason = `it names what goes into "${save.name}"`
    changes.push({ kind: 'save', name: skill.name, base: judged.digest, patch, from: [], after: [save.name], reason })
  }
  return changes
}
