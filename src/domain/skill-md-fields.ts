// Which key of `metadata` holds which field of a skill, once, for the reader and for the writer. Agent Skills allow
// strings only in there, so lists and maps are JSON text. Name, summary and foreign keys have rules of their own and
// files of their own: skill-md-name.ts, skill-md-description.ts, skill-md-extra.ts.
import { z } from 'zod'
import { parseJsonText } from './json-value.ts'
import { bareSkill, policySchema, type Skill, stepSchema, wordListSchema } from './skill.ts'

/** The whole name of a skill whose name is a path: `name` itself can only say the last segment. */
export const NAME_KEY = 'skill-cortex-name'
/** A summary that cannot stand in `description` as it is. */
export const SUMMARY_KEY = 'skill-cortex-summary'
/** The description that we put in place of such a summary; while it stands there, nobody has edited it. */
export const STAND_IN_KEY = 'skill-cortex-description-stand-in'
/** `added` when the content does not end in a line end, and the file does. */
export const FINAL_NEWLINE_KEY = 'skill-cortex-final-newline'
/** The keys of `metadata` whose text stands for a JSON value, because it was no text where it came from. */
export const JSON_KEYS_KEY = 'skill-cortex-json-keys'
/** What else the skill carries and front matter cannot say. */
export const EXTRA_KEY = 'skill-cortex-extra'

type FieldRow = {
  key: string
  expected: string
  /** Undefined at the neutral value, which is not written. */
  encode: (skill: Skill) => string | undefined
  /** Undefined when the stored value does not fit. */
  decode: (stored: unknown) => Partial<Skill> | undefined
}

// As in skill-file.ts: what is read here must be storable there.
const STEPS_MAX = 500
const NEUTRAL = bareSkill('', '', '')
const isoDate = z.iso.datetime({ offset: true })

const FIELDS: readonly FieldRow[] = [
  textRow('skill-cortex-created-at', 'createdAt', isoDate, 'an ISO 8601 date with a time zone'),
  textRow('skill-cortex-updated-at', 'updatedAt', isoDate, 'an ISO 8601 date with a time zone'),
  textRow('skill-cortex-parent', 'parent', z.string(), 'a skill name'),
  jsonRow('skill-cortex-tags', 'tags', wordListSchema, 'a JSON list of texts'),
  jsonRow('skill-cortex-triggers', 'triggers', wordListSchema, 'a JSON list of texts'),
  jsonRow('skill-cortex-see-also', 'seeAlso', wordListSchema, 'a JSON list of skill names'),
  jsonRow('skill-cortex-depends-on', 'dependsOn', wordListSchema, 'a JSON list of skill names'),
  jsonRow('skill-cortex-conflicts-with', 'conflictsWith', wordListSchema, 'a JSON list of skill names'),
  jsonRow('skill-cortex-steps', 'steps', z.array(stepSchema).max(STEPS_MAX), 'a JSON list of {"action": ...}'),
  jsonRow(
    'skill-cortex-policy',
    'policy',
    policySchema,
    'a JSON map of lists: tools, domains, credentials, sideEffects',
  ),
]

/** Keys that mean something to us, and under which a stranger's value can therefore not be written. */
export const OWN_KEYS: ReadonlySet<string> = new Set([
  NAME_KEY,
  SUMMARY_KEY,
  STAND_IN_KEY,
  FINAL_NEWLINE_KEY,
  JSON_KEYS_KEY,
  EXTRA_KEY,
  ...FIELDS.map((row) => row.key),
])

export function encodeFields(skill: Skill): Record<string, string> {
  const encoded = FIELDS.map((row) => [row.key, row.encode(skill)] as const)
  return Object.fromEntries(encoded.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export type DecodedFields = {
  fields: Partial<Skill>
  /** Keys that were understood. */
  consumed: string[]
  faults: { key: string; expected: string; received: unknown }[]
}

export function decodeFields(metadata: Record<string, unknown>): DecodedFields {
  const present = FIELDS.filter((row) => Object.hasOwn(metadata, row.key)).map((row) => ({
    ...row,
    stored: metadata[row.key],
    fields: row.decode(metadata[row.key]),
  }))
  return {
    fields: Object.assign({}, ...present.map((row) => row.fields)),
    consumed: present.filter((row) => row.fields !== undefined).map((row) => row.key),
    faults: present
      .filter((row) => row.fields === undefined)
      .map(({ key, expected, stored }) => ({ key, expected, received: stored })),
  }
}

function textRow<K extends 'createdAt' | 'updatedAt' | 'parent'>(
  key: string,
  field: K,
  schema: z.ZodType<string>,
  expected: string,
): FieldRow {
  return {
    key,
    expected,
    encode: (skill) => (skill[field] === NEUTRAL[field] ? undefined : (skill[field] ?? undefined)),
    decode: (stored) => fieldOf(field, schema.safeParse(stored)),
  }
}

function jsonRow<K extends keyof Skill>(
  key: string,
  field: K,
  schema: z.ZodType<Skill[K]>,
  expected: string,
): FieldRow {
  const neutral = JSON.stringify(NEUTRAL[field])
  return {
    key,
    expected,
    encode: (skill) => {
      const text = JSON.stringify(skill[field])
      return text === neutral ? undefined : text
    },
    // A person who edits the file may well write a YAML list, and means the same.
    decode: (stored) => fieldOf(field, schema.safeParse(typeof stored === 'string' ? parseJsonText(stored) : stored)),
  }
}

function fieldOf(field: keyof Skill, parsed: z.ZodSafeParseResult<unknown>): Partial<Skill> | undefined {
  return parsed.success ? { [field]: parsed.data } : undefined
}
