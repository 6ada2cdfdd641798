// The queue of texts that wait for a person, and the answers a person can give. All of it is the operator's alone: a yes
// names the hash of what was looked at, and fails when something else stands by then.
import { z } from 'zod'
import { cameFrom, cameFromShape } from '../../domain/came-from.ts'
import { pageOf } from '../../domain/name-pages.ts'
import { widens } from '../../domain/policy-scope.ts'
import { ACTORS, lifecycleSchema } from '../../domain/record.ts'
import { reviewFacts } from '../../domain/review-facts.ts'
import { findingsOf } from '../../domain/scan-skill.ts'
import { policySchema } from '../../domain/skill.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { skillDiff, skillDiffText } from '../../domain/skill-diff.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { findingsShape, reviewFactsShape, skillShape, standingShape } from '../../domain/skill-shapes.ts'
import { comparable } from '../../library/diff-texts.ts'
import { readFileTexts } from '../../library/file-texts.ts'
import type { InReview } from '../../library/review.ts'
import { compareSides, draftSides, readSide, type Side } from '../../library/skill-sides.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { nameQuery, noteText, pageQuery } from './asked.ts'
import { diffFileShape } from './skill-history.ts'

const PAGE = 20
const PAGE_MAX = 100
const DIFF_CHARS_MAX = 1_000_000

const waitingShape = z.object({
  name: z.string(),
  summary: z.string(),
  which: z.enum(['draft', 'live']),
  hash: z.string().describe('Names this very text and policy; send it with approve.'),
  version: z.number(),
  standing: standingShape.nullable().describe('Of what is in force; null where nothing is.'),
  policy: policySchema,
  actor: z.enum(ACTORS),
  author: z.string().nullable(),
  via: z.string(),
  at: z.string(),
  provenance: cameFromShape,
  rejection: z.object({ note: z.string(), at: z.string() }).nullable(),
})
type Waiting = z.output<typeof waitingShape>

const staleShape = z
  .object({
    base: z.object({ version: z.number().nullable(), label: z.string() }),
    changes: z.array(diffFileShape).describe('What became of that text meanwhile.'),
  })
  .nullable()
  .describe('Of a draft that was made from a text that is not live any more: it cannot be approved as it is.')

export const approvals = defineRoute({
  method: 'GET',
  path: '/api/approvals',
  who: 'operator',
  summary: 'What waits for a yes or no, by name and in pages',
  query: pageQuery(PAGE, PAGE_MAX),
  answer: z.object({
    waiting: z.array(waitingShape),
    unreadable: z.array(z.object({ name: z.string(), detail: z.string() })),
    total: z.number(),
    nextCursor: z.string().optional(),
  }),
  async run({ query }, parts) {
    await parts.level()
    const names = await parts.review.waiting()
    const { page, nextCursor } = pageOf(names, (name) => name, query)
    const waiting: Waiting[] = []
    const unreadable: { name: string; detail: string }[] = []
    for (const name of page) {
      try {
        waiting.push(waitingOf(await parts.review.look(name), parts))
      } catch (error) {
        // Archived or mended by now, or damaged: the rest of the queue is not to wait for it.
        if (!(error instanceof SkillError)) throw error
        unreadable.push({ name, detail: error.message })
      }
    }
    return { json: { waiting, unreadable, total: names.length, ...(nextCursor === undefined ? {} : { nextCursor }) } }
  },
})

export const approval = defineRoute({
  method: 'GET',
  path: '/api/approvals/detail',
  who: 'operator',
  summary: 'One text that waits, whole, with what it changes against what is in force',
  query: nameQuery,
  answer: waitingShape.extend({
    skill: skillShape,
    facts: reviewFactsShape,
    ...findingsShape.shape,
    against: z.string().describe('What the diff begins from.'),
    diff: z.string(),
    changes: z.array(diffFileShape).describe('The same, file by file.'),
    widensPolicy: z.boolean().describe('Its policy allows more than the one that was approved.'),
    stale: staleShape,
  }),
  async run({ query: { name } }, parts) {
    const looked = await parts.review.look(name)
    const { policy: _policy, extra: _extra, files: _files, ...skill } = looked.skill
    const from = await against(looked, parts)
    const labels = { before: from.label, after: looked.which === 'draft' ? 'draft' : 'live' }
    const compared = await comparable(parts.store, name, { before: from.skill, after: looked.skill })
    const diff = skillDiffText(compared, labels, DIFF_CHARS_MAX)
    const { texts } = await readFileTexts(parts.store, looked.skill)
    const scan = await parts.standings.scan(looked.skill)
    const seen = { facts: reviewFacts(looked.skill, texts), ...findingsOf(scan) }
    const changes = skillDiff(compared)
    const { approval: granted } = looked.record
    const care = {
      widensPolicy: granted !== null && widens(granted.policy, looked.skill.policy),
      stale: await staleness(looked, parts),
    }
    return { json: { ...waitingOf(looked, parts), skill, ...seen, against: from.label, diff, changes, ...care } }
  },
})

