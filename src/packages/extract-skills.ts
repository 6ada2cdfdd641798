// Brings what a run made in its workspace into the library: all of it judged first, then each skill installed by the one
// save that everything else takes, so that the gate decides where it lands. Nothing becomes approved by it, and nothing in
// the workspace is changed.
import { basename, sep } from 'node:path'
import { type Checkout, type Checkouts, parseRunId, type Run, runAt } from '../domain/checkout.ts'
import { contentHash, SKILL_MD } from '../domain/content-hash.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type ExtractPlan, type NameHere, planExtract } from '../domain/plan-extract.ts'
import type { PolicyChange } from '../domain/policy-change.ts'
import { POLICY_FILE } from '../domain/policy-file.ts'
import { listsOf } from '../domain/policy-rules.ts'
import type { ExtractedFrom } from '../domain/record.ts'
import type { Policy } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { FileChanges } from '../domain/workspace-files.ts'
import type { Log } from '../events/log.ts'
import type { Caller, Library, Saved } from '../library/library.ts'
import type { Requests } from '../library/requests.ts'
import type { LockedDocument } from '../store/locked-document.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { keepBaseline } from './checkout-skill.ts'
import { type NameParts, nameHere } from './name-here.ts'
import { type ReadWorkspacePackage, readWorkspace } from './read-workspace.ts'
import { type PlaceRules, workspacePlace } from './workspace-place.ts'

export type ExtractAsked = { dir: string; run?: string | undefined; author: string | null }

export type ExtractParts = NameParts & {
  library: Pick<Library, 'save'>
  requests: Pick<Requests, 'ask'>
  store: Pick<SkillStore, 'keepFile'>
  checkouts: LockedDocument<Checkouts>
  rules: PlaceRules
  newId: () => string
  now: () => Date
  log: Log
}

/** @property asks what it declares that it needs. @property proposal of a change of its policy, which waits for a person. */
export type ExtractedSkill = FileChanges & {
  name: string
  outcome: 'created' | 'updated' | 'unchanged'
  version: number
  draft: boolean
  summary: string
  asks: Policy
  proposal?: string | undefined
}
/** @property refused packages of which nothing was taken; the reason is among the diagnostics. */
export type Extraction = {
  runId: string
  skills: ExtractedSkill[]
  refused: string[]
  diagnostics: Diagnostic[]
}

type Work = { run: Run & { runId: string }; caller: Caller; parts: ExtractParts }

/** One that is refused never hides the others. @throws `conflict` when the workspace changes meanwhile: then of none. */
export async function extractSkills({ dir, run, author }: ExtractAsked, parts: ExtractParts): Promise<Extraction> {
  const place = workspacePlace(dir, parts.rules)
  const named = run === undefined ? undefined : parseRunId(run)
  const known = runAt(await parts.checkouts.read(), place, named, sep)
  const checkedOut = new Set([...known.baselines.values()].map((checkout) => checkout.dir))
  const now = parts.now().toISOString()
  const read = readWorkspace(place, { now, checkedOut })
  const here = new Map<string, NameHere>()
  for (const { skill } of read.packages) {
    const standing = await nameHere(skill.name, parts)
    if (standing !== undefined) here.set(skill.name, standing)
  }
  const plans = planExtract(read.packages, { baselines: known.baselines, known: (name) => here.get(name), now })
  const runId = known.runId ?? parts.newId()
  const caller: Caller = { actor: 'agent', via: 'extract', author }
  const work: Work = { run: { ...known, runId }, caller, parts }
  const gone = [...known.baselines.values()].filter(({ dir: at }) => isWithin(at, place) && !read.places.has(at))
  const diagnostics = [...read.diagnostics, ...gone.map(textMissing)]
  const done: Extraction = { runId, skills: [], refused: [...read.refused], diagnostics }
  for (const [index, plan] of plans.entries()) {
    const of = read.packages[index]!
    const outcome = await carriedOut(plan, of, work)
    done.diagnostics.push(...outcome.diagnostics)
    if (outcome.skill === undefined) done.refused.push(of.label)
    else done.skills.push(outcome.skill)
  }
  return done
}

type Outcome = { skill?: ExtractedSkill; diagnostics: Diagnostic[] }

async function carriedOut(plan: ExtractPlan, of: ReadWorkspacePackage, work: Work): Promise<Outcome> {
  if (plan.kind === 'refused') return { diagnostics: [plan.fault] }
  try {
    switch (plan.kind) {
      case 'unchanged':
        return { skill: await unchanged(plan, of, work), diagnostics: plan.notes }
      case 'new':
        return { skill: await installed(plan, of, work), diagnostics: [] }
      case 'update':
        return await updated(plan, of, work)
    }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { diagnostics: [faultOf(error, of.label, 'a skill that may be saved')] }
  }
}

