// For who wants to know whether recall does what it should: what a client's model would see for a message, the regression
// cases with their trend, and running them. Messages are people's, so most of it is the operator's alone.
import { z } from 'zod'
import { CLIENTS } from '../../domain/client-channels.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { evalRunSchema } from '../../domain/eval-history.ts'
import { placeSchema } from '../../domain/recall-measures.ts'
import { MESSAGE_CHARS_MAX } from '../../domain/recall-request.ts'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import { evalDocument } from '../../recall/eval-document.ts'
import { defineRoute } from '../api-route.ts'
import { pageQuery } from './asked.ts'

const PAGE = 200
const PAGE_MAX = 1_000

const message = z.string().min(1).max(MESSAGE_CHARS_MAX).regex(/\S/, { error: 'expected a text that is not empty' })

const partShape = z.object({
  channel: z.enum(['instructions', 'session-start hook', 'per-turn hook', 'tool descriptions', 'tool']),
  reaches: z.boolean(),
  known: z.enum(['documented', 'observed', 'unknown']),
  when: z.string().describe('Completes "shown to the model …" or "not shown to the model; …".'),
  text: z.string(),
  chars: z.number(),
  tokensEstimated: z.number(),
  cut: z
    .object({
      skillsLeftOut: z.array(z.string()),
      summariesCut: z.array(z.object({ name: z.string(), wordsLost: z.array(z.string()) })),
      charsLost: z.number(),
    })
    .optional(),
})

export const clientSees = defineRoute({
  method: 'POST',
  path: '/api/recall/client',
  who: 'operator',
  summary: 'What the model of a client sees for a message, channel by channel; as recall --as. Nothing is written down',
  body: z.object({ message, client: z.enum(CLIENTS) }),
  answer: z.object({
    client: z.enum(CLIENTS),
    title: z.string(),
    parts: z.array(partShape),
    notes: z.array(z.string()),
  }),
  run: async ({ body }, { recallLab }) => ({ json: await recallLab.clientSees(body.client, body.message) }),
})

const kindShape = z.enum(['find', 'not-first', 'silence'])
const namedShape = z.object({
  id: z.string(),
  kind: kindShape,
  source: z.enum(['use', 'file', 'everyday']),
  skill: z.string().nullable(),
  words: z.union([z.string(), z.array(z.string())]).describe('A message as it came, or the stems of one.'),
})

export const recallCases = defineRoute({
  method: 'GET',
  path: '/api/recall/cases',
  who: 'operator',
  summary: 'The regression cases of recall, those in recall-cases.jsonl first, with how they and the runs went',
  query: pageQuery(PAGE, PAGE_MAX),
  answer: z.object({
    cases: z.array(namedShape.extend({ places: z.array(placeSchema).describe('In the last runs, the newest last.') })),
    total: z.number(),
    nextCursor: z.string().optional(),
    runs: z.array(evalRunSchema).describe('Oldest first.'),
    faults: z.array(diagnosticShape),
  }),
  async run({ query: { limit, cursor } }, { recallLab }) {
    const { cases, runs, faults } = await recallLab.cases()
    const start = cursor === undefined ? 0 : cases.findIndex((each) => each.case.id === cursor) + 1
    if (cursor !== undefined && start === 0) throw noCase(cursor)
    const page = cases.slice(start, start + limit)
    const more = start + page.length < cases.length ? { nextCursor: page.at(-1)!.case.id } : {}
    const told = page.map(({ case: each, places }) => {
      const { id, kind, source, words } = each
      const skill = each.kind === 'silence' ? null : each.skill
      return { id, kind, source, skill, words: typeof words === 'string' ? words : [...words], places }
    })
    return { json: { cases: told, total: cases.length, ...more, runs, faults } }
  },
})

export const addRecallCase = defineRoute({
  method: 'POST',
  path: '/api/recall/cases',
  who: 'operator',
  summary: 'Keep a message with the skill that it should bring up; without skill it should bring up nothing',
  body: z.object({ message, skill: nameArgument.optional() }),
  answer: z.object({ id: z.string(), added: z.boolean().describe('False: it was there already.') }),
  statuses: [200, 201],
  async run({ body }, { recallLab }) {
    const skill = body.skill === undefined ? undefined : parseSkillName(body.skill)
    const done = await recallLab.addCase(body.message, skill)
    return { status: done.added ? 201 : 200, json: done }
  },
})

export const removeRecallCase = defineRoute({
  method: 'DELETE',
  path: '/api/recall/cases',
  who: 'operator',
  summary: 'Take a case out of recall-cases.jsonl; what came from use is forgotten with the wording it came from',
  query: z.object({ id: z.string().min(1).max(100) }),
  answer: z.object({ id: z.string() }),
  async run({ query: { id } }, { recallLab }) {
    await recallLab.removeCase(id)
    return { json: { id } }
  },
})

const share = z.number().nullable()
const counted = z.object({ count: z.number(), of: z.number() })
const measuresShape = z.object({
  cases: z.number(),
  ...{ recallAt1: share, recallAt3: share, recallAt5: share, answered: share },
  falseRecalls: z.object({ everyday: counted, silent: counted, wrongFirst: counted }),
})
const placesShape = z.object({ static: placeSchema, withLearning: placeSchema })
const changedShape = namedShape.extend({ before: placesShape, after: placesShape })
const runShape = z.object({ place: placeSchema, confidence: z.number(), first: z.string().nullable() })
const notedShape = namedShape.extend({ static: runShape, withLearning: runShape, reason: z.string() })

export const evalCases = defineRoute({
  method: 'POST',
  path: '/api/recall/eval',
  who: 'operator',
  summary: 'Run the regression cases and compare with the last time; as eval. dryRun does not remember this run',
  body: z.object({ dryRun: z.boolean().default(false) }).default({ dryRun: false }),
  answer: z.object({
    cases: z.object({
      ...{ used: z.number(), wrong: z.number(), kept: z.number() },
      ...{ keptSilent: z.number(), everyday: z.number() },
    }),
    gone: z.array(z.string()),
    learning: z.enum(['on', 'paused', 'off']),
    static: measuresShape,
    withLearning: measuresShape,
    changes: z
      .object({
        ...{ lost: z.array(changedShape), won: z.array(changedShape) },
        ...{ added: z.number(), removed: z.number() },
      })
      .nullable(),
    missed: z.array(notedShape),
    silent: z.array(notedShape),
    falseRecalls: z.array(notedShape),
    faults: z.array(diagnosticShape.extend({ line: z.number().nullable() })),
  }),
  async run({ body: { dryRun } }, parts) {
    await parts.level()
    const document = evalDocument(await parts.recallLab.evaluate(dryRun))
    return { json: withPlainWords(document) }
  },
})

type Document = ReturnType<typeof evalDocument>

// Words are read-only in the domain.
function withPlainWords(document: Document) {
  const plain = <T extends { words: string | readonly string[] }>(each: T) => ({
    ...each,
    words: typeof each.words === 'string' ? each.words : [...each.words],
  })
  const { changes, missed, silent, falseRecalls } = document
  return {
    ...document,
    changes: changes && { ...changes, lost: changes.lost.map(plain), won: changes.won.map(plain) },
    ...{ missed: missed.map(plain), silent: silent.map(plain), falseRecalls: falseRecalls.map(plain) },
  }
}

function noCase(id: string): SkillError {
  return new SkillError('bad-input', `cursor: no case has the id "${shown(id)}"`, 'Begin at the first page.')
}
