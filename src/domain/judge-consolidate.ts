// Judges a whole answer to the pass "consolidate": merges first, then guides, then links, each alone and with a reason; what
// goes together counts together against the limit of a run.
import type { ConsolidateAnswer, ProposedArchive, ProposedSave } from './consolidate-answer.ts'
import type { Cluster } from './consolidate-candidates.ts'
import { firstOfEachName, type Judging, REPEATED_REASON } from './judge-change.ts'
import { judgeGuide } from './judge-guide.ts'
import { type Accepted, judgeLink, withParents } from './judge-link.ts'
import { judgeMerge } from './judge-merge.ts'
import { type SaveChange, type SkillChange, touchedMax, type Verdict } from './pass-change.ts'
import { redirects } from './redirect-changes.ts'
import { bareSkill, type Skill } from './skill.ts'
import { shown } from './skill-error.ts'

/** @param clusters of skills that were shown, each of which may get a guide. */
export function judgeConsolidate(answer: ConsolidateAnswer, clusters: readonly Cluster[], judging: Judging): Verdict[] {
  const saves = firstOfEachName(answer.saves)
  const archives = firstOfEachName(answer.archives)
  const links = firstOfEachName(answer.links)
  const standing = new Map(judging.library.names.flatMap((name) => entryOf(judging.library.find(name)?.skill)))
  const saved = new Set<string>()
  const heirs = new Map<string, string>()
  const run: Accepted = { ...judging, skills: () => [...standing.values()], saved, heirs }
  const verdicts: Verdict[] = []
  const refuse = (what: 'save' | 'archive', name: string, reason: string) =>
    verdicts.push({ kind: 'refuse', what, name: shown(name), reason })
  const take = (name: string, judged: readonly SkillChange[] | string) => {
    const changes = typeof judged === 'string' ? judged : withinRun(judged, saved, judging)
    if (typeof changes === 'string') return void refuse('save', name, changes)
    for (const change of changes) {
      saved.add(change.name)
      if (change.kind === 'archive') heirs.set(change.name, change.into)
      else standing.set(change.name, asSaved(change, standing.get(change.name), judging))
      verdicts.push({ kind: 'apply', change })
    }
  }
  const clusterOf = ({ name }: ProposedSave) => clusters.find(({ guide }) => guide === name)
  for (const save of saves.first) {
    if (clusterOf(save) === undefined) take(save.name, wholeMerge(save, archives.first, run))
  }
  for (const save of saves.first) {
    const cluster = clusterOf(save)
    if (cluster !== undefined) take(save.name, judgeGuide(save, cluster, run))
  }
  for (const link of withParents(links.first, clusters, run)) take(link.name, judgeLink(link, run))
  for (const archive of archives.first) {
    if (!heirs.has(archive.name)) refuse('archive', archive.name, leftStanding(archive, saves.first))
  }
  for (const { name } of [...saves.repeated, ...links.repeated]) refuse('save', name, REPEATED_REASON)
  for (const { name } of archives.repeated) refuse('archive', name, REPEATED_REASON)
  return verdicts
}

function entryOf(skill: Skill | undefined): [string, Skill][] {
  return skill === undefined ? [] : [[skill.name, skill]]
}

// What it names from then on counts for those that would go later.
function asSaved({ name, patch }: SaveChange, was: Skill | undefined, { now }: Judging): Skill {
  return { ...(was ?? bareSkill(name, '', now.toISOString())), ...patch }
}

function wholeMerge(save: ProposedSave, archives: readonly ProposedArchive[], run: Accepted): SkillChange[] | string {
  const touched = [save.name, ...save.sources].find((name) => run.saved.has(name))
  if (touched !== undefined) return `"${touched}": ${REPEATED_REASON}`
  const own = archives.filter(({ into }) => into === save.name)
  const judged = judgeMerge(save, own, run)
  if (typeof judged === 'string') return judged
  const led = redirects(judged, run)
  return typeof led === 'string' ? led : [judged.save, ...led, ...judged.archives]
}

// Only all of it, or nothing: half a merge has a text twice.
function withinRun(
  changes: readonly SkillChange[],
  saved: ReadonlySet<string>,
  { library }: Judging,
): readonly SkillChange[] | string {
  const most = touchedMax(library.names.length)
  const touched = new Set([...saved, ...changes.map(({ name }) => name)]).size
  return touched > most ? `a run may touch ${most} skills here, and with this it would touch ${touched}` : changes
}

function leftStanding({ name, into }: ProposedArchive, saves: readonly ProposedSave[]): string {
  if (name === into) return 'a skill cannot be merged with itself'
  return saves.some((save) => save.name === into)
    ? `"${shown(into)}" does not take its place`
    : `"${shown(into)}" is no save of the same answer: nothing would say what it says`
}