async function installed(plan: Extract<ExtractPlan, { kind: 'new' }>, of: ReadWorkspacePackage, work: Work) {
  const { name, patch, changes } = plan
  // Whoever takes the name first has it.
  const caller = { ...work.caller, seen: new Map([[name, null]]) }
  await keepFiles(of, work)
  const from = { expectedVersion: 0, allowNear: true, extractedFrom: extractedFrom(changes, work) }
  const saved = await work.parts.library.save(name, patch, caller, from)
  return settled('created', changes, saved, of, work)
}

async function updated(
  { name, patch, changes, version, policy, notes }: Extract<ExtractPlan, { kind: 'update' }>,
  of: ReadWorkspacePackage,
  work: Work,
): Promise<Outcome> {
  const { parts, caller } = work
  const isDraft = (await nameHere(name, parts))?.draft?.version === version
  let saved: Pick<Saved, 'version' | 'draft' | 'changed'> = { version, draft: isDraft, changed: false }
  if (patch !== undefined) {
    await keepFiles(of, work)
    const from = { expectedVersion: version, extractedFrom: extractedFrom(changes, work) }
    saved = await parts.library.save(name, patch, caller, from)
  }
  const skill = await settled(saved.changed ? 'updated' : 'unchanged', changes, saved, of, work)
  if (policy === undefined) return { skill, diagnostics: notes }
  const asked = await askedFor(name, policy, of.label, work)
  if (typeof asked !== 'string') return { skill, diagnostics: [...notes, asked] }
  return { skill: { ...skill, proposal: asked }, diagnostics: notes }
}

async function unchanged(plan: Extract<ExtractPlan, { kind: 'unchanged' }>, of: ReadWorkspacePackage, work: Work) {
  const { name, version } = plan
  const draft = (await nameHere(name, work.parts))?.draft?.version === version
  return settled('unchanged', { changed: [], added: [], deleted: [] }, { version, draft }, of, work)
}

// What the workspace holds now is what the next extraction of this run is held against.
async function settled(
  outcome: ExtractedSkill['outcome'],
  changes: FileChanges,
  { version, draft }: Pick<Saved, 'version' | 'draft'>,
  { skill, place, manifest }: ReadWorkspacePackage,
  { run, parts }: Work,
): Promise<ExtractedSkill> {
  const { name } = skill
  const here = await nameHere(name, parts)
  const stands = (draft ? here?.draft : here?.live)?.skill ?? skill
  const at = parts.now().toISOString()
  const baseline = { runId: run.runId, dir: place, name, version, contentHash: contentHash(stands), at }
  // The skill is saved and must not be refused any more; the next extraction then finds that it says the same.
  await keepBaseline({ ...baseline, manifest: [...manifest] }, parts).catch((error) =>
    parts.log('packages', `the list of checkouts misses what run ${run.runId} made of "${name}"`, error),
  )
  return { name, outcome, version, draft, summary: stands.summary, asks: listsOf(stands.policy), ...changes }
}

/** @returns the id of the proposal. */
async function askedFor(
  name: string,
  { add, remove }: PolicyChange,
  label: string,
  { caller, parts, run }: Work,
): Promise<string | Diagnostic> {
  const reason = `policy.json in the workspace of run ${run.runId} asks for it`
  try {
    const asked = await parts.requests.ask({ kind: 'policy', name, add, remove, reason }, caller)
    if (asked.kind === 'proposed') return asked.id
    throw new Error('a change of a policy was carried out for an agent')
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return {
      ...faultOf(error, `${label}/${POLICY_FILE}`, 'a change of the policy that can be proposed'),
      severity: 'warning',
    }
  }
}

// Before a document names them; those of a save that is then refused are swept.
async function keepFiles({ skill, bytes }: ReadWorkspacePackage, { parts }: Work): Promise<void> {
  for (const { sha256 } of skill.files) await parts.store.keepFile(bytes.get(sha256)!)
}

function extractedFrom({ changed, added, deleted }: FileChanges, { run, parts }: Work): ExtractedFrom {
  const changedFiles = [...changed, ...added].sort()
  return { runId: run.runId, timestamp: parts.now().toISOString(), changedFiles, deletedFiles: deleted }
}

function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}${sep}`)
}

function textMissing({ name, dir }: Checkout): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'text-missing', file: `${basename(dir)}/${SKILL_MD}` },
    ...{ expected: `"${name}", which was checked out there`, received: 'no SKILL.md' },
    fix: `"${name}" was left as it is: no extraction takes a skill out of the library; for that there is delete_skill.`,
  }
}

function faultOf({ code, message, fix }: SkillError, file: string, expected: string): Diagnostic {
  return { severity: 'error', code, file, expected, received: message, fix }
}
