// What a model may answer to the pass "consolidate", and what the pass remembers until then. Lenient where one item can be
// refused alone: a bad name or too long a text is the judge's to name.
import { z } from 'zod'

/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100
const reason = z.string().describe('One sentence: why.')
const words = z.array(z.string())

const saveSchema = z.object({
  name: z
    .string()
    .describe('One of the sources, which takes the others in, or a new name; "{prefix}/guide" of a guide.'),
  content: z
    .string()
    .optional()
    .describe('The whole text in markdown. Left out in a merge: the texts are put together as they stand.'),
  summary: z.string().optional().describe('At most 15 words, with the search words of every source.'),
  seeAlso: words.optional(),
  tags: words.optional(),
  triggers: words.optional(),
  parent: z.string().optional(),
  sources: words.describe('Names of the skills whose text is in it. Empty only for a guide.'),
  dropped: words
    .optional()
    .describe('Names and headings of the sources that are left out; never a command or a number.'),
  reason,
})
const archiveSchema = z.object({
  name: z.string().describe('A source of one of the saves.'),
  into: z.string().describe('That save.'),
  reason,
})
const linkSchema = z.object({
  name: z.string().describe('A skill that was shown.'),
  seeAlso: words.describe('Names to be added.'),
  parent: z.string().optional().describe('A guide.'),
  reason,
})

export const consolidateAnswerSchema = z.object({
  saves: z.array(saveSchema).max(ITEMS_MAX),
  archives: z.array(archiveSchema).max(ITEMS_MAX),
  links: z.array(linkSchema).max(ITEMS_MAX),
})
export type ConsolidateAnswer = z.infer<typeof consolidateAnswerSchema>
export type ProposedSave = z.infer<typeof saveSchema>
export type ProposedArchive = z.infer<typeof archiveSchema>
export type ProposedLink = z.infer<typeof linkSchema>

const clusterSchema = z.object({ prefix: z.string(), guide: z.string(), members: z.array(z.string()) })
/** Clusters that may get a guide. */
export const consolidateStateSchema = z.object({ clusters: z.array(clusterSchema) })
