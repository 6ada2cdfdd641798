// What an extraction would do with each package of a workspace: take it as a new skill, as a change of what its run checked
// out, or not at all. Pure; the gate decides under the skill's lock whether it lands live or as a draft.
import { askedPolicy } from './asked-policy.ts'
import { byPath } from './by-path.ts'
import type { Checkout } from './checkout.ts'
import { SKILL_MD } from './content-hash.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { ManifestFile } from './manifest.ts'
import type { PolicyChange } from './policy-change.ts'
import { POLICY_FILE } from './policy-file.ts'
import { noPolicy, POLICY_LISTS } from './policy-rules.ts'
import type { Policy, Skill } from './skill.ts'
import { patched, type SkillPatch, sameSkill } from './skill-patch.ts'
import { type FileChanges, fileChanges, isExtracted, isUnchanged } from './workspace-files.ts'

/**
 * @property label what it is called in messages. @property skill as SKILL.md says it, with the further files.
 * @property beside what policy.json asks for. @property manifest SKILL.md, policy.json and the further files.
 */
export type WorkspacePackage = {
  label: string
  skill: Skill
  beside?: Policy
  manifest: readonly ManifestFile[]
}

type StandingText = { version: number; skill: Skill }
/** Of a name that is known here; neither is there for an archived one. */
export type NameHere = { live?: StandingText; draft?: StandingText }

export type ExtractOptions = {
  /** What the run checked out, by name. */
  baselines: ReadonlyMap<string, Checkout>
  known: (name: string) => NameHere | undefined
  now: string
}

/** @property version that the change is made from. @property policy what it asks for beyond what is declared. */
export type ExtractPlan =
  | { kind: 'new'; name: string; patch: SkillPatch; changes: FileChanges }
  | {
      kind: 'update'
      name: string
      /** Undefined: policy.json alone has changed. */
      patch: SkillPatch | undefined
      changes: FileChanges
      version: number
      policy: PolicyChange | undefined
      notes: Diagnostic[]
    }
  | { kind: 'unchanged'; name: string; version: number; notes: Diagnostic[] }
  | { kind: 'refused'; name: string; fault: Diagnostic }

/** One plan a package, in their order. */
export function planExtract(packages: readonly WorkspacePackage[], options: ExtractOptions): ExtractPlan[] {
  const count = new Map<string, number>()
  for (const { skill } of packages) count.set(skill.name, (count.get(skill.name) ?? 0) + 1)
  return packages.map((each) =>
    count.get(each.skill.name) === 1 ? planOne(each, options) : refused(each, contested(each)),
  )
}

function planOne(each: WorkspacePackage, { baselines, known, now }: ExtractOptions): ExtractPlan {
  const { name } = each.skill
  const baseline = baselines.get(name)
  const here = known(name)
  if (baseline === undefined) {
    if (here === undefined) return { kind: 'new', name, patch: newPatch(each), changes: fileChanges([], each.manifest) }
    return refused(each, taken(each, [...baselines.keys()]))
  }
  const changes = fileChanges(baseline.manifest.filter(isCompared), each.manifest)
  if (isUnchanged(changes)) return { kind: 'unchanged', name, version: baseline.version, notes: [] }
  const onto = here?.draft ?? here?.live
  if (onto === undefined) return refused(each, moved(each, baseline, 'it is archived or gone by now'))
  const patch = changedPatch(onto.skill, each, changes)
  const policy = policyAsked(onto.skill.policy, each, changes)
  const notes = changes.deleted.includes(POLICY_FILE) ? [policyKept(each)] : []
  // Against what a save of nothing would make of it: a summary that the file lacks is no change of the run.
  const [before, after] = [{}, patch].map((each) => patched(onto.skill, each, { name, now }))
  const isSame = sameSkill(before!, after!)
  if (isSame && policy === undefined) return { kind: 'unchanged', name, version: onto.version, notes }
  if (onto.version !== baseline.version) {
    const what = here?.draft === undefined ? '' : ', a draft that waits for review,'
    return refused(each, moved(each, baseline, `version ${onto.version}${what} stands now`))
  }
  return { kind: 'update', name, patch: isSame ? undefined : patch, changes, version: onto.version, policy, notes }
}

