// Cycles of passes: what was done, work orders for whoever has a model, runs by the provider, and taking a cycle back.
import { z } from 'zod'
import { previewOf } from '../../cycles/chosen-changes.ts'
import { foreseenChanges } from '../../cycles/foreseen-changes.ts'
import { runShape, toldRun } from '../../cycles/run-shape.ts'
import { REPORT_ITEMS_MAX } from '../../domain/cycle.ts'
import {
  appliedShape,
  cycleDetail,
  cycleDetailShape,
  cycleRow,
  cycleRowShape,
  refusedShape,
} from '../../domain/cycle-shapes.ts'
import { ANSWER_CHARS_MAX } from '../../domain/model-answer.ts'
import { CHANGE_KINDS, isOfPeers, PASSES, type PassName } from '../../domain/pass-change.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import type { Caller } from '../../library/library.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'
import { diffFileShape } from './skill-history.ts'

const PAGE = 20
const PAGE_MAX = 200
const NAME_CHARS_MAX = 400

const kindShape = z.enum(PASSES)
const idShape = z.string().min(1).max(100)
const proposalShape = z.object({
  pass: kindShape,
  kind: z.enum(CHANGE_KINDS),
  name: z.string(),
  verdict: z.enum(['apply', 'refuse']),
  reason: z.string(),
  note: z.string().describe('What it comes to where no text of a skill changes.'),
  files: z.array(diffFileShape),
})
const skippedShape = z.array(z.object({ kind: kindShape, reason: z.string() }))
const dueShape = z.array(kindShape).describe('Kinds that have something to do.')

export const cycles = defineRoute({
  method: 'GET',
  path: '/api/cycles',
  who: 'anyone',
  summary: 'Cycles of passes, newest first, in pages',
  query: pageQuery(PAGE, PAGE_MAX),
  answer: z.object({ cycles: z.array(cycleRowShape), total: z.number(), nextCursor: z.string().optional() }),
  async run({ query: { limit, cursor } }, parts) {
    const all = await parts.cycles.cycles()
    const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
    if (cursor !== undefined && start === 0) throw noCycle(cursor)
    const page = all.slice(start, start + limit)
    const more = start + page.length < all.length ? { nextCursor: page.at(-1)!.id } : {}
    return { json: { cycles: page.map(cycleRow), total: all.length, ...more } }
  },
})

export const cycle = defineRoute({
  method: 'GET',
  path: '/api/cycles/one',
  who: 'anyone',
  summary: 'One cycle, with what was applied and what was refused',
  query: z.object({ id: idShape }),
  answer: cycleDetailShape,
  async run({ query: { id }, caller }, parts) {
    const found = (await parts.cycles.cycles()).find((each) => each.id === id)
    if (found === undefined) throw noCycle(id)
    assertMaySee(found.pass, caller)
    return { json: cycleDetail(found) }
  },
})

export const beginCycle = defineRoute({
  method: 'POST',
  path: '/api/cycles/begin',
  who: 'anyone',
  summary: 'Take a work order; as begin_cycle',
  body: z.object({ kind: kindShape.optional() }).default({}),
  answer: z.object({
    cycleId: z.string().optional(),
    kind: kindShape.optional(),
    leaseUntil: z.string().optional(),
    instructions: z.string().optional(),
    context: z.string().optional(),
    schema: z.record(z.string(), z.unknown()).optional(),
    skipped: skippedShape,
    due: dueShape,
  }),
  async run({ body: { kind }, caller }, parts) {
    if (kind !== undefined) assertMaySee(kind, caller)
    await parts.level()
    const isOffered = (pass: PassName) => maySee(pass, caller)
    const { order, skipped } = await parts.cycles.begin(kind, { kind: 'order', author: 'http' }, { isOffered })
    const rest = { skipped: skipped.map(({ pass, reason }) => ({ kind: pass, reason })), due: await parts.cycles.due() }
    if (order === undefined) return { json: rest }
    const { pass, ...asked } = order
    return { json: { ...asked, kind: pass, ...rest } }
  },
})

