// The skill: a named procedure, as every layer above passes it around. Its file form is in skill-file.ts,
// its SKILL.md form in skill-md-writer.ts. Counts, scores and dates of use are folds of the journal and never in here.
import { z } from 'zod'
import type { ManifestFile } from './manifest.ts'
import { LIST_ITEM_CHARS_MAX, LIST_ITEMS_MAX } from './skill-limits.ts'

/** One step of a procedure, for readers that want structure; `content` stays the text that an agent follows. */
export const stepSchema = z.object({
  action: z.string().max(LIST_ITEM_CHARS_MAX),
  description: z.string().max(10_000).optional(),
  tool: z.string().max(LIST_ITEM_CHARS_MAX).optional(),
})
export type Step = z.infer<typeof stepSchema>

const words = z.array(z.string().min(1).max(LIST_ITEM_CHARS_MAX)).max(LIST_ITEMS_MAX)
export const wordListSchema = words

/** What a skill may touch when a host runs it. Secrets are names here, never values. */
export const policySchema = z.object({
  tools: words.default([]),
  domains: words.default([]),
  credentials: words.default([]),
  sideEffects: words.default([]),
})
export type Policy = z.infer<typeof policySchema>

export type Skill = {
  /** `segment(/segment)*`, see skill-name.ts. */
  name: string
  /** One line, at most 15 words when made by us. */
  summary: string
  /** Markdown, 1 byte to 1 MiB. */
  content: string
  /** ISO 8601. */
  createdAt: string
  updatedAt: string | null
  seeAlso: string[]
  tags: string[]
  triggers: string[]
  steps: Step[]
  dependsOn: string[]
  conflictsWith: string[]
  parent: string | null
  policy: Policy
  /** What stands beside the JSON, in `<leaf>.files/`; by path. Their bytes are the store's. */
  files: readonly ManifestFile[]
  /** Keys of the file that this version does not know; written back untouched. */
  extra: Record<string, unknown>
}

/** A skill with nothing but a name and a text; everything else at its neutral value. */
export function bareSkill(name: string, content: string, createdAt: string): Skill {
  return {
    name,
    summary: '',
    content,
    createdAt,
    updatedAt: null,
    seeAlso: [],
    tags: [],
    triggers: [],
    steps: [],
    dependsOn: [],
    conflictsWith: [],
    parent: null,
    policy: { tools: [], domains: [], credentials: [], sideEffects: [] },
    files: [],
    extra: {},
  }
}
