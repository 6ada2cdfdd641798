// What each operation of skill_write does: saves go to the library, everything that may be a person's to decide goes
// through askOrPropose, and the two questions about dependencies change nothing.
import { dependentsOf, loadOrder } from '../domain/dependency-graph.ts'
import { dependencyWarnings } from '../domain/dependency-warnings.ts'
import { noPolicy } from '../domain/policy-rules.ts'
import { type SkillRequest, spelledRequest } from '../domain/proposal.ts'
import type { Policy, Step } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import type { SkillPatch } from '../domain/skill-patch.ts'
import type { Saved } from '../library/library.ts'
import { DRAFT_NOTE } from './answer-parts.ts'
import { askOrPropose, askOrProposeOne } from './ask-or-propose.ts'
import { type BindingArguments, bindingOf, unbindingOf } from './binding-operations.ts'
import type { ToolAnswer, ToolCall, ToolParts } from './tool.ts'
import { type OPERATIONS, resultOf, type WriteAnswer } from './write-answer.ts'

export type WriteArguments = {
  operation: (typeof OPERATIONS)[number]
  name?: string | undefined
  names?: string[] | undefined
  source?: string | undefined
  supersededBy?: string | undefined
  reason?: string | undefined
  expectedVersion?: number | undefined
  force?: boolean | undefined
} & BindingArguments & { [F in 'add' | 'remove']?: Partial<Policy> | undefined } & {
    [F in 'content' | 'summary']?: string | undefined
  } & {
    [F in 'tags' | 'triggers' | 'seeAlso' | 'dependsOn' | 'conflictsWith']?: string[] | undefined
  } & { steps?: Step[] | undefined; parent?: string | null | undefined }

type Operate = (
  args: WriteArguments,
  call: ToolCall & { via: string },
  parts: ToolParts,
) => Promise<ToolAnswer<WriteAnswer>>

export const SKILL_OPERATIONS: Record<(typeof OPERATIONS)[number], Operate> = {
  create,
  update,
  delete: (args, call, parts) => requested({ kind: 'archive', ...subject(args) }, args, call, parts),
  bulk_delete: deleteEach,
  merge: (args, call, parts) =>
    requested({ kind: 'merge', ...subject(args), source: sourceOf(args) }, args, call, parts),
  promote: (args, call, parts) => requested({ kind: 'promote', ...subject(args) }, args, call, parts),
  deprecate,
  request_policy: async (args, call, parts) => {
    const change = { add: { ...noPolicy(), ...args.add }, remove: { ...noPolicy(), ...args.remove } }
    return requested(spelledRequest({ kind: 'policy', ...subject(args), ...change }), args, call, parts)
  },
  bind: async (args, call, parts) => requested(bindingOf(args, call, parts), args, call, parts),
  unbind: async (args, call, parts) => requested(await unbindingOf(args, parts), args, call, parts),
  dependents: async (args, _call, { library, shelf }) => {
    const { name } = (await library.get(nameOf(args))).skill
    const skills = shelf.entries().map((entry) => entry.skill)
    return namesAnswer(args, name, dependentsOf(name, skills), [])
  },
  dependencies: async (args, _call, { library, shelf }) => {
    const { skill } = await library.get(nameOf(args))
    const needs = loadOrder(skill, (other) => shelf.entry(other)?.skill)
    return namesAnswer(args, skill.name, needs.names, dependencyWarnings(needs))
  },
}

async function create(args: WriteArguments, call: ToolCall & { via: string }, { library, shelf }: ToolParts) {
  const name = nameOf(args)
  const standing = await shelf.look(name)
  if (standing !== undefined) {
    throw new SkillError(
      'conflict',
      `skill "${name}" was expected to be new, but is there at version ${standing.version}`,
      'Nothing was changed. Read it with skill_read, then use operation "update", or choose another name.',
    )
  }
  const options = args.force === true ? { force: true } : { expectedVersion: 0 }
  return savedAnswer(args, await library.save(name, patchOf(args), callerOf(call), options))
}

async function update(args: WriteArguments, call: ToolCall & { via: string }, parts: ToolParts) {
  const name = nameOf(args)
  await assertThere(name, parts)
  const patch = patchOf(args)
  if (Object.values(patch).every((value) => value === undefined)) {
    throw new SkillError(
      'bad-input',
      'operation "update": expected something to change, got the name alone',
      'Give content, summary, tags, triggers, seeAlso, steps, dependsOn, conflictsWith or parent.',
    )
  }
  const { expectedVersion, force } = args
  return savedAnswer(args, await parts.library.save(name, patch, callerOf(call), { expectedVersion, force }))
}