export const submitCycle = defineRoute({
  method: 'POST',
  path: '/api/cycles/submit',
  who: 'anyone',
  summary: 'Hand in a work order; as submit_cycle',
  body: z.object({
    cycleId: idShape,
    output: z.union([z.record(z.string(), z.unknown()), z.string().max(ANSWER_CHARS_MAX)]),
  }),
  answer: z.object({
    applied: z.array(appliedShape),
    refused: z.array(refusedShape),
    moreRefused: z.number(),
    due: dueShape,
  }),
  async run({ body: { cycleId, output }, caller }, parts) {
    const asked = (await parts.cycles.cycles()).find(({ id }) => id === cycleId)
    if (asked !== undefined) assertMaySee(asked.pass, caller)
    await parts.level()
    const report = await parts.cycles.submit(cycleId, output)
    return { json: { ...report, due: await parts.cycles.due() } }
  },
})

export const runCycles = defineRoute({
  method: 'POST',
  path: '/api/cycles/run',
  who: 'operator',
  summary:
    'Have the model provider do what is due, all of it or one kind; answers when it is done. dryRun: applies nothing',
  body: z
    .object({ kind: kindShape.optional(), dryRun: z.boolean().default(false), force: z.boolean().default(false) })
    .prefault({}),
  answer: z.object({
    dryRun: z.boolean(),
    runs: z.array(runShape.extend({ preview: z.string().nullable().describe('Of a dry run, for /api/cycles/apply.') })),
    proposals: z.array(proposalShape).describe('Of a dry run: each change as it would be made, or why not.'),
  }),
  async run({ body: { kind, dryRun, force } }, parts) {
    await parts.level()
    const passes = kind === undefined ? parts.cycles.passes : [kind]
    const runs = await parts.cycles.run({ passes, isDryRun: dryRun, force, author: 'http' })
    const foreseen = await Promise.all(runs.map((run) => foreseenChanges(run, parts, parts.now())))
    return {
      json: {
        dryRun,
        runs: runs.map((run) => ({ ...toldRun(run), preview: previewOf(run) })),
        proposals: foreseen.flat().map(({ diff, ...rest }) => ({ ...rest, note: rest.files.length === 0 ? diff : '' })),
      },
    }
  },
})

export const applyChosen = defineRoute({
  method: 'POST',
  path: '/api/cycles/apply',
  who: 'operator',
  summary: 'Carry out some of the changes that a dry run of this server showed, as the library stands by now',
  body: z.object({
    preview: z.string().min(1).max(100),
    changes: z
      .array(z.object({ kind: z.enum(CHANGE_KINDS), name: z.string().max(NAME_CHARS_MAX) }))
      .min(1)
      .max(REPORT_ITEMS_MAX),
  }),
  answer: runShape,
  async run({ body }, parts) {
    await parts.level()
    return { json: toldRun(await parts.cycles.applyChosen({ ...body, author: 'http' })) }
  },
})

export const undoCycle = defineRoute({
  method: 'POST',
  path: '/api/cycles/undo',
  who: 'operator',
  summary: 'Take back what one cycle changed, and nothing that came later',
  body: z.object({ id: idShape }),
  answer: z.object({
    undone: z.array(z.object({ name: z.string(), what: z.string() })),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  run: async ({ body: { id }, caller }, { cycles: all }: Pick<ApiParts, 'cycles'>) => ({
    json: await all.undo(id, caller),
  }),
})

function noCycle(id: string): SkillError {
  return new SkillError('not-found', `no cycle "${shown(id)}" was run here`, 'GET /api/cycles lists them.')
}

// Who has no token is told nothing of peers; an agent that reflects is attached by MCP.
function maySee(pass: PassName, { actor }: Pick<Caller, 'actor'>): boolean {
  return actor === 'operator' || !isOfPeers(pass)
}

function assertMaySee(pass: PassName, caller: Pick<Caller, 'actor'>): void {
  if (maySee(pass, caller)) return
  throw new SkillError(
    'refused',
    `expected the operator token, got none: "${pass}" is about peers`,
    'Send it as Authorization: Bearer <token>, or attach the agent by MCP.',
  )
}
