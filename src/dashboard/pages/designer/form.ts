// A skill as the designer holds it: what a person may change of it, and what of that is sent. Pure.
import { POLICY_LISTS, parsePolicyItem } from '../../../domain/policy-rules.ts'
import type { Policy, Skill, Step } from '../../../domain/skill.ts'
import { SkillError } from '../../../domain/skill-error.ts'
import { isSkillName } from '../../../domain/skill-name.ts'

export type Form = Pick<
  Skill,
  'name' | 'summary' | 'content' | 'tags' | 'triggers' | 'seeAlso' | 'dependsOn' | 'conflictsWith' | 'parent' | 'steps'
> & { policy: Policy }

export const noPolicy = (): Policy => ({ tools: [], domains: [], credentials: [], sideEffects: [] })

const FIRST_TEXT = '# What this does\n\n1. First step.\n2. Second step.\n'

export function emptyForm(name = ''): Form {
  return {
    ...{ name, summary: '', content: FIRST_TEXT, steps: [], parent: null, policy: noPolicy() },
    ...{ tags: [], triggers: [], seeAlso: [], dependsOn: [], conflictsWith: [] },
  }
}

/** What the API says of a skill, and what it declares, as a form. */
export function formOf(skill: Omit<Form, 'policy'>, declared: Policy): Form {
  const { name, summary, content, tags, triggers, seeAlso, dependsOn, conflictsWith, parent, steps } = skill
  const { tools, domains, credentials, sideEffects } = declared
  return {
    ...{ name, summary, content, tags, triggers, seeAlso, dependsOn, conflictsWith, parent, steps },
    policy: { tools, domains, credentials, sideEffects },
  }
}

export function isSameForm(a: Form, b: Form): boolean {
  return JSON.stringify(sent(a)) === JSON.stringify(sent(b)) && JSON.stringify(a.policy) === JSON.stringify(b.policy)
}

/** The body of POST /api/skills: all but the policy, which is changed on its own. An empty summary is made from the text. */
export function sent(form: Form) {
  const { policy: _policy, steps, summary, ...rest } = form
  return { ...rest, summary: summary.trim(), steps: steps.map(trimmedStep) }
}

/** What POST /api/skills/policy is asked for; undefined when nothing differs. */
export function policyChange(before: Policy, after: Policy): { add: Policy; remove: Policy } | undefined {
  const without = (a: Policy, b: Policy): Policy => ({
    tools: a.tools.filter((item) => !b.tools.includes(item)),
    domains: a.domains.filter((item) => !b.domains.includes(item)),
    credentials: a.credentials.filter((item) => !b.credentials.includes(item)),
    sideEffects: a.sideEffects.filter((item) => !b.sideEffects.includes(item)),
  })
  const [add, remove] = [without(after, before), without(before, after)]
  const isEmpty = [add, remove].every((each) => POLICY_LISTS.every((list) => each[list].length === 0))
  return isEmpty ? undefined : { add, remove }
}

/** What keeps it from being saved, by field. */
export type Faults = Partial<Record<'name' | 'content' | 'steps' | 'policy', string>>

export function faultsOf(form: Form, before: Policy): Faults {
  const faults: Faults = {}
  if (!isSkillName(form.name)) {
    faults.name = 'Lower-case words with - between them, and / between folders: mcp/send-email.'
  }
  if (form.content.trim() === '') faults.content = 'A skill has a text.'
  if (form.steps.some(({ action }) => action.trim() === '')) faults.steps = 'Each step says what to do.'
  const wrong = policyFault(policyChange(before, form.policy)?.add)
  if (wrong !== undefined) faults.policy = wrong
  return faults
}

/** Of what is put in by now alone: what stands already is kept, whatever its form. */
function policyFault(added: Policy | undefined): string | undefined {
  if (added === undefined) return undefined
  try {
    for (const list of POLICY_LISTS) for (const item of added[list]) parsePolicyItem(list, item)
    return undefined
  } catch (error) {
    if (error instanceof SkillError) return `${error.message}. ${error.fix}`
    throw error
  }
}

function trimmedStep({ action, description = '', tool = '' }: Step): Step {
  return {
    action: action.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(tool.trim() === '' ? {} : { tool: tool.trim() }),
  }
}
