import { z } from 'zod'
import { changedPolicy, policyDiffText, scopeOf } from '../../domain/policy-change.ts'
import { policyInForce } from '../../domain/policy-in-force.ts'
import { listsOf } from '../../domain/policy-rules.ts'
import type { Policy } from '../../domain/skill.ts'
import { shown } from '../../domain/skill-error.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { approvalChangeText, policyLines } from '../policy-text.ts'
import { withHome } from '../with-home.ts'

const some = z.array(z.string()).default([])
const optionsSchema = z.object({
  ...{ addTool: some, addDomain: some, addCredential: some, addSideEffect: some },
  ...{ removeTool: some, removeDomain: some, removeCredential: some, removeSideEffect: some },
  json: flag,
})

export const policy: Command = {
  usage: 'policy <name>',
  summary: 'show what a skill may touch and whether that is in force; with options, change it',
  options: [
    ['--add-tool <tool...>', 'a tool that it may use'],
    ['--remove-tool <tool...>', 'one that it may not use any more'],
    ['--add-domain <domain...>', 'a host that it may reach: api.example.org, or *.example.org for all below it'],
    ['--remove-domain <domain...>', 'one that it may not reach any more'],
    ['--add-credential <name...>', 'the name of a credential that it may be given (never the value)'],
    ['--remove-credential <name...>', 'one that it is not given any more'],
    ['--add-side-effect <effect...>', 'what it changes: verb:what (read, write, delete, shell or network)'],
    ['--remove-side-effect <effect...>', 'one that it does not have'],
  ],
  help: [
    'A policy is data: the host that runs the skill enforces it, and only while the skill is approved.',
    'Allowing less keeps an approval. To allow more, or to change side effects, takes a person (a terminal at both ends),',
    'and an approval has to be given anew.',
  ].join('\n'),
  async run([name = ''], options, around) {
    const { add, remove } = changeOf(parseOptions(optionsSchema, options))
    return withHome(around, options, async (home) => {
      const entry = await home.library.get(name)
      const isAsked = [...Object.values(add), ...Object.values(remove)].some((items) => items.length > 0)
      return isAsked ? changed(entry, { add, remove }, home, around) : told(entry, home)
    })
  },
}

function changeOf(given: z.output<typeof optionsSchema>): { add: Policy; remove: Policy } {
  return {
    add: {
      ...{ tools: given.addTool, domains: given.addDomain },
      ...{ credentials: given.addCredential, sideEffects: given.addSideEffect },
    },
    remove: {
      ...{ tools: given.removeTool, domains: given.removeDomain },
      ...{ credentials: given.removeCredential, sideEffects: given.removeSideEffect },
    },
  }
}

function told(entry: ShelfEntry, { standings }: CommandHome): CommandAnswer {
  const { name, policy: declared } = entry.skill
  return { json: factsOf(entry, standings), text: policyLines(name, declared, standings.of(entry)).join('\n') }
}

async function changed(
  entry: ShelfEntry,
  change: { add: Policy; remove: Policy },
  home: CommandHome,
  around: Surroundings,
): Promise<CommandAnswer> {
  const { skill, digest } = entry
  const { name, policy: before } = skill
  const scope = scopeOf(before, changedPolicy(before, change))
  if (scope === 'wider') await assertPerson(`policy ${shown(name)} with these options`, home, around)
  const was = home.standings.of(entry)
  // Just what was found to be narrower is narrowed.
  const caller = { ...OPERATOR, seen: new Map([[name, digest]]) }
  await home.requests.carryOut({ kind: 'policy', name, ...change, reason: null }, caller)
  const now = await home.library.get(name)
  const is = home.standings.of(now)
  return {
    json: { ...factsOf(now, home.standings), before: listsOf(before), scope, wasApproval: was.approval },
    text: [
      `Changed the policy of ${name} (version ${now.version}):`,
      policyDiffText(before, now.skill.policy).replace(/^/gm, '  '),
      approvalChangeText(name, was, is),
      ...(is.draft ? [`A draft waits that was made from the text before: skill-cortex diff ${name} --draft`] : []),
    ].join('\n'),
  }
}

function factsOf(entry: ShelfEntry, standings: CommandHome['standings']) {
  const { name, policy: declared } = entry.skill
  const standing = standings.of(entry)
  const { policy: inForce, whyNot } = policyInForce(declared, standing)
  const { approval, executable } = standing
  return { name, version: entry.version, declared: listsOf(declared), inForce, whyNot, approval, executable }
}
