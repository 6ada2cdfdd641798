// Changes what a skill declares that it may touch, as a person: by the rules, onto the text that stands. What comes of an
// approval is worked out from the bytes afterwards (domain/approval.ts); nothing here grants one.
import { changedPolicy, type PolicyChange } from '../domain/policy-change.ts'
import type { Policy } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Caller } from './change-skill.ts'
import type { Library } from './library.ts'

export type PolicyChanged = { name: string; version: number; before: Policy; after: Policy }

/**
 * @throws `needs-person` for all but a person, once the change itself was found to be in order; `conflict` when the text
 * changed meanwhile.
 */
export async function changePolicy(
  name: string,
  change: PolicyChange,
  caller: Caller,
  { library }: { library: Pick<Library, 'get' | 'save'> },
): Promise<PolicyChanged> {
  const { skill, digest } = await library.get(name)
  const after = changedPolicy(skill.policy, change)
  if (caller.actor !== 'operator') {
    throw new SkillError(
      'needs-person',
      `skill "${name}": what it may touch is for a person to decide`,
      'Nothing was changed. Ask for it as a proposal.',
    )
  }
  const seen = caller.seen ?? new Map([[name, digest]])
  const { version } = await library.save(name, { policy: after }, { ...caller, seen })
  return { name, version, before: skill.policy, after }
}