// A skill that so far is a draft alone can be changed further, too.
async function assertThere(name: string, { library, review }: ToolParts): Promise<void> {
  try {
    await library.get(name)
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== 'not-found') throw error
    await review.draft(name).catch(() => {
      throw error
    })
  }
}

async function deprecate(args: WriteArguments, call: ToolCall & { via: string }, parts: ToolParts) {
  const { name, reason } = subject(args)
  const supersededBy = args.supersededBy ?? null
  if (supersededBy !== null) await parts.library.get(supersededBy)
  if (supersededBy === name) {
    throw new SkillError(
      'bad-input',
      `supersededBy: expected another skill than "${name}"`,
      'Name the skill to use instead, or leave supersededBy out.',
    )
  }
  return requested({ kind: 'deprecate', name, reason, supersededBy }, args, call, parts)
}

async function requested(
  request: SkillRequest,
  { operation }: WriteArguments,
  call: ToolCall & { via: string },
  parts: ToolParts,
): Promise<ToolAnswer<WriteAnswer>> {
  const { name } = request
  const answer = await askOrProposeOne(request, call, parts)
  // A client that asked the user in between has called twice: what was asked for first is what counts.
  const ofBinding = 'binding' in answer.request ? { binding: answer.request.binding } : {}
  if (answer.kind === 'proposed') {
    return {
      structured: { operation, name, ...ofBinding, proposal: answer.id, changed: false },
      text: `A person decides about this (${operation} ${name}); proposal ${answer.id} is written down. Until then everything stays as it is.`,
    }
  }
  const { version, lifecycle } = answer
  return {
    structured: { operation, name, ...ofBinding, version, lifecycle, changed: true },
    text: `Done: ${operation} ${name}, version ${version}, now ${lifecycle}.`,
  }
}

async function deleteEach(args: WriteArguments, call: ToolCall & { via: string }, parts: ToolParts) {
  const { names } = args
  if (names === undefined) throw missing(args, 'names', 'the skills to archive')
  const reason = args.reason ?? null
  const wanted = [...new Set(names)].map((name) => ({ kind: 'archive' as const, name, reason }))
  const results = (await askOrPropose(wanted, call, parts)).map(resultOf)
  const lines = results.map(({ name, result, version, proposal, error }) => {
    const details = { done: `archived (version ${version})`, proposed: `a person decides; proposal ${proposal}` }
    return `- ${name}: ${result === 'failed' ? error : details[result]}`
  })
  const done = results.filter(({ result }) => result === 'done').length
  return {
    structured: { operation: args.operation, results, changed: done > 0 },
    text: `Archived ${done} of ${results.length}:\n${lines.join('\n')}`,
  }
}

function savedAnswer({ operation }: WriteArguments, saved: Saved): ToolAnswer<WriteAnswer> {
  const { name, version, created, changed, draft } = saved
  const what = created ? 'Created' : changed ? 'Updated' : 'Nothing to change in'
  return {
    structured: { operation, name, version, created, changed, draft },
    text: `${what} ${name}, version ${version}${draft ? DRAFT_NOTE : ''}.`,
  }
}

function namesAnswer({ operation }: WriteArguments, name: string, names: string[], warnings: string[]) {
  const said = operation === 'dependents' ? 'Needs it' : 'Load first, in this order'
  const notes = warnings.map((warning) => `Warning: ${warning}.`)
  return {
    structured: { operation, name, names, warnings },
    text: [`${said}: ${names.length === 0 ? 'none' : names.join(', ')}.`, ...notes].join('\n'),
  }
}

function patchOf(args: WriteArguments): SkillPatch {
  const { content, summary, tags, triggers, seeAlso, steps, dependsOn, conflictsWith, parent } = args
  const given = { content, summary, tags, triggers, seeAlso, steps, dependsOn, conflictsWith, parent }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function subject(args: WriteArguments): { name: string; reason: string | null } {
  return { name: nameOf(args), reason: args.reason ?? null }
}

function nameOf(args: WriteArguments): string {
  if (args.name === undefined) throw missing(args, 'name', 'the skill')
  return parseSkillName(args.name)
}

function sourceOf(args: WriteArguments): string {
  if (args.source === undefined) throw missing(args, 'source', 'the skill that goes into the other')
  return parseSkillName(args.source)
}

function missing({ operation }: WriteArguments, field: string, what: string): SkillError {
  return new SkillError(
    'bad-input',
    `operation "${operation}": expected ${field} (${what}), got nothing`,
    `Give ${field} and call again.`,
  )
}

function callerOf({ actor, via, author }: ToolCall & { via: string }) {
  return { actor, via, author }
}
