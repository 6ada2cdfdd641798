// A client's configuration in TOML: one table of ours, appended at the end and taken out again by lines, so that all
// else stays as it was typed. Before and after, a parser reads the text, and what it says may differ by our table only.
import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, type TomlTable as TomlObject } from 'smol-toml'
import { z } from 'zod'
import { homeOfServer } from '../domain/attachment.ts'
import type { ConfigEntry } from '../domain/client-forms.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { ConfigLanguage, Wanted } from './config-language.ts'
import { tomlTables } from './toml-tables.ts'

type Member = Extract<ConfigEntry, { kind: 'member' }>

export const tomlConfig: ConfigLanguage = {
  ours(text, wanted) {
    return members(wanted).flatMap((entry) => {
      const value = valueIn(read(text), entry)
      const home = homeOfServer(value)
      return home === undefined ? [] : [{ at: entry.at, value, home }]
    })
  },
  isNameTaken(text, wanted) {
    return members(wanted).some((entry) => {
      const value = valueIn(read(text), entry)
      return value !== undefined && homeOfServer(value) === undefined
    })
  },
  hasNeeded: () => true,
  add: (text, wanted) => members(wanted).reduce((rest, entry) => withTable(withoutTable(rest, entry), entry), text),
  takeOut(text, wanted) {
    return members(wanted).reduce(
      (rest, entry) => (homeOfServer(valueIn(read(rest), entry)) === undefined ? rest : withoutTable(rest, entry)),
      text,
    )
  },
  holds: (text) => text.trim() !== '',
  isBare: (text) => text.trim() === '',
}

function members({ entries }: Wanted): Member[] {
  return entries.filter((entry): entry is Member => entry.kind === 'member')
}

function read(text: string): TomlObject {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const what = shown(error.message.split('\n')[0])
    throw new SkillError('damaged', `expected TOML: ${what}`, 'Nothing was changed; correct the file first.', {
      cause: error,
    })
  }
}

const tableSchema = z.record(z.string(), z.unknown())

function valueIn(root: unknown, { at, key }: Member): unknown {
  return [...at, key].reduce((value: unknown, name) => tableSchema.safeParse(value).data?.[name], root)
}

function withTable(text: string, entry: Member): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const table = stringify({ [entry.at[0]!]: { [entry.key]: entry.value } })
  const lead = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  const next = text + lead + `${table.trimEnd()}\n`.replaceAll('\n', eol)
  // It may be written as an inline table, to which nothing can be added from outside.
  const said = readIfToml(next)
  const isMeant =
    isDeepStrictEqual(valueIn(said, entry), valueIn(read(table), entry)) &&
    isDeepStrictEqual(without(said, entry), without(read(text), entry))
  if (isMeant) return next
  throw byHand(entry)
}

function readIfToml(text: string): TomlObject {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof SkillError) return {}
    throw error
  }
}

/** With the tables under it: what a person allows one of our tools is no use without us. */
function withoutTable(text: string, entry: Member): string {
  const before = read(text)
  if (valueIn(before, entry) === undefined) return text
  const path = [...entry.at, entry.key]
  const ours = tomlTables(text).filter((table) => path.every((key, i) => table.path[i] === key))
  const next = ours.reduceRight((rest, { from, to }) => rest.slice(0, startWithGap(rest, from)) + rest.slice(to), text)
  if (ours.length > 0 && isDeepStrictEqual(without(read(next), entry), without(before, entry))) {
    if (valueIn(read(next), entry) === undefined) return next
  }
  throw byHand(entry)
}

// One blank line above goes with the table, as it came with it.
function startWithGap(text: string, from: number): number {
  const gap = /(?:^|\n)([ \t]*\r?\n)$/.exec(text.slice(0, from))?.[1] ?? ''
  return from - gap.length
}

/** What the text says without our table; an empty outer table counts as none. */
function without(root: TomlObject, { at, key }: Member): Record<string, unknown> {
  const [outer = ''] = at
  const { [outer]: table, ...rest } = root
  const { [key]: _ours, ...others } = tableSchema.safeParse(table).data ?? {}
  return Object.keys(others).length === 0 ? rest : { ...rest, [outer]: others }
}

function byHand({ at, key }: Member): SkillError {
  return new SkillError(
    'conflict',
    `expected "${[...at, key].join('.')}" to be a table of its own, got a form that cannot be edited line by line`,
    'Nothing was changed; write it as a table under its own header, or change it by hand: --print shows the block.',
  )
}
