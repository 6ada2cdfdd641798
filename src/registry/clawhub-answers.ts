// What ClawHub's API answers, as far as it is read here: its documentation at version 1 of the API, and its source where
// that says more. Unknown fields are left out; an element of a list that is odd does not cost the list.
import { z } from 'zod'

const text = z.string()
const owner = z.looseObject({ handle: text.nullish() }).nullish()

export const searchAnswer = z.looseObject({ results: z.array(z.unknown()) })
export const searchHit = z.looseObject({
  slug: text,
  displayName: text.nullish(),
  summary: text.nullish(),
  version: text.nullish(),
  ownerHandle: text.nullish(),
  owner,
})

/** `moderation` is there for flagged skills only. */
export const skillAnswer = z.looseObject({
  skill: z.looseObject({ slug: text, displayName: text.nullish(), summary: text.nullish() }).nullable(),
  latestVersion: z.looseObject({ version: text }).nullish(),
  owner,
})

export const versionsAnswer = z.looseObject({ items: z.array(z.unknown()) })
export const versionItem = z.looseObject({ version: text })

export const verdictsAnswer = z.looseObject({
  schema: z.literal('clawhub.skill.security-verdicts.v1'),
  items: z.array(z.unknown()),
})
export const verdictItem = z.looseObject({
  ok: z.boolean(),
  decision: text,
  reasons: z.array(text).catch([]),
  requestedSlug: text,
  requestedOwnerHandle: text.nullish(),
  requestedVersion: text,
  security: z.looseObject({ status: text }).nullish(),
  error: z.looseObject({ code: text }).nullish(),
})
export type VerdictItem = z.output<typeof verdictItem>
