// Which skills say nearly the same as a text that is being written, before it is saved.
import { z } from 'zod'
import { nameArgument, saveArguments } from '../../domain/skill-arguments.ts'
import { extractSummary } from '../../domain/summary.ts'
import { defineRoute } from '../api-route.ts'

export const near = defineRoute({
  method: 'POST',
  path: '/api/skills/near',
  who: 'anyone',
  summary: 'The skills that say nearly the same as this text, nearest first; nothing is saved',
  body: z.object({
    name: nameArgument.default('new-skill'),
    summary: saveArguments.shape.summary,
    content: saveArguments.shape.content.unwrap(),
  }),
  answer: z.object({
    near: z.array(z.object({ name: z.string(), summary: z.string(), similarity: z.number().describe('0 to 1.') })),
  }),
  async run({ body: { name, summary, content }, caller }, { nearTo, shelf, standings }) {
    const found = nearTo({ name, content, summary: summary || extractSummary(name, content) })
    const isShown = (each: { name: string }) => {
      const entry = shelf.entry(each.name)
      if (entry === undefined) return false
      return caller.actor === 'operator' || standings.of(entry).exposure !== 'hidden'
    }
    return { json: { near: found.filter(isShown) } }
  },
})
