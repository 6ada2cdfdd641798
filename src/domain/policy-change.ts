// A change of a policy as data: what is to be added, what is to be removed. Says what comes of it and how it reads;
// who may make it is decided elsewhere.

import {
  ITEM_NOUNS,
  POLICY_ITEMS_MAX,
  POLICY_LISTS,
  type PolicyList,
  parseDomain,
  parsePolicyItem,
} from './policy-rules.ts'
import { widens } from './policy-scope.ts'
import { printableLine } from './printable.ts'
import type { Policy } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'

/** Of one change: a person reads them all in one sentence before a yes. */
export const POLICY_CHANGES_MAX = 20
const ITEMS_SAID_MAX = 10

export type PolicyChange = { add: Policy; remove: Policy }

/**
 * The policy with the change made. Removing takes what stands, whatever its form; adding goes by the rules.
 * @throws `bad-input` for an item out of form, too many, or one to remove that is not there; `conflict` when nothing changes.
 */
export function changedPolicy(before: Policy, change: PolicyChange): Policy {
  const count = items(change.add).length + items(change.remove).length
  if (count === 0 || count > POLICY_CHANGES_MAX) throw wrongCount(count)
  const after = {
    // Keys that we do not know stay where they are.
    ...before,
    tools: changedList('tools', before, change),
    domains: changedList('domains', before, change),
    credentials: changedList('credentials', before, change),
    sideEffects: changedList('sideEffects', before, change),
  }
  if (diffLines(before, after).every(({ sign }) => sign === ' ')) {
    throw new SkillError('conflict', 'the policy declares all of that already', 'Nothing was changed.')
  }
  return after
}

function changedList(list: PolicyList, before: Policy, { add, remove }: PolicyChange): string[] {
  const wanted = [...new Set(add[list].map((item) => parsePolicyItem(list, item)))]
  const gone = remove[list].map((item) => present(list, item, before[list]))
  const both = gone.find((item) => wanted.includes(item))
  if (both !== undefined) {
    throw new SkillError(
      'bad-input',
      `${ITEM_NOUNS[list]} "${shown(both)}": expected to be added or removed, got both`,
      'Nothing was changed. Say one of them.',
    )
  }
  const next = [...new Set([...before[list].filter((item) => !gone.includes(item)), ...wanted])]
  if (wanted.length > 0 && next.length > POLICY_ITEMS_MAX) throw tooMany(list, next.length)
  return next
}

function present(list: PolicyList, item: string, standing: readonly string[]): string {
  if (standing.includes(item)) return item
  const spelled = list === 'domains' ? asKept(item) : item
  if (standing.includes(spelled)) return spelled
  const said = standing.slice(0, ITEMS_SAID_MAX).map(shown).join(', ')
  const more = standing.length > ITEMS_SAID_MAX ? ` and ${standing.length - ITEMS_SAID_MAX} more` : ''
  throw new SkillError(
    'bad-input',
    `${ITEM_NOUNS[list]} to remove: expected one that the policy declares (${said === '' ? 'it declares none' : `${said}${more}`}), got "${shown(item)}"`,
    'Nothing was changed. Look at it with: skill-cortex policy NAME',
  )
}

// What a hand put there may have no form; it is removed all the same, in its own spelling.
function asKept(domain: string): string {
  try {
    return parseDomain(domain)
  } catch (error) {
    if (error instanceof SkillError) return domain
    throw error
  }
}

/**
 * The same change in the spelling in which it will be kept: what a person reads before a yes is what is carried out, though
 * a name came in letters of another script. @throws `bad-input`.
 */
export function spelledChange({ add, remove }: PolicyChange): PolicyChange {
  const spelled = (list: PolicyList) => add[list].map((item) => parsePolicyItem(list, item))
  return {
    add: {
      ...{ tools: spelled('tools'), domains: spelled('domains') },
      ...{ credentials: spelled('credentials'), sideEffects: spelled('sideEffects') },
    },
    remove: { ...remove, domains: remove.domains.map(asKept) },
  }
}

/** `add domain a.example.org and tool Bash; remove credential X`: all of it, one line. */
export function policyChangeText({ add, remove }: PolicyChange): string {
  const said = (verb: string, policy: Policy) => {
    const all = items(policy)
    return all.length === 0 ? [] : [`${verb} ${all.map(({ list, item }) => `${ITEM_NOUNS[list]} ${item}`).join(', ')}`]
  }
  return printableLine([...said('add', add), ...said('remove', remove)].join('; '))
}

/** Line by line, each behind its sign: `+ domain a.example.org`. */
export function policyDiffText(before: Policy, after: Policy): string {
  const lines = diffLines(before, after).map(({ sign, list, item }) => `${sign} ${ITEM_NOUNS[list]} ${item}`)
  return lines.map(printableLine).join('\n')
}

type DiffLine = { sign: '+' | '-' | ' '; list: PolicyList; item: string }

function diffLines(before: Policy, after: Policy): DiffLine[] {
  return POLICY_LISTS.flatMap((list) =>
    [...new Set([...before[list], ...after[list]])].map((item) => ({
      sign: !after[list].includes(item)
        ? ('-' as const)
        : before[list].includes(item)
          ? (' ' as const)
          : ('+' as const),
      ...{ list, item },
    })),
  )
}

/** `narrower` takes away and adds nothing: what was approved stays approved. */
export function scopeOf(before: Policy, after: Policy): 'narrower' | 'wider' {
  return widens(before, after) ? 'wider' : 'narrower'
}

function items(policy: Policy): { list: PolicyList; item: string }[] {
  return POLICY_LISTS.flatMap((list) => policy[list].map((item) => ({ list, item })))
}

function wrongCount(count: number): SkillError {
  return new SkillError(
    count === 0 ? 'bad-input' : 'too-large',
    `policy: expected 1 to ${POLICY_CHANGES_MAX} things to add or remove at once, got ${count}`,
    'Nothing was changed. Say what to add or to remove, in several steps where it is more.',
  )
}

function tooMany(list: PolicyList, count: number): SkillError {
  return new SkillError(
    'too-large',
    `policy: expected at most ${POLICY_ITEMS_MAX} of each (${ITEM_NOUNS[list]}), got ${count}`,
    'Nothing was changed. Remove what is not needed, or split the skill.',
  )
}
