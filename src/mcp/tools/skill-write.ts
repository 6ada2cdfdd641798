// Every change of the library under one name, for clients that manage it. The schema is one flat object, because clients
// drop unions; which field goes with which operation is checked here. What an agent may not decide is never among them.
import { z } from 'zod'
import { PROPOSAL_NOTE_CHARS_MAX } from '../../domain/proposal.ts'
import { stepSchema, wordListSchema } from '../../domain/skill.ts'
import { nameArgument, saveArguments } from '../../domain/skill-arguments.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { LIST_ITEMS_MAX } from '../../domain/skill-limits.ts'
import { bindingArguments } from '../binding-operations.ts'
import { SKILL_OPERATIONS } from '../skill-operations.ts'
import { defineTool } from '../tool.ts'
import { OPERATIONS, writeAnswerShape } from '../write-answer.ts'

/** Of one bulk_delete. */
export const BULK_NAMES_MAX = 100

const KEYS_SAID_MAX = 5
const TEXT_FIELDS = [
  'content',
  'summary',
  'tags',
  'triggers',
  'seeAlso',
  'steps',
  'dependsOn',
  'conflictsWith',
  'parent',
]

// What each operation takes beside its name; anything else that is given would silently do nothing.
const TAKES: Record<(typeof OPERATIONS)[number], readonly string[]> = {
  create: ['name', ...TEXT_FIELDS, 'force'],
  update: ['name', ...TEXT_FIELDS, 'expectedVersion', 'force'],
  delete: ['name', 'reason'],
  bulk_delete: ['names', 'reason'],
  merge: ['name', 'source', 'reason'],
  promote: ['name', 'reason'],
  deprecate: ['name', 'supersededBy', 'reason'],
  request_policy: ['name', 'add', 'remove', 'reason'],
  bind: ['name', 'event', 'conditions', 'action', 'priority', 'cooldownSeconds', 'reason'],
  unbind: ['binding', 'reason'],
  dependents: ['name'],
  dependencies: ['name'],
}

/** Worked out from who wrote and who approved the bytes, or set by a person alone. */
const NEVER_GIVEN: ReadonlySet<string> = new Set([
  ...['tier', 'trust_tier', 'trustTier', 'lifecycle', 'approval', 'approved', 'origin', 'pinned', 'policy'],
  ...['author', 'actor', 'via', 'record', 'draft', 'exposure', 'executable', 'version', 'createdAt', 'updatedAt'],
])

const policyPart = z.strictObject({
  tools: wordListSchema.optional(),
  domains: wordListSchema.optional().describe('Hosts: api.example.org, or *.example.org for all below it.'),
  credentials: wordListSchema.optional().describe('Names, never values.'),
  sideEffects: wordListSchema.optional().describe('verb:what; the verb is read, write, delete, shell or network.'),
})

const shape = {
  operation: z.enum(OPERATIONS),
  ...saveArguments.pick({ content: true, summary: true, tags: true, triggers: true, seeAlso: true }).shape,
  name: nameArgument.optional().describe('The skill; for merge the one that stays.'),
  names: z.array(z.string().max(1_000)).min(1).max(BULK_NAMES_MAX).optional().describe('For bulk_delete.'),
  steps: z.array(stepSchema).max(LIST_ITEMS_MAX).optional().describe('The whole list; replaces what stands.'),
  dependsOn: wordListSchema.optional().describe('Names of skills to load first.'),
  conflictsWith: wordListSchema.optional(),
  parent: z.string().max(1_000).nullable().optional(),
  source: z.string().max(1_000).optional().describe('For merge: goes into the other, then into the archive.'),
  supersededBy: z.string().max(1_000).optional().describe('For deprecate: the skill to use instead.'),
  add: policyPart.optional().describe('For request_policy: what the skill should be allowed to touch.'),
  remove: policyPart.optional().describe('For request_policy: what it should no longer be allowed.'),
  ...bindingArguments,
  reason: z.string().max(PROPOSAL_NOTE_CHARS_MAX).optional().describe('Why; shown to the person.'),
  expectedVersion: z.number().int().min(1).optional().describe('For update: the version you read.'),
  force: z.boolean().optional().describe('Save although nearly the same is there, or the version has moved on.'),
}

export const skillWrite = defineTool({
  name: 'skill_write',
  toolset: 'manage',
  title: 'Change the library',
  description:
    'One operation on the library. create {name, content, ...}: a new skill; an existing name is refused. update {name, ...}: what you leave out is kept, steps too. delete {name}, bulk_delete {names}: into the archive; bulk_delete answers for each name. merge {name, source}: source goes into name. promote {name}, deprecate {name, supersededBy?}: its lifecycle. request_policy {name, add, remove}: asks the person to change what it may touch. bind {name, event, action, conditions?, priority?, cooldownSeconds?}, unbind {binding}: asks the person to have something done with the skill whenever that event happens. dependents {name}: who needs it. dependencies {name}: what to load before it, in order. Changes of what a person wrote or approved become a draft; archiving, merging, promoting and deprecating it is for a person, and so is every change of a policy: the user is asked, or, where the client cannot ask, a proposal is written down. Tier, lifecycle, approval, origin, pinned and policy can never be given.',
  input: z.strictObject(shape, { error: (issue) => unknownFields(issue) }),
  output: writeAnswerShape,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run(args, call, parts) {
    assertTaken(args)
    // Others may just have changed what this is held against.
    await parts.level()
    return SKILL_OPERATIONS[args.operation](args, { ...call, via: 'skill_write' }, parts)
  },
})

function assertTaken({ operation, ...given }: z.output<z.ZodObject<typeof shape>>): void {
  const fields = Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  const wrong = fields.filter((field) => !TAKES[operation].includes(field))
  if (wrong.length === 0) return
  throw new SkillError(
    'bad-input',
    `operation "${operation}": expected ${TAKES[operation].join(', ')}; got ${wrong.join(', ')}`,
    'Nothing was changed. Leave out what does not belong to it, or choose another operation.',
  )
}

function unknownFields({ code, keys }: { code?: string | undefined; keys?: unknown }): string | undefined {
  if (code !== 'unrecognized_keys' || !Array.isArray(keys)) return undefined
  const forged = keys.filter((key) => NEVER_GIVEN.has(key))
  if (forged.length > 0) {
    return `${forged.join(', ')}: never given by a caller, but worked out from who wrote and who approved a skill, or set by a person; nothing was changed`
  }
  const said = keys.slice(0, KEYS_SAID_MAX).map(shown).join(', ')
  return `unknown: ${said}; expected some of ${Object.keys(shape).join(', ')}; nothing was changed`
}
