// What a hand gets wrong in the fields of a skill file, put right where there is one reading of it only: a key in other
// letters, one text where a list belongs, a date in another form. Everything else is left for whoever wrote it.
import { z } from 'zod'
import { isRecord } from './json-value.ts'
import { POLICY_LISTS } from './policy-rules.ts'
import { bareSkill } from './skill.ts'
import { shown } from './skill-error.ts'
import { isSkillName } from './skill-name.ts'

/** @property repairs what was put right, each continuing "put right: ". */
export type FieldRepair = { fields: Record<string, unknown>; repairs: string[] }

export type FieldContext = {
  /** The name that the path says. */
  pathName: string
  /** ISO 8601: the date of a file that says none. */
  createdAt: string
  /** Names of all skills that stand, readable or not. */
  names: ReadonlySet<string>
}

// The document's own parts are no keys of the file.
const KEYS = Object.keys(bareSkill('', '', '')).filter((key) => key !== 'files' && key !== 'extra')
const NAME_LISTS = ['seeAlso', 'dependsOn', 'conflictsWith'] as const
const WORD_LISTS = ['tags', 'triggers'] as const
const OPTIONAL = ['summary', 'createdAt', 'steps', 'policy', ...NAME_LISTS, ...WORD_LISTS]

/** Changes no argument. Applied to its own answer it repairs nothing. */
export function repairFields(value: Record<string, unknown>, context: FieldContext): FieldRepair {
  const steps: ((fields: Record<string, unknown>, context: FieldContext) => FieldRepair)[] = [
    (fields) => repairKeys(fields, KEYS),
    repairName,
    (fields) => withoutNulls(fields, OPTIONAL),
    (fields) => repairLists(fields, NAME_LISTS, namesIn),
    (fields) => repairLists(fields, WORD_LISTS, wordIn),
    repairPolicy,
    repairDates,
    repairReferences,
  ]
  return steps.reduce<FieldRepair>(
    ({ fields, repairs }, step) => {
      const next = step(fields, context)
      return { fields: next.fields, repairs: [...repairs, ...next.repairs] }
    },
    { fields: value, repairs: [] },
  )
}

// Only where the key in its own letters is not there, and one that differs from it in case alone is.
function repairKeys(fields: Record<string, unknown>, keys: readonly string[]): FieldRepair {
  const rivals = (known: string) => Object.keys(fields).filter((key) => key.toLowerCase() === known.toLowerCase())
  const wanted = new Map(
    keys.flatMap((known): [string, string][] => {
      const [only, ...more] = rivals(known)
      return only === undefined || only === known || more.length > 0 ? [] : [[only, known]]
    }),
  )
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [wanted.get(key) ?? key, value])),
    repairs: [...wanted].map(([key, known]) => `the key "${key}" is "${known}"`),
  }
}

function repairName(fields: Record<string, unknown>, { pathName }: FieldContext): FieldRepair {
  if (fields.name === pathName) return { fields, repairs: [] }
  const was = fields.name === undefined ? 'is missing' : `is "${shown(fields.name)}"`
  return {
    fields: { ...fields, name: pathName },
    repairs: [`"name" ${was}, where the path says "${pathName}"`],
  }
}

function withoutNulls(fields: Record<string, unknown>, keys: readonly string[]): FieldRepair {
  const nulls = keys.filter((key) => fields[key] === null)
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !nulls.includes(key))),
    repairs: nulls.map((key) => `"${key}" is null, which says nothing`),
  }
}

