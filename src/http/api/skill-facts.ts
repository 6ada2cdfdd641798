// What a skill declares that it may touch, beside what its text and files look as if they touch.
import { z } from 'zod'
import { contentHash } from '../../domain/content-hash.ts'
import { listsOf } from '../../domain/policy-rules.ts'
import { reviewFacts } from '../../domain/review-facts.ts'
import { policyShape, reviewFactsShape } from '../../domain/skill-shapes.ts'
import { readFileTexts } from '../../library/file-texts.ts'
import { defineRoute } from '../api-route.ts'
import { nameQuery } from './asked.ts'
import { assertVisible } from './visible.ts'

export const facts = defineRoute({
  method: 'GET',
  path: '/api/skills/facts',
  who: 'anyone',
  summary: 'What a skill declares that it may touch, and what was observed in its text and files; of what is in force',
  query: nameQuery,
  answer: z.object({
    name: z.string(),
    executable: z.boolean().describe('Only then does what it declares apply.'),
    declared: policyShape,
    contentHash: z.string().describe('Over all that its reader follows.'),
    facts: reviewFactsShape,
  }),
  async run({ query: { name }, caller }, parts) {
    await assertVisible(name, caller, parts)
    const entry = await parts.library.get(name)
    const { texts } = await readFileTexts(parts.store, entry.skill)
    const { executable } = parts.standings.of(entry)
    return {
      json: {
        ...{ name, executable },
        declared: listsOf(entry.skill.policy),
        contentHash: contentHash(entry.skill),
        facts: reviewFacts(entry.skill, texts),
      },
    }
  },
})
