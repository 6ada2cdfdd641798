// What a policy allows, compared: a narrower one keeps an approval, a wider one loses it (DESIGN 3.1).
import { sha256Of } from './digest.ts'
import type { Policy } from './skill.ts'

const LISTS = ['tools', 'domains', 'credentials', 'sideEffects'] as const

/** SHA-256 over the lists as sets: neither order nor repetition says anything. */
export function policyHash(policy: Policy): string {
  return sha256Of(JSON.stringify(LISTS.map((list) => sorted(policy[list]))))
}

/**
 * Whether `now` allows anything that `approved` does not. Any change of the side effects counts: they are a declaration,
 * and one that says less than the truth is what makes a skill look safe.
 */
export function widens(approved: Policy, now: Policy): boolean {
  return (
    now.tools.some((tool) => !approved.tools.includes(tool) && !approved.tools.includes(ALL_TOOLS)) ||
    now.domains.some((domain) => !approved.domains.some((allowed) => coversDomain(allowed, domain))) ||
    now.credentials.some((credential) => !approved.credentials.includes(credential)) ||
    JSON.stringify(sorted(now.sideEffects)) !== JSON.stringify(sorted(approved.sideEffects))
  )
}

const ALL_TOOLS = 'ALL'

/** `*` covers every host, `*.example.org` every one below example.org but not example.org itself (seed 003). */
export function coversDomain(allowed: string, domain: string): boolean {
  if (allowed === domain || allowed === '*') return true
  // Whoever reads a domain as part of an address must not be led to another host: evil.org/.example.org.
  return allowed.startsWith('*.') && domain.endsWith(allowed.slice(1)) && HOST_PATTERN.test(domain)
}

const HOST_PATTERN = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i

function sorted(list: readonly string[]): string[] {
  return [...new Set(list)].sort()
}
