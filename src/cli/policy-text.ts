// A policy and a change of it in words: what is declared, what of it is in force, and why not the rest.
import { changedPolicy, policyDiffText, scopeOf } from '../domain/policy-change.ts'
import { policyInForce } from '../domain/policy-in-force.ts'
import { POLICY_LISTS, policyFaults } from '../domain/policy-rules.ts'
import { printableLine } from '../domain/printable.ts'
import type { SkillRequest } from '../domain/proposal.ts'
import type { Policy } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Standing } from '../domain/standing.ts'
import type { CommandHome } from './command.ts'
import { policyText } from './standing-text.ts'

const FAULTS_SAID_MAX = 10

export function policyLines(name: string, declared: Policy, standing: Standing): string[] {
  const cautions = policyFaults(declared).slice(0, FAULTS_SAID_MAX)
  return [
    `${name}: ${policyText(declared)}`,
    inForceText(name, declared, standing),
    ...cautions.map((fault) => `Caution: ${fault}. A host may not understand it.`),
  ].map(printableLine)
}

function inForceText(name: string, declared: Policy, standing: Standing): string {
  const { whyNot } = policyInForce(declared, standing)
  if (whyNot !== null) {
    const remedy = standing.approval === 'approved' ? '' : ` To look at it and say yes: skill-cortex approve ${name}`
    return `Nothing of it is in force: ${whyNot}.${remedy}`
  }
  return POLICY_LISTS.every((list) => declared[list].length === 0)
    ? 'So there is nothing that could be in force.'
    : 'All of it is in force; the host that runs the skill enforces it.'
}

/** What a change did to the approval, in one sentence. */
export function approvalChangeText(name: string, was: Standing, is: Standing): string {
  if (was.approval === 'approved') {
    return is.approval === 'approved'
      ? 'It allows nothing that was not approved: the approval stands.'
      : `It allows more than was approved, so nothing of it is in force until it is approved anew: skill-cortex approve ${name}`
  }
  return is.approval === 'approved'
    ? 'It is within what was approved: the approval holds again.'
    : `Its text is not approved, so nothing of it is in force: skill-cortex approve ${name}`
}

/** What a proposal would change, line by line behind its sign; never throws for what the proposal says. */
export async function proposedPolicyText(
  request: Extract<SkillRequest, { kind: 'policy' }>,
  { shelf }: CommandHome,
): Promise<string> {
  const entry = await shelf.look(request.name)
  if (entry === undefined) return ''
  try {
    const before = entry.skill.policy
    const after = changedPolicy(before, request)
    const isWider = scopeOf(before, after) === 'wider'
    return `The policy, as it would be:\n\n${policyDiffText(before, after).replace(/^/gm, '  ')}\n\n${isWider ? WIDER : NARROWER}`
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return printableLine(`It cannot be carried out as it is: ${error.message}.`)
  }
}

const WIDER = 'It allows more, or other side effects: an approval would have to be given anew.'
const NARROWER = 'It allows no more than now: an approval would stand.'
