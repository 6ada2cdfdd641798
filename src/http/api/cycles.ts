// Cycles of passes: what was done, work orders for whoever has a model, runs by the provider, and taking a cycle back.
import { z } from 'zod'
import { runShape, toldRun } from '../../cycles/run-shape.ts'
import {
  appliedShape,
  cycleDetail,
  cycleDetailShape,
  cycleRow,
  cycleRowShape,
  refusedShape,
} from '../../domain/cycle-shapes.ts'
import { ANSWER_CHARS_MAX } from '../../domain/model-answer.ts'
import { PASSES } from '../../domain/pass-change.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { type ApiParts, defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'

const PAGE = 20
const PAGE_MAX = 200

const kindShape = z.enum(PASSES)
const idShape = z.string().min(1).max(100)
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
  async run({ query: { id } }, parts) {
    const found = (await parts.cycles.cycles()).find((each) => each.id === id)
    if (found === undefined) throw noCycle(id)
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
  async run({ body: { kind } }, parts) {
    await parts.level()
    const { order, skipped } = await parts.cycles.begin(kind, { kind: 'order', author: 'http' })
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
  async run({ body: { cycleId, output } }, parts) {
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
  answer: z.object({ dryRun: z.boolean(), runs: z.array(runShape) }),
  async run({ body: { kind, dryRun, force } }, parts) {
    await parts.level()
    const passes = kind === undefined ? parts.cycles.passes : [kind]
    const runs = await parts.cycles.run({ passes, isDryRun: dryRun, force, author: 'http' })
    return { json: { dryRun, runs: runs.map(toldRun) } }
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
