// What recall answers, the same over MCP and HTTP.
import { z } from 'zod'

const whyShape = z.object({
  terms: z.array(z.string()),
  repairs: z.array(z.object({ word: z.string(), term: z.string(), meant: z.string() })),
  threshold: z.number(),
  confidence: z.number(),
  confidenceNeeded: z.number(),
  learned: z.object({ lessons: z.number(), likenessBest: z.number() }),
  others: z.array(z.object({ name: z.string(), score: z.number(), confidence: z.number(), reason: z.string() })),
})

export const recallShape = z.object({
  hits: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      score: z.number(),
      confidence: z.number(),
      reason: z.string(),
      terms: z.array(z.object({ term: z.string(), score: z.number(), fields: z.array(z.string()) })).optional(),
      learned: z.object({ score: z.number(), messages: z.number() }).optional(),
      warning: z.string().optional(),
      body: z.string().optional(),
    }),
  ),
  related: z.array(z.object({ name: z.string(), summary: z.string(), of: z.string() })),
  context: z.array(z.object({ kind: z.string(), text: z.string() })),
  silent: z.string().optional(),
  note: z.string().optional(),
  why: whyShape.optional(),
})