// What else was checked out lies outside of what an extraction takes, and stays as it is.
function isCompared({ path }: ManifestFile): boolean {
  return path === SKILL_MD || path === POLICY_FILE || isExtracted(path)
}

function newPatch({ label, skill, beside }: WorkspacePackage): SkillPatch {
  const { name: _name, createdAt: _createdAt, updatedAt: _updatedAt, ...patch } = skill
  return { ...patch, policy: askedPolicy(skill.policy, beside, `${label}/${POLICY_FILE}`).policy }
}

/** What SKILL.md does not say was not in what was checked out, and is kept; so are files that no extraction takes. */
function changedPatch(onto: Skill, { skill }: WorkspacePackage, changes: FileChanges): SkillPatch {
  const files = byPath([...onto.files.filter(({ path }) => !isExtracted(path)), ...skill.files])
  if (!isTextChanged(changes)) return { files }
  const { content, summary, triggers, steps, dependsOn, seeAlso, tags, conflictsWith, parent, extra } = skill
  return {
    ...{ files, content, triggers, steps, dependsOn },
    ...(summary === '' ? {} : { summary }),
    ...(seeAlso.length === 0 ? {} : { seeAlso }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(conflictsWith.length === 0 ? {} : { conflictsWith }),
    ...(parent === null ? {} : { parent }),
    extra: { ...onto.extra, ...extra },
  }
}

function isTextChanged({ changed, added }: FileChanges): boolean {
  return changed.includes(SKILL_MD) || added.includes(SKILL_MD)
}

// Only of what the run has changed: what a person declined is not asked for again by every later extraction.
function policyAsked(
  declared: Policy,
  { label, skill, beside }: WorkspacePackage,
  changes: FileChanges,
): PolicyChange | undefined {
  const isBeside = changes.changed.includes(POLICY_FILE) || changes.added.includes(POLICY_FILE)
  const front = isTextChanged(changes) ? skill.policy : noPolicy()
  const isFront = POLICY_LISTS.some((list) => front[list].length > 0)
  if (!isFront && (!isBeside || beside === undefined)) return undefined
  const { policy: asked } = askedPolicy(front, isBeside ? beside : undefined, `${label}/${POLICY_FILE}`)
  const change = { add: beyond(asked, declared), remove: beyond(declared, asked) }
  const isAny = POLICY_LISTS.some((list) => change.add[list].length + change.remove[list].length > 0)
  return isAny ? change : undefined
}

function beyond(one: Policy, other: Policy): Policy {
  const items = (list: (typeof POLICY_LISTS)[number]) => one[list].filter((item) => !other[list].includes(item))
  return {
    ...{ tools: items('tools'), domains: items('domains') },
    ...{ credentials: items('credentials'), sideEffects: items('sideEffects') },
  }
}

function refused({ skill }: WorkspacePackage, fault: Diagnostic): ExtractPlan {
  return { kind: 'refused', name: skill.name, fault }
}

function contested({ label, skill }: WorkspacePackage): Diagnostic {
  const received = `"${skill.name}" in several packages`
  return fault(label, 'contested-name', 'a name of its own in this workspace', received, 'Rename all but one.')
}

function taken({ label, skill }: WorkspacePackage, own: readonly string[]): Diagnostic {
  const said = own.length === 0 ? 'a new name' : `a new name, or ${own.map((name) => `"${name}"`).join(' or ')}`
  const received = `"${skill.name}", which exists and was not checked out by this run`
  const fix = `To change "${skill.name}", check it out first (checkout_skill) and change that copy; else use another name.`
  return fault(label, 'name-taken', said, received, fix)
}

function moved({ label, skill }: WorkspacePackage, { version }: Checkout, now: string): Diagnostic {
  const expected = `"${skill.name}" as it was checked out (version ${version})`
  const fix = 'Check it out again into another folder, bring your change over, and extract that one.'
  return fault(label, 'conflict', expected, now, fix)
}

function policyKept({ label }: WorkspacePackage): Diagnostic {
  const received = 'none any more'
  const fix = 'Its policy was left as it is; to ask for less, write the file with what remains.'
  return { ...fault(label, 'policy-kept', POLICY_FILE, received, fix), severity: 'warning' }
}

function fault(file: string, code: string, expected: string, received: string, fix: string): Diagnostic {
  return { severity: 'error', code, file, expected, received, fix }
}
