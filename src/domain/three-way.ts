// Three-way merge of a skill: what two sides made of a common base, brought together field by field. Pure; decides nothing
// about who may save the outcome, and never takes one side where both changed the same thing differently.

import { byPath } from './by-path.ts'
import { isRecord } from './json-value.ts'
import { type DecideLines, type LineSpan, mergeTexts } from './line-merge.ts'
import { mergeOrder, mergeSets, type Three } from './list-merge.ts'
import type { ManifestFile } from './manifest.ts'
import type { Policy, Skill, Step } from './skill.ts'
import { extractSummary, isExtracted } from './summary.ts'

/** What three texts say of one field. Undefined where it is absent; of the content only the lines in question. */
export type MergeConflict = {
  /** As a path: `content`, `policy.owner`, `steps "send".description`. */
  field: string
  base: unknown
  ours: unknown
  theirs: unknown
  /** Where the lines stand in each content. */
  lines?: Three<Pick<LineSpan, 'line' | 'lines'>>
}
export type SkillMerge = { kind: 'merged'; skill: Skill } | { kind: 'conflict'; conflicts: MergeConflict[] }

type Conflicts = MergeConflict[]
type Keyed = Map<string, unknown>

const SETS = ['seeAlso', 'tags', 'triggers', 'dependsOn', 'conflictsWith'] as const

/**
 * The name and, where both changed them, the dates are ours. Cost is that of three line diffs; see line-edits.ts.
 * @param decide what a person chose for lines of the content that both changed; without it they are conflicts.
 */
export function mergeSkills(three: Three<Skill>, decide?: DecideLines): SkillMerge {
  const conflicts: Conflicts = []
  const content = mergeContent(of(three, 'content'), conflicts, decide)
  const summary = mergeSummary(three, content, conflicts)
  const sets = Object.fromEntries(SETS.map((key) => [key, mergeSets(of(three, key))]))
  const skill: Skill = {
    ...three.ours,
    ...sets,
    ...{ summary, content },
    createdAt: dateOf(of(three, 'createdAt')),
    updatedAt: dateOf(of(three, 'updatedAt')),
    steps: mergeSteps(of(three, 'steps'), conflicts),
    parent: mergeParent(of(three, 'parent'), conflicts),
    policy: mergePolicy(of(three, 'policy'), conflicts),
    files: mergeFiles(of(three, 'files'), conflicts),
    extra: mergeMaps('', of(three, 'extra'), conflicts),
  }
  return conflicts.length === 0 ? { kind: 'merged', skill } : { kind: 'conflict', conflicts }
}

function of<K extends keyof Skill>({ base, ours, theirs }: Three<Skill>, key: K): Three<Skill[K]> {
  return { base: base[key], ours: ours[key], theirs: theirs[key] }
}

function mergeContent(three: Three<string>, conflicts: Conflicts, decide: DecideLines | undefined): string {
  const merge = mergeTexts(three, decide)
  if (merge.kind === 'merged') return merge.text
  const place = ({ line, lines }: LineSpan) => ({ line, lines })
  for (const { base, ours, theirs } of merge.conflicts) {
    conflicts.push({
      field: 'content',
      ...{ base: base.text, ours: ours.text, theirs: theirs.text },
      lines: { base: place(base), ours: place(ours), theirs: place(theirs) },
    })
  }
  return three.ours
}

// A summary that was made from the text follows the text: it is nobody's change, and is made anew from what comes out.
function mergeSummary({ base, ours, theirs }: Three<Skill>, content: string, conflicts: Conflicts): string {
  const own = (skill: Skill) => (isExtracted(skill) ? null : skill.summary)
  const [was, us, them] = [own(base), own(ours), own(theirs)]
  if (us !== them && us !== was && them !== was) {
    // The one was made and the other written, and both may say the same.
    if (ours.summary === theirs.summary) return ours.summary
    conflicts.push({ field: 'summary', base: base.summary, ours: ours.summary, theirs: theirs.summary })
  }
  return (us === was ? them : us) ?? extractSummary(ours.name, content)
}

function mergeParent(three: Three<string | null>, conflicts: Conflicts): string | null {
  const { base, ours, theirs } = three
  if (ours !== theirs && ours !== base && theirs !== base) conflicts.push({ field: 'parent', ...three })
  return ours === base ? theirs : ours
}

