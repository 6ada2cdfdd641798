// The rules that every change a model proposes must pass, whichever pass it comes from. Each answers with the reason why
// not; what a pass demands beyond them is in its own judge. Nothing here throws for what a model says.
import type { ArchiveChange, JudgedLibrary, JudgedSkill, SaveChange } from './pass-change.ts'
import type { Finding, Scan } from './scan.ts'
import { scanSkill } from './scan-skill.ts'
import type { Skill } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'
import { isPathPrefix, nameFault } from './skill-name.ts'
import { patched, readableText, type SkillPatch, sameSkill } from './skill-patch.ts'

/** @property seen names of the skills that the model was shown, with the digests of their texts. */
export type Judging = { seen: Readonly<Record<string, string>>; library: JudgedLibrary; now: Date }

/**
 * @property patch what the skill becomes beyond what stands: a judge decides which fields a model may set.
 * @property from skills whose text went into it: what the scan finds in theirs is not new.
 */
export type SaveItem = { name: string; patch: SkillPatch; from?: readonly string[]; reason: string }
type ArchiveItem = { name: string; into: string; reason: string }

/** The change, or why it is refused. A name that nobody was shown must be new. */
export function judgeSave(item: SaveItem, judging: Judging): SaveChange | string {
  const { name, patch, from = [], reason } = item
  const refused = nameRefusal(name, judging) ?? blankFault(patch)
  if (refused !== undefined) return refused
  const was = judging.library.find(name)
  const next = nextSkill(item, was, judging)
  if (typeof next === 'string') return next
  if (was !== undefined && sameSkill(was.skill, next)) return `it would change nothing of "${name}"`
  const before = [name, ...from].flatMap((each) => judging.library.find(each)?.skill ?? [])
  const found = isSameText(was?.skill, next) ? undefined : newlyFound(before, next)
  if (found !== undefined) return found
  return { kind: 'save', name, base: was?.digest ?? null, patch, from: [...from], reason }
}

/** Why nothing may be saved under this name, whatever it says. */
export function nameRefusal(name: string, judging: Judging): string | undefined {
  const was = seenSkill(name, judging)
  if (typeof was === 'string') return was
  return was === undefined ? newNameFault(name, judging.library) : decidedByOthers(was)
}

/** Whether `into` says what this one said is for the pass to judge. */
export function judgeArchive({ name, into, reason }: ArchiveItem, judging: Judging): ArchiveChange | string {
  const was = seenSkill(name, judging)
  if (typeof was === 'string') return was
  if (was === undefined) return `no skill is named "${shown(name)}"`
  if (name === into) return `"${name}" cannot take its own place`
  return decidedByOthers(was) ?? { kind: 'archive', name, base: was.digest, into, reason }
}

/** The first item of each name; the others would be decided from a text that no longer stands. */
export function firstOfEachName<I extends { name: string }>(items: readonly I[]): { first: I[]; repeated: I[] } {
  const names = new Set<string>()
  const [first, repeated]: [I[], I[]] = [[], []]
  for (const item of items) {
    const list = names.has(item.name) ? repeated : first
    list.push(item)
    names.add(item.name)
  }
  return { first, repeated }
}

export const REPEATED_REASON = 'the same answer has changed it before'

/** A skill that a model may speak of: it was shown, and it still says what was shown. Undefined when there is none. */
function seenSkill(name: string, { seen, library }: Judging): JudgedSkill | string | undefined {
  const fault = nameFault(name)
  if (fault !== undefined) return `skill name "${shown(name)}": ${fault}`
  const was = library.find(name)
  const digest = Object.hasOwn(seen, name) ? seen[name] : undefined
  if (was === undefined)
    return digest === undefined ? undefined : `"${name}" was there when it was looked at and is gone`
  if (digest === undefined) return `"${name}" was not among the skills that were shown`
  return digest === was.digest ? was : `"${name}" was changed since it was looked at`
}

// A pinned skill is a person's to change, and a built-in one comes with the program.
function decidedByOthers({ skill, pinned, origin }: JudgedSkill): string | undefined {
  if (pinned) return `"${skill.name}" is pinned: only a person changes it`
  return origin === 'builtin' ? `"${skill.name}" is built in: only a person changes it` : undefined
}

// An archived name belongs to the text that had it, and a folder of the package form is no skill.
function newNameFault(name: string, { isKnown, names }: JudgedLibrary): string | undefined {
  if (isKnown(name)) return `the name "${name}" is taken: it was used here before, or a draft of it waits`
  const rival = names.find((other) => isPathPrefix(other, name))
  return rival === undefined
    ? undefined
    : `"${name}" and "${rival}" cannot both be skills: one is a path prefix of the other`
}

// A model that says nothing has not said that the text may go.
function blankFault({ content }: SkillPatch): string | undefined {
  return content !== undefined && content.trim() === '' ? 'its content is blank' : undefined
}

// What we write must be what we would read: limits of size and form are those of every skill.
function nextSkill({ name, patch }: SaveItem, was: JudgedSkill | undefined, { now }: Judging): Skill | string {
  try {
    const context = { name, now: now.toISOString() }
    const next = patched(was?.skill, patch, context)
    readableText(next, context)
    return next
  } catch (error) {
    if (error instanceof SkillError) return error.message
    throw error
  }
}

// A text that steers agents, leaks a key or runs what nobody has read does not come from a model, unless it stood there.
function newlyFound(before: readonly Skill[], next: Skill): string | undefined {
  const { findings, more } = severeScan(next)
  // Two keys look alike once they are hidden, so that a known one cannot be told from a new one.
  const key = findings.find(({ rule }) => rule === 'secret')
  if (key !== undefined) return `the scan finds a key at ${key.path}:${key.line}: ${key.reason}`
  if (findings.length === 0) return undefined
  const scans = before.map(severeScan)
  const known = new Set(scans.flatMap((scan) => scan.findings.map(placeOf)))
  const fresh = findings.find((finding) => !known.has(placeOf(finding)))
  if (fresh !== undefined) return `the scan finds ${fresh.rule} at ${fresh.path}:${fresh.line}: ${fresh.reason}`
  // Of each rule the first few places are named and the others counted.
  const isMore = more > scans.reduce((sum, scan) => sum + scan.more, 0)
  return isMore ? `the scan finds more of ${findings[0]!.rule} than stood there` : undefined
}

// What a reader follows; lists of names have nothing to be found in.
function isSameText(was: Skill | undefined, { content, summary, triggers, steps }: Skill): boolean {
  if (was === undefined || was.content !== content || was.summary !== summary) return false
  return JSON.stringify([was.triggers, was.steps]) === JSON.stringify([triggers, steps])
}

function severeScan(skill: Skill): Scan {
  const { findings, more } = scanSkill(skill)
  return { findings: findings.filter(({ severity }) => severity === 'severe'), more }
}

function placeOf({ rule, excerpt }: Finding): string {
  return `${rule} ${excerpt}`
}
