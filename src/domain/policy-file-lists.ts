// The four lists of a `policy.json`, each item by the rules of policy-rules.ts. What is out of form is left out, which asks
// for less; of side effects all or none, since a shorter list of them claims more.
import type { Diagnostic } from './diagnostic.ts'
import {
  ITEM_NOUNS,
  noPolicy,
  POLICY_ITEMS_MAX,
  POLICY_LISTS,
  type PolicyList,
  parsePolicyItem,
} from './policy-rules.ts'
import type { Policy } from './skill.ts'
import { SkillError } from './skill-error.ts'

type ListReading = { items: string[]; diagnostics: Diagnostic[] }

/** @param fields of the file by name. A list that is not there is empty. */
export function readPolicyLists(
  fields: ReadonlyMap<string, unknown>,
  file: string,
): { policy: Policy; diagnostics: Diagnostic[] } {
  const policy = noPolicy()
  const diagnostics: Diagnostic[] = []
  for (const list of POLICY_LISTS) {
    const read = readList(list, fields.get(list), file)
    policy[list] = read.items
    diagnostics.push(...read.diagnostics)
  }
  return { policy, diagnostics }
}

function readList(list: PolicyList, value: unknown, file: string): ListReading {
  if (value === undefined || value === null) return { items: [], diagnostics: [] }
  // One alone is often written without its brackets.
  const given: unknown[] | undefined = Array.isArray(value) ? value : typeof value === 'string' ? [value] : undefined
  if (given === undefined) return refused(file, `"${list}": a list of texts`, `a ${typeof value}`)
  if (given.length > POLICY_ITEMS_MAX) {
    return refused(file, `"${list}": at most ${POLICY_ITEMS_MAX}`, `${given.length}, of which none was taken`)
  }
  const read = given.map((item) => readItem(list, item, file))
  const diagnostics = read.flatMap((each) => (typeof each === 'string' ? [] : [each]))
  const items = [...new Set(read.filter((each) => typeof each === 'string'))]
  if (list !== 'sideEffects' || diagnostics.length === 0) return { items, diagnostics }
  return { items: [], diagnostics: [...diagnostics, noneOfThem(file)] }
}

function readItem(list: PolicyList, item: unknown, file: string): string | Diagnostic {
  // Not said what came: it may be a credential.
  if (typeof item !== 'string') return fault(file, `"${list}": texts`, `a ${typeof item}`)
  try {
    return parsePolicyItem(list, item)
  } catch (error) {
    if (error instanceof SkillError)
      return fault(file, `"${list}": each the form of a ${ITEM_NOUNS[list]}`, error.message)
    throw error
  }
}

function noneOfThem(file: string): Diagnostic {
  const fix = 'Correct the others; a skill whose side effects are unknown is held for one that has some.'
  return { ...fault(file, '"sideEffects": all of them', 'some that cannot be read, so none was taken'), fix }
}

function refused(file: string, expected: string, received: string): ListReading {
  return { items: [], diagnostics: [fault(file, expected, received)] }
}

function fault(file: string, expected: string, received: string): Diagnostic {
  const fix = 'It was left out; correct the file if the skill needs it.'
  return { severity: 'warning', code: 'bad-field', file, expected, received, fix }
}
