// What a judge has let through, kept until it is carried out: whoever comes after a crash goes on with just that, without
// asking the model again. One at a time, since one cycle at a time is carried out.
import { z } from 'zod'
import { isRecord } from '../domain/json-value.ts'
import { CHANGE_KINDS, NOTE_KINDS, type Verdict } from '../domain/pass-change.ts'
import type { SkillPatch } from '../domain/skill-patch.ts'
import { smallDocument } from '../store/small-document.ts'

const names = z.array(z.string())
const saveSchema = z.object({
  kind: z.literal('save'),
  ...{ name: z.string(), base: z.string().nullable(), reason: z.string(), from: names, after: names.optional() },
  // The library reads a patch as strictly as a file.
  patch: z.custom<SkillPatch>(isRecord),
})
const archiveSchema = z.object({
  kind: z.literal('archive'),
  ...{ name: z.string(), base: z.string(), into: z.string(), reason: z.string() },
})
const noteSchema = z.object({
  kind: z.enum(NOTE_KINDS),
  ...{ name: z.string(), reason: z.string() },
  note: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
const verdictSchema: z.ZodType<Verdict> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('apply'), change: z.discriminatedUnion('kind', [saveSchema, archiveSchema, noteSchema]) }),
  z.object({
    kind: z.literal('refuse'),
    ...{ what: z.enum(CHANGE_KINDS), name: z.string(), reason: z.string() },
  }),
])
const planSchema = z.object({ id: z.string(), verdicts: z.array(verdictSchema) })
// Of no cycle: a small document is never null.
const NONE = { id: '', verdicts: [] }

export type CyclePlan = {
  /** Durable when it resolves. */
  keep(id: string, verdicts: readonly Verdict[]): Promise<void>
  /** Undefined when another or none is kept, or what is kept cannot be read. */
  of(id: string): Promise<Verdict[] | undefined>
  drop(): Promise<void>
}

export function openCyclePlan(path: string): CyclePlan {
  const document = smallDocument(path, planSchema, () => NONE)
  return {
    keep: (id, verdicts) => document.write({ id, verdicts: [...verdicts] }),
    async of(id) {
      const plan = await document.read()
      return plan.id === id ? plan.verdicts : undefined
    },
    drop: () => document.write(NONE),
  }
}