function dateOf<T>({ base, ours, theirs }: Three<T>): T {
  return ours === base ? theirs : ours
}

function mergePolicy({ base, ours, theirs }: Three<Policy>, conflicts: Conflicts): Policy {
  const list = (key: keyof Policy) => mergeSets({ base: base[key], ours: ours[key], theirs: theirs[key] })
  const known = {
    ...{ tools: list('tools'), domains: list('domains') },
    ...{ credentials: list('credentials'), sideEffects: list('sideEffects') },
  }
  // Keys that this version does not know are kept in there too.
  const rest = ({ tools: _t, domains: _d, credentials: _c, sideEffects: _s, ...others }: Policy) => others
  const others = mergeMaps('policy.', { base: rest(base), ours: rest(ours), theirs: rest(theirs) }, conflicts)
  return { ...known, ...others }
}

function mergeFiles({ base, ours, theirs }: Three<readonly ManifestFile[]>, conflicts: Conflicts): ManifestFile[] {
  const keyed = (files: readonly ManifestFile[]): Keyed => new Map(files.map((file) => [file.path, fileKey(file)]))
  const three = { base: keyed(base), ours: keyed(ours), theirs: keyed(theirs) }
  const kept = mergeKeyed('files ', three, conflicts)
  const known = new Map([...theirs, ...ours].map((file) => [`${file.path}\n${fileKey(file)}`, file]))
  return byPath([...kept].flatMap(([path, key]) => known.get(`${path}\n${key}`) ?? []))
}

// As one value, so that two changes of a file contradict each other as a whole.
function fileKey({ sha256, size, isExecutable }: ManifestFile): string {
  return `${sha256} (${size} bytes${isExecutable === true ? ', executable' : ''})`
}

// By action, and the second of the same action by being the second.
function mergeSteps({ base, ours, theirs }: Three<Step[]>, conflicts: Conflicts): Step[] {
  const three = { base: byAction(base), ours: byAction(ours), theirs: byAction(theirs) }
  if (mergeOrder(keysOf(three)).isContested) conflicts.push({ field: 'steps', base, ours, theirs })
  // Each merged step is made of the values that steps hold under the same keys.
  return [...mergeKeyed('steps ', three, conflicts).values()] as Step[]
}

function byAction(steps: readonly Step[]): Keyed {
  const keyed: Keyed = new Map()
  for (const step of steps) {
    const action = JSON.stringify(step.action)
    let key = action
    for (let nth = 2; keyed.has(key); nth++) key = `${action} (${nth})`
    keyed.set(key, step)
  }
  return keyed
}

type Json = Record<string, unknown>

function mergeMaps(path: string, { base, ours, theirs }: Three<Json>, conflicts: Conflicts): Json {
  // No lookup by key in what came from outside: "__proto__" is a key like others in a map.
  const keyed = (json: Json): Keyed => new Map(Object.entries(json))
  return Object.fromEntries(
    mergeKeyed(path, { base: keyed(base), ours: keyed(ours), theirs: keyed(theirs) }, conflicts),
  )
}

function mergeKeyed(path: string, three: Three<Keyed>, conflicts: Conflicts): Keyed {
  const merged: Keyed = new Map()
  for (const key of mergeOrder(keysOf(three)).order) {
    const values = { base: three.base.get(key), ours: three.ours.get(key), theirs: three.theirs.get(key) }
    const value = mergeValue(`${path}${key}`, values, conflicts)
    if (value !== undefined) merged.set(key, value)
  }
  return merged
}

function keysOf({ base, ours, theirs }: Three<Keyed>): Three<string[]> {
  return { base: [...base.keys()], ours: [...ours.keys()], theirs: [...theirs.keys()] }
}

// Maps are merged key by key; all else, lists too, is one value.
function mergeValue(field: string, three: Three<unknown>, conflicts: Conflicts): unknown {
  const { base, ours, theirs } = three
  const [was, us, them] = [JSON.stringify(base), JSON.stringify(ours), JSON.stringify(theirs)]
  if (us === them || them === was) return ours
  if (us === was) return theirs
  if (isRecord(ours) && isRecord(theirs) && (base === undefined || isRecord(base))) {
    return mergeMaps(`${field}.`, { base: base ?? {}, ours, theirs }, conflicts)
  }
  conflicts.push({ field, base, ours, theirs })
  return ours
}
