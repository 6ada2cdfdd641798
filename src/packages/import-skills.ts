// Takes packages into the library, each through the same save as everything else. Whoever imports is an installer: what
// comes in is a machine's, a candidate that nobody reviewed, unless a person says that it is their own work.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type ImportCandidate, type ImportPlan, type KnownName, planImport } from '../domain/plan-import.ts'
import type { Lifecycle, SkillRecord } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { isSkillName, parseSkillName } from '../domain/skill-name.ts'
import type { Caller, Library } from '../library/library.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { ReadPackage } from '../store/read-found.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { ReadPackages } from './read-package.ts'

export type ImportParts = {
  library: Pick<Library, 'save'>
  review: Pick<Review, 'draft'>
  shelf: Pick<Shelf, 'entries' | 'look'>
  store: Pick<SkillStore, 'record' | 'keepFile'>
  now: () => Date
}

export type ImportAsked = {
  prefix?: string | undefined
  update: boolean
  isDryRun: boolean
  /** The session that what is new is taken for; absent: for the library. */
  scope?: string | undefined
  /** `person`: it is their own work. Whoever asks has made sure that a person does. */
  whose: 'installer' | 'person'
}

/** `as`: what it is here now; of a dry run, `planned`. */
export type ImportedSkill = {
  name: string
  origin: string
  outcome: 'new' | 'updated' | 'unchanged'
  as: Lifecycle | 'draft' | 'planned'
  /** How many stand beside its text. */
  files: number
}
/** @property refused packages of which nothing was taken. @property diagnostics of each file that was not taken, or is odd. */
export type ImportReport = { taken: ImportedSkill[]; refused: number; diagnostics: Diagnostic[] }

/** One that is refused never hides the others. @throws `bad-name` for the prefix. */
export async function importSkills(read: ReadPackages, asked: ImportAsked, parts: ImportParts): Promise<ImportReport> {
  const { update, prefix } = asked
  if (prefix !== undefined) parseSkillName(prefix)
  const candidates = read.packages.flatMap(({ origin, skill }) => (skill === undefined ? [] : [{ origin, skill }]))
  const names = parts.shelf.entries().map(({ skill }) => skill.name)
  const known = await knownNames(candidates, prefix, parts)
  const now = parts.now().toISOString()
  const plans = planImport(candidates, { prefix, update, names, now, known: (name) => known.get(name) })
  const byOrigin = new Map(read.packages.map((each) => [each.origin, each]))
  const taken: ImportedSkill[] = []
  const diagnostics = read.packages.flatMap((each) => each.diagnostics)
  for (const plan of plans) {
    const source = byOrigin.get(plan.origin)
    const done = asked.isDryRun ? planned(plan, source) : await carryOut(plan, source, asked, parts)
    if ('severity' in done) diagnostics.push(done)
    else taken.push(done)
  }
  const refused = read.packages.length - taken.length
  return { taken, refused, diagnostics: [...diagnostics, ...read.diagnostics] }
}

async function carryOut(
  plan: ImportPlan,
  source: ReadPackage | undefined,
  { whose, scope }: ImportAsked,
  parts: ImportParts,
): Promise<ImportedSkill | Diagnostic> {
  if (plan.kind === 'refused' || plan.kind === 'unchanged') return settled(plan, source, parts)
  const { name, origin, patch, digest } = plan
  // What the plan was made from is what the library holds the save against: `force` is for near duplicates alone.
  const seen = new Map([[name, digest]])
  const actor = whose === 'person' ? ('operator' as const) : ('installer' as const)
  const caller: Caller = { actor, via: 'import', author: origin, seen, scope }
  try {
    // Kept before a document names them; what is not named in the end is swept.
    for (const file of patch.files ?? []) if (source?.bytesOf) await parts.store.keepFile(source.bytesOf(file))
    const saved = await parts.library.save(name, patch, caller, { force: true })
    const outcome = !saved.changed ? 'unchanged' : plan.kind === 'new' ? 'new' : 'updated'
    const as = saved.draft ? 'draft' : await lifecycleOf(name, parts)
    return { name, origin, outcome, as, files: filesIn(source) }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { code, message, fix } = error
    return { severity: 'error', code, file: origin, expected: 'a skill that may be saved', received: message, fix }
  }
}

async function settled(
  plan: Extract<ImportPlan, { kind: 'refused' | 'unchanged' }>,
  source: ReadPackage | undefined,
  parts: ImportParts,
): Promise<ImportedSkill | Diagnostic> {
  if (plan.kind === 'refused') return plan.fault
  const { name, origin } = plan
  return { name, origin, outcome: 'unchanged', as: await lifecycleOf(name, parts), files: filesIn(source) }
}

function planned(plan: ImportPlan, source: ReadPackage | undefined): ImportedSkill | Diagnostic {
  if (plan.kind === 'refused') return plan.fault
  const { name, origin, kind } = plan
  const outcome = kind === 'update' ? ('updated' as const) : kind
  return { name, origin, outcome, as: 'planned', files: filesIn(source) }
}

function filesIn(source: ReadPackage | undefined): number {
  return source?.skill?.files.length ?? 0
}

async function lifecycleOf(name: string, { shelf }: ImportParts): Promise<Lifecycle | 'draft'> {
  return (await shelf.look(name))?.lifecycle ?? 'draft'
}

async function knownNames(
  candidates: readonly ImportCandidate[],
  prefix: string | undefined,
  parts: ImportParts,
): Promise<Map<string, KnownName>> {
  const known = new Map<string, KnownName>()
  for (const { skill } of candidates) {
    const name = prefix === undefined ? skill.name : `${prefix}/${skill.name}`
    const here = known.has(name) || !isSkillName(name) ? undefined : await knownName(name, parts)
    if (here !== undefined) known.set(name, here)
  }
  return known
}

async function knownName(name: string, { shelf, store, review }: ImportParts): Promise<KnownName | undefined> {
  const entry = await shelf.look(name)
  const record = await store.record(name)
  if (entry === undefined && record === undefined) return undefined
  const texts: Skill[] = entry === undefined ? [] : [entry.skill]
  if (record?.draft != null) texts.push(...(await draftOf(name, review)))
  const isArchived = entry === undefined && record?.draft == null
  return { texts, origins: originsOf(record), isArchived, digest: entry?.digest ?? null }
}

async function draftOf(name: string, review: ImportParts['review']): Promise<Skill[]> {
  try {
    return [(await review.draft(name)).skill]
  } catch (error) {
    // Its bytes are lost, or somebody has just decided about it.
    if (error instanceof SkillError && error.code === 'not-found') return []
    throw error
  }
}

function originsOf(record: SkillRecord | undefined): string[] {
  const by = record === undefined ? [] : [record, ...(record.draft === null ? [] : [record.draft])]
  return [...new Set(by.flatMap(({ via, author }) => (via === 'import' && author !== null ? [author] : [])))]
}
