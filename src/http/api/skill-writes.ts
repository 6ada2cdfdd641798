// Saves and edits, as the tools do them. If-Match is decided under the skill's lock.
import { z } from 'zod'
import { clientCalled } from '../../domain/client-names.ts'
import { stepSchema, wordListSchema } from '../../domain/skill.ts'
import { editArguments, nameArgument, saveArguments } from '../../domain/skill-arguments.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { INSTRUCTIONS_CHARS_MAX } from '../../domain/skill-index-text.ts'
import { LIST_ITEMS_MAX } from '../../domain/skill-limits.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import { defineRoute } from '../api-route.ts'
import { nameQuery } from './asked.ts'
import { conflictUnder, expectedOf, tagHeaders } from './standing-tag.ts'

// What skill_write takes beyond save_skill.
const LINKS = {
  dependsOn: wordListSchema.optional().describe('Names of the skills to load before it.'),
  conflictsWith: wordListSchema.optional(),
  steps: z.array(stepSchema).max(LIST_ITEMS_MAX).optional(),
  parent: nameArgument.nullable().optional(),
}

export const save = defineRoute({
  method: 'POST',
  path: '/api/skills',
  who: 'anyone',
  summary: 'Create a skill, or replace parts of one; as save_skill does. Without If-Match it merges onto what stands',
  body: saveArguments.extend(LINKS),
  answer: z.object({
    name: z.string(),
    version: z.number(),
    created: z.boolean(),
    draft: z.boolean(),
    index: z.string(),
  }),
  statuses: [200, 201],
  async run(call, parts) {
    const { name, expectedVersion: asked, force, ...patch } = call.body
    const matched = await expectedOf(name, call, parts)
    if (matched !== undefined) assertAgrees(matched, asked, force)
    const options = { expectedVersion: matched ?? asked, force }
    const saved = await parts.library
      .save(name, patch, call.caller, options)
      .catch((error) => conflictUnder(error, name, call, parts))
    const { version, created, draft } = saved
    const index = parts.indexText.text(INSTRUCTIONS_CHARS_MAX, clientCalled(call.caller.author))
    const location = `/api/skills/detail?name=${encodeURIComponent(name)}`
    const headers = { ...(await tagHeaders(name, call, parts)), ...(created ? { location } : {}) }
    return { status: created ? 201 : 200, json: { name, version, created, draft, index }, headers }
  },
})

export const edit = defineRoute({
  method: 'PATCH',
  path: '/api/skills',
  who: 'anyone',
  summary: 'Replace exact text in a skill; the same as edit_skill',
  query: nameQuery,
  body: editArguments.omit({ name: true }),
  answer: z.object({ name: z.string(), version: z.number(), replacements: z.number(), draft: z.boolean() }),
  async run(call, parts) {
    const { name } = call.query
    const { old_string: oldText, new_string: newText, replace_all: all, expectedVersion: asked } = call.body
    // Of what is not there, the nearest names say more than 412.
    if ((await parts.store.record(parseSkillName(name)))?.draft == null) await parts.library.get(name)
    const matched = await expectedOf(name, call, parts)
    if (matched !== undefined) assertAgrees(matched, asked, false)
    const { version, replacements, draft } = await parts.library
      .edit(name, { oldText, newText, all, expectedVersion: matched ?? asked }, call.caller)
      .catch((error) => conflictUnder(error, name, call, parts))
    return { json: { name, version, replacements, draft }, headers: await tagHeaders(name, call, parts) }
  },
})

function assertAgrees(matched: number, asked: number | undefined, force: boolean): void {
  if (!force && (asked === undefined || asked === matched)) return
  const other = force ? 'force: true' : `expectedVersion ${asked}`
  throw new SkillError(
    'bad-input',
    `If-Match: expected no word against it, got ${other} as well`,
    'Send one of the two.',
  )
}
