// What a package asks for where its SKILL.md and its policy.json say two things. Whoever looked at one of them before the
// import has not seen the other, so only what both ask for is taken: a host then refuses too much, which is noticed, and
// never allows too much, which is not. Side effects are a declaration: there the one that says more is believed.
import type { Diagnostic } from './diagnostic.ts'
import { listsOf, POLICY_LISTS } from './policy-rules.ts'
import { coversDomain, policyHash } from './policy-scope.ts'
import type { Policy } from './skill.ts'

/** @param front of the front matter. @param beside of policy.json; undefined when there is none. */
export function askedPolicy(
  front: Policy,
  beside: Policy | undefined,
  file: string,
): { policy: Policy; diagnostics: Diagnostic[] } {
  if (beside === undefined || policyHash(front) === policyHash(beside)) return { policy: front, diagnostics: [] }
  if (POLICY_LISTS.every((list) => front[list].length === 0)) return { policy: listsOf(beside), diagnostics: [] }
  return { policy: { ...front, ...ofBoth(front, beside) }, diagnostics: [mismatch(file)] }
}

function ofBoth(front: Policy, beside: Policy): Policy {
  return {
    tools: shared(front.tools, beside.tools, coversTool),
    domains: shared(front.domains, beside.domains, coversDomain),
    credentials: shared(front.credentials, beside.credentials, (one, other) => one === other),
    sideEffects: [...new Set([...front.sideEffects, ...beside.sideEffects])],
  }
}

/** Of each pair in which one covers the other: the narrower. */
function shared(
  front: readonly string[],
  beside: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
): string[] {
  const within = (items: readonly string[], others: readonly string[]) =>
    items.filter((item) => others.some((other) => covers(other, item)))
  return [...new Set([...within(front, beside), ...within(beside, front)])]
}

function coversTool(wide: string, narrow: string): boolean {
  return wide === narrow || wide === 'ALL'
}

function mismatch(file: string): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'policy-mismatch', file },
    expected: 'the policy that "skill-cortex-policy" in the front matter of SKILL.md says',
    received: 'another one',
    fix: 'What both ask for was taken, and the side effects of either; make them say the same, or keep one of the two.',
  }
}