/** @param listIn the list that one text stands for; undefined where that is not plain. */
function repairLists(
  fields: Record<string, unknown>,
  keys: readonly string[],
  listIn: (text: string) => string[] | undefined,
): FieldRepair {
  const repairs: string[] = []
  const repaired = keys.flatMap((key): [string, unknown][] => {
    const value = fields[key]
    const list = typeof value === 'string' ? listIn(value) : undefined
    if (list !== undefined) {
      repairs.push(`"${key}" is a text, where a list of them belongs`)
      return [[key, list]]
    }
    if (!Array.isArray(value) || !value.some(isNothing)) return []
    repairs.push(`"${key}" has items that say nothing`)
    return [[key, value.filter((item) => !isNothing(item))]]
  })
  return { fields: { ...fields, ...Object.fromEntries(repaired) }, repairs }
}

function isNothing(item: unknown): boolean {
  return item === null || item === ''
}

// A name holds no comma, so several in one text are told apart.
function namesIn(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  if (text.trim() === '') return []
  return names.every((name) => isSkillName(name.toLowerCase())) ? names : undefined
}

// A comma may belong to the words.
function wordIn(text: string): string[] | undefined {
  if (text.trim() === '') return []
  return /[,;\n]/.test(text) ? undefined : [text.trim()]
}

function repairPolicy(fields: Record<string, unknown>): FieldRepair {
  if (!isRecord(fields.policy)) return { fields, repairs: [] }
  const keys = repairKeys(fields.policy, POLICY_LISTS)
  const nulls = withoutNulls(keys.fields, POLICY_LISTS)
  const lists = repairLists(nulls.fields, POLICY_LISTS, wordIn)
  const repairs = [...keys.repairs, ...nulls.repairs, ...lists.repairs].map((repair) => `in "policy", ${repair}`)
  return repairs.length === 0 ? { fields, repairs } : { fields: { ...fields, policy: lists.fields }, repairs }
}

const isoDate = z.iso.datetime({ offset: true })
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*([Zz]|[+-]\d{2}:\d{2})?)?$/

function repairDates(fields: Record<string, unknown>, { createdAt }: FieldContext): FieldRepair {
  const odd = (['createdAt', 'updatedAt'] as const).filter((key) => fields[key] != null && !isDate(fields[key]))
  const repaired = odd.map((key) => {
    const read = dateIn(fields[key])
    // As if the file said none.
    return { key, read, date: read ?? (key === 'createdAt' ? createdAt : null) }
  })
  return {
    fields: { ...fields, ...Object.fromEntries(repaired.map(({ key, date }) => [key, date])) },
    repairs: repaired.map(({ key, read, date }) => {
      const becomes =
        read === undefined ? `no date: ${date ?? 'none'} takes its place` : `another form of ${read} (UTC)`
      return `"${key}" "${shown(fields[key])}" is ${becomes}`
    }),
  }
}

function isDate(value: unknown): boolean {
  return isoDate.safeParse(value).success
}

// Where no zone is said it is read as UTC.
function dateIn(value: unknown): string | undefined {
  const [, day, minute = '00:00', second = ':00', zone = 'Z'] =
    typeof value === 'string' ? (DATE.exec(value.trim()) ?? []) : []
  const text = `${day}T${minute}${second}${zone.toUpperCase()}`
  return day !== undefined && isDate(text) ? new Date(text).toISOString() : undefined
}

// Only those that an approval does not cover: a dependency in other letters is for a person to correct.
function repairReferences(fields: Record<string, unknown>, { names }: FieldContext): FieldRepair {
  const known = (name: unknown) =>
    typeof name === 'string' && !names.has(name) && names.has(name.toLowerCase()) ? name.toLowerCase() : name
  const { seeAlso, parent } = fields
  const repairs: string[] = []
  const repaired: Record<string, unknown> = {}
  if (Array.isArray(seeAlso) && seeAlso.some((name) => known(name) !== name)) {
    repaired.seeAlso = [...new Set(seeAlso.map(known))]
    repairs.push('"seeAlso" names a skill in other letters')
  }
  if (known(parent) !== parent) {
    repaired.parent = known(parent)
    repairs.push('"parent" names a skill in other letters')
  }
  return { fields: { ...fields, ...repaired }, repairs }
}