export const approve = defineRoute({
  method: 'POST',
  path: '/api/approvals/approve',
  who: 'operator',
  summary: 'Approve exactly the text that hash names; a draft goes live',
  body: z.object({ name: nameArgument, hash: z.string().min(1).max(128) }),
  answer: z.object({ name: z.string(), version: z.number(), lifecycle: lifecycleSchema }),
  run: async ({ body, caller }, { review }) => ({ json: await review.approve(body.name, body.hash, caller) }),
})

export const reject = defineRoute({
  method: 'POST',
  path: '/api/approvals/reject',
  who: 'operator',
  summary: 'Say no, with a note; the draft stays to be mended unless discardDraft is true',
  body: z.object({ name: nameArgument, note: noteText, discardDraft: z.boolean().default(false) }),
  answer: z.object({ name: z.string() }),
  async run({ body: { name, note, discardDraft }, caller }, { review }) {
    return { json: await review.reject(name, { note, draft: discardDraft ? 'discard' : 'keep' }, caller) }
  },
})

export const pin = defineRoute({
  method: 'POST',
  path: '/api/skills/pin',
  who: 'operator',
  summary: 'Pin a skill, so that no agent and no job changes it, or unpin it',
  body: z.object({ name: nameArgument, pinned: z.boolean() }),
  answer: z.object({ name: z.string(), pinned: z.boolean() }),
  run: async ({ body, caller }, { review }) => ({ json: await review.pin(body.name, body.pinned, caller) }),
})

export const keep = defineRoute({
  method: 'POST',
  path: '/api/skills/keep',
  who: 'anyone',
  summary: 'Keep a skill that was taken for one session; it approves nothing',
  body: z.object({ name: nameArgument }),
  answer: z.object({ name: z.string(), changed: z.boolean() }),
  async run({ body: { name }, caller }, { library, review }) {
    await library.get(name)
    return { json: await review.keep(name, caller) }
  },
})

function waitingOf({ name, which, skill, hash, digest, record }: InReview, { shelf, standings }: ApiParts): Waiting {
  const entry = shelf.entry(name)
  const { draft, rejection, via, author } = record
  const newest = record.versions.at(-1)
  const live = { version: entry?.version ?? 1, actor: newest?.actor ?? 'operator', at: newest?.at ?? skill.createdAt }
  const source = which === 'draft' && draft !== null ? draft : { ...live, via, author }
  return {
    ...{ name, summary: skill.summary, which, hash, version: source.version },
    standing: entry === undefined ? null : standings.of(entry),
    policy: skill.policy,
    ...{ actor: source.actor, author: source.author, via: source.via, at: source.at },
    provenance: cameFrom(skill, record),
    rejection: rejection?.digest === digest ? { note: rejection.note, at: rejection.at } : null,
  }
}

// What cannot be compared, as its bytes were not kept, is stale all the same: the yes will say so.
async function staleness({ name, which }: InReview, parts: ApiParts): Promise<z.output<typeof staleShape>> {
  if (which !== 'draft') return null
  try {
    const { base, live, isStale } = await draftSides(parts, name)
    if (!isStale) return null
    const changes = skillDiff(await comparable(parts.store, name, { before: base.skill, after: live.skill }))
    return { base: { version: base.version, label: base.label }, changes }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { base: { version: null, label: 'a text that was not kept' }, changes: [] }
  }
}

// The newest text that a person has seen: a draft changes what is live where that is approved, and else what was approved
// last; where nothing was, all of a live text is new.
async function against({ name, which, live, record }: InReview, parts: ApiParts): Promise<Side> {
  const entry = parts.shelf.entry(name)
  const isLiveSeen = entry !== undefined && parts.standings.of(entry).approval === 'approved'
  if (which === 'draft' && live !== undefined && isLiveSeen) return (await compareSides(parts, name)).from
  const approved = record.versions.findLast((version) => version.digest === record.approval?.digest)
  if (approved !== undefined) return readSide(parts, name, approved.version)
  return which === 'draft'
    ? (await compareSides(parts, name)).from
    : { label: 'nothing', version: null, skill: undefined }
}
