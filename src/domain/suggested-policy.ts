// What a text seems to need, for a person who reads a skill that came without a policy. A guess from what can be seen in it
// (review-facts.ts): it is shown and never set.
import { POLICY_ITEMS_MAX, POLICY_LISTS, type PolicyList, parsePolicyItem } from './policy-rules.ts'
import type { FactList, ReviewFacts } from './review-facts.ts'
import type { Policy } from './skill.ts'
import { SkillError } from './skill-error.ts'

const SHELL_TOOL = 'Bash'

/** What the policy does not cover yet. Undefined when nothing was seen. */
export function suggestedPolicy({ hosts, credentials, commands, tools }: ReviewFacts): Policy | undefined {
  const shell = undeclared(commands)
  const seen: Policy = {
    tools: [...undeclared(tools), ...(shell.length === 0 ? [] : [SHELL_TOOL])],
    domains: undeclared(hosts),
    credentials: undeclared(credentials),
    sideEffects: shell.map((command) => `shell:${command}`),
  }
  const policy = {
    ...{ tools: wellFormed('tools', seen), domains: wellFormed('domains', seen) },
    ...{ credentials: wellFormed('credentials', seen), sideEffects: wellFormed('sideEffects', seen) },
  }
  return POLICY_LISTS.every((list) => policy[list].length === 0) ? undefined : policy
}

function undeclared({ found }: FactList): string[] {
  return found.filter((fact) => fact.undeclared).map(({ name }) => name)
}

// What could not stand in a policy is no suggestion: the word of a template, a host without a dot.
function wellFormed(list: PolicyList, policy: Policy): string[] {
  const items = policy[list].flatMap((item) => {
    try {
      return [parsePolicyItem(list, item)]
    } catch (error) {
      if (error instanceof SkillError) return []
      throw error
    }
  })
  return [...new Set(items)].slice(0, POLICY_ITEMS_MAX)
}
