// A text that waits for a person's yes, with all that is known of it: what it would change, who wrote it, how it stands.
// The hash is of just these bytes; whoever says yes to what this shows names it.
import { cameFrom, cameFromLines } from '../domain/came-from.ts'
import { canonicalSkillMd } from '../domain/content-hash.ts'
import { widens } from '../domain/policy-scope.ts'
import { latestVersion, type SkillRecord } from '../domain/record.ts'
import { type ReviewFacts, reviewFacts } from '../domain/review-facts.ts'
import type { Scan } from '../domain/scan.ts'
import type { Policy, Skill } from '../domain/skill.ts'
import { filesDiffText, skillDiffText } from '../domain/skill-diff.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import type { Standing } from '../domain/standing.ts'
import { comparable } from '../library/diff-texts.ts'
import { readFileTexts } from '../library/file-texts.ts'
import type { InReview } from '../library/review.ts'
import { draftSides } from '../library/skill-sides.ts'
import type { CommandHome } from './command.ts'

/** `author` and `via` are of whoever first brought the skill in, where `isFirst` is false. */
export type Written = {
  version: number
  at: string
  actor: string
  author: string | null
  via: string
  isFirst: boolean
}

export type TextInReview = {
  name: string
  which: 'draft' | 'live'
  hash: string
  written: Written
  /** Where it came from, where more is known than who wrote it. Sentences. */
  origins: string[]
  policy: Policy
  facts: ReviewFacts
  scan: Scan
  record: SkillRecord
  /** Of what is live; undefined when nothing is. */
  standing: Standing | undefined
  /** Why a yes needs more care, or will fail. Sentences. */
  cautions: string[]
  /** What the text changes, as a unified diff; undefined when there is nothing to hold it against. */
  diff: string | undefined
  /** What was changed in the live text since its draft was made from it; undefined where nothing was. */
  changedSince: string | undefined
  /** All of the text, as it is hashed. */
  whole: string
  /** The files beside it, each with its text where that can be shown; empty without any. */
  wholeFiles: string
  /** The diff alone does not say all that a yes would be to. */
  isWholeNeeded: boolean
}

/** @throws `not-found`; `too-large` for what cannot be approved. */
export async function readInReview(home: CommandHome, name: string): Promise<TextInReview> {
  const looked = await home.review.look(name)
  const { which, hash, skill, record } = looked
  const entry = home.shelf.entry(name)
  const standing = entry && home.standings.of(entry)
  const before = await lookedAtBefore(home, looked, standing)
  const { texts } = await readFileTexts(home.store, skill)
  // What is live was never looked at by a person either: the changes of it are not all that is approved.
  const isUnseen = before?.label === 'live' && standing?.approval === 'pending_review'
  const nothing = await comparable(home.store, name, { before: undefined, after: skill })
  return {
    ...{ name, which, hash, policy: skill.policy, record, standing },
    origins: cameFromLines(cameFrom(skill, record)),
    facts: reviewFacts(skill, texts),
    scan: await home.standings.scan(skill),
    written: writtenBy(looked, entry?.version),
    cautions: cautionsOf(looked, entry?.digest),
    diff: before === undefined ? undefined : await diffOf(home, looked, before),
    changedSince: await changedSince(home, looked, entry?.digest),
    whole: canonicalSkillMd(skill),
    wholeFiles: filesDiffText(nothing, { before: 'nothing', after: which }),
    isWholeNeeded: before === undefined || isUnseen,
  }
}

type Former = { label: 'live' | 'approved'; skill: Skill }

// The newest text that a person has seen: what is live where it is approved, else what was approved last.
async function lookedAtBefore(
  home: CommandHome,
  { which, live, record }: InReview,
  standing: Standing | undefined,
): Promise<Former | undefined> {
  if (which === 'draft' && live !== undefined && standing?.approval === 'approved')
    return { label: 'live', skill: live }
  const approved = await approvedText(home, record)
  if (approved !== undefined) return { label: 'approved', skill: approved }
  return which === 'draft' && live !== undefined ? { label: 'live', skill: live } : undefined
}

// A person approved this once; the record keeps its bytes as long as the approval.
async function approvedText({ store }: CommandHome, { name, approval }: SkillRecord): Promise<Skill | undefined> {
  const text = approval === null ? undefined : await store.blob(approval.digest)
  if (text === undefined) return undefined
  return parseSkillFile(text, { file: 'what was approved', pathName: name, createdAt: approval!.at }).skill
}

function writtenBy({ which, record }: InReview, liveVersion: number | undefined): Written {
  const { draft } = record
  if (which === 'draft' && draft !== null) {
    const { version, at, actor, author, via } = draft
    return { version, at, actor, author, via, isFirst: true }
  }
  const newest = record.versions.at(-1)
  const { author, via } = record
  return {
    version: liveVersion ?? latestVersion(record),
    ...{ at: newest?.at ?? '', actor: newest?.actor ?? 'operator', author, via },
    isFirst: record.versions.length < 2,
  }
}

function cautionsOf({ which, skill, record }: InReview, liveDigest: string | undefined): string[] {
  const { draft, approval, rejection } = record
  const isStale = which === 'draft' && draft !== null && draft.base !== (liveDigest ?? null)
  const digest = which === 'draft' ? draft?.digest : liveDigest
  return [
    ...(approval !== null && widens(approval.policy, skill.policy)
      ? ['Its policy allows more than the one that was approved.']
      : []),
    ...(isStale
      ? [
          `It was made from a text that is not live any more, so it cannot be approved as it is: skill-cortex diff ${record.name} --draft`,
        ]
      : []),
    ...(which === 'live' && draft !== null
      ? [`Its draft (version ${draft.version}) is lost; this is what is live. See: skill-cortex check`]
      : []),
    ...(rejection !== null && rejection.digest === digest
      ? [`It was rejected on ${rejection.at.slice(0, 10)}: ${rejection.note}`]
      : []),
  ]
}

// The third text of a draft: what became of the one that it was made from.
async function changedSince(
  home: CommandHome,
  { name, which, record }: InReview,
  liveDigest: string | undefined,
): Promise<string | undefined> {
  const isStale = which === 'draft' && record.draft !== null && record.draft.base !== (liveDigest ?? null)
  if (!isStale) return undefined
  try {
    const { base, live } = await draftSides(home, name)
    const compared = await comparable(home.store, name, { before: base.skill, after: live.skill })
    return skillDiffText(compared, { before: `what the draft was made from, ${base.label}`, after: live.label })
  } catch (error) {
    // Its base was not kept, or is too large to compare; that it is stale is among the cautions.
    if (error instanceof SkillError) return undefined
    throw error
  }
}

async function diffOf(
  { store }: CommandHome,
  { which, skill, record, name }: InReview,
  before: Former,
): Promise<string> {
  const labels = { before: before.label, after: which === 'draft' ? `draft, version ${record.draft?.version}` : 'live' }
  try {
    return skillDiffText(await comparable(store, name, { before: before.skill, after: skill }), labels)
  } catch (error) {
    // What is live, or was, does not fit into a SKILL.md; the text in review does, or it would have no hash.
    if (error instanceof SkillError && error.code === 'too-large')
      return `the former text of ${name} is too large to compare`
    throw error
  }
}
