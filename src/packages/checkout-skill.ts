// Copies a skill into a workspace: exactly what an approval is of, and its policy. What was copied is remembered here, so
// that what comes back is held against it and not against what the workspace says of itself.

import { byPath } from '../domain/by-path.ts'
import { type Checkout, type Checkouts, parseRunId, withCheckout } from '../domain/checkout.ts'
import { canonicalSkillMd, contentHash, SKILL_MD } from '../domain/content-hash.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { POLICY_FILE, writePolicyFile } from '../domain/policy-file.ts'
import { policyInForce, whyNotExecutable } from '../domain/policy-in-force.ts'
import { provenanceOf } from '../domain/provenance.ts'
import type { Policy, Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import { hiddenSkill } from '../domain/skill-refusal.ts'
import { guarded } from '../files/storage-error.ts'
import type { Library } from '../library/library.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import type { Standings } from '../library/standings.ts'
import type { LockedDocument } from '../store/locked-document.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { type PlaceRules, workspacePlace } from './workspace-place.ts'
import { type CopiedFile, writeWorkspace } from './write-workspace.ts'

export type CheckoutAsked = { name: string; dir: string; run?: string | undefined }

export type CheckoutParts = {
  library: Pick<Library, 'load'>
  standings: Pick<Standings, 'of'>
  store: Pick<SkillStore, 'file'>
  checkouts: LockedDocument<Checkouts>
  rules: PlaceRules
  newId: () => string
  now: () => Date
}

/**
 * @property files all that was copied. @property policy in force, so empty unless executable. @property whyNot it is not
 * executable. @property dropped baselines that were forgotten for this one.
 */
export type CheckedOut = {
  runId: string
  name: string
  version: number
  contentHash: string
  files: ManifestFile[]
  policy: Policy
  executable: boolean
  whyNot: string | null
  dropped: Pick<Checkout, 'runId' | 'name'>[]
}

/** @throws `not-found`, `refused`, `conflict` when something else stands in the folder; nothing is written then. */
export async function checkoutSkill({ name, dir, run }: CheckoutAsked, parts: CheckoutParts): Promise<CheckedOut> {
  const runId = run === undefined ? parts.newId() : parseRunId(run)
  const place = workspacePlace(dir, parts.rules)
  const entry = await parts.library.load(name)
  const standing = parts.standings.of(entry)
  if (standing.exposure === 'hidden') throw hiddenSkill(name, standing)
  const copied = await copyOf(entry, parts.store)
  await guarded('writing the workspace', () => writeWorkspace(place, copied))
  const files = copied.map(({ bytes: _bytes, ...file }) => file)
  const { version } = entry
  const hash = contentHash(entry.skill)
  const checkout = {
    runId,
    dir: place,
    name,
    version,
    contentHash: hash,
    manifest: files,
    at: parts.now().toISOString(),
  }
  const dropped = await keepBaseline(checkout, parts)
  const { policy } = policyInForce(entry.skill.policy, standing)
  const whyNot = standing.executable ? null : whyNotExecutable(standing)
  return { runId, name, version, contentHash: hash, files, policy, executable: standing.executable, whyNot, dropped }
}

/** @returns those that had to make room. */
export function keepBaseline(checkout: Checkout, { checkouts }: Pick<CheckoutParts, 'checkouts'>): Promise<Checkout[]> {
  return checkouts.update((before) => {
    const { checkouts: value, dropped } = withCheckout(before, checkout)
    return { value, result: dropped }
  })
}

async function copyOf({ skill }: ShelfEntry, store: Pick<SkillStore, 'file'>): Promise<CopiedFile[]> {
  const texts = [textFile(SKILL_MD, canonicalSkillMd(skill)), ...policyFile(skill)]
  const further = skill.files.map(async (file): Promise<CopiedFile> => {
    const bytes = await store.file(skill.name, file)
    if (bytes === undefined) throw changing(skill.name, file.path)
    return { ...file, bytes }
  })
  return byPath([...texts, ...(await Promise.all(further))])
}

// Also for one that asks for nothing: the file is where a run asks for more.
function policyFile({ policy, extra }: Skill): CopiedFile[] {
  try {
    return [textFile(POLICY_FILE, writePolicyFile(policy, provenanceOf(extra.provenance)))]
  } catch (error) {
    // A policy that was put there by hand may hold what no policy.json can say; then there is none to change.
    if (error instanceof SkillError) return []
    throw error
  }
}

function textFile(path: string, text: string): CopiedFile {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, sha256: sha256Of(bytes), bytes }
}

function changing(name: string, path: string): SkillError {
  return new SkillError(
    'conflict',
    `skill "${name}": expected the file ${path} as it was listed, got another one or none`,
    'Nothing was copied. Somebody changes it just now; try again.',
  )
}
