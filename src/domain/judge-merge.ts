// Whether several skills may become one as a model proposes it, and what that one is: its words are the model's, everything
// else of the sources is carried over here. The whole merge is taken or refused, since half of it would lose a text or have
// it twice.
import type { ProposedArchive, ProposedSave } from './consolidate-answer.ts'
import { dependentsOf } from './dependency-graph.ts'
import { type Judging, judgeArchive, judgeSave, nameRefusal } from './judge-change.ts'
import { lostText, madeUpFacts, said } from './kept-text.ts'
import { isSameManifest } from './manifest.ts'
import { mergedSummary } from './merge-summary.ts'
import { mergedSkill } from './merged-skill.ts'
import type { ArchiveChange, JudgedSkill, SaveChange } from './pass-change.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'

/** @property skills all that stand, as what is accepted of the answer so far makes them. */
export type MergeJudging = Judging & { skills: () => readonly Skill[] }
export type JudgedMerge = { save: SaveChange; archives: ArchiveChange[] }

/** @param archives those of the same answer that go into this save. @returns why the merge is refused as a whole. */
export function judgeMerge(
  save: ProposedSave,
  archives: readonly ProposedArchive[],
  judging: MergeJudging,
): JudgedMerge | string {
  const { name } = save
  const refused = nameRefusal(name, judging)
  if (refused !== undefined) return refused
  const sources = sourcesOf(save, archives, judging)
  if (typeof sources === 'string') return sources
  const gone: ArchiveChange[] = []
  for (const archive of archives) {
    const verdict = judgeArchive(archive, judging)
    if (typeof verdict === 'string') return verdict
    const held = heldBack(verdict.name, archives, judging)
    if (held !== undefined) return held
    gone.push(verdict)
  }
  const rival = rivalFile(sources)
  if (rival !== undefined) return rival
  const names = new Set(archives.map((archive) => archive.name))
  const next = mergedNow(save, sources, names, judging)
  const lost = lostText(sources, next, save.dropped ?? [])
  if (lost !== undefined) return lost
  const madeUp = madeUpFacts(sources, next, (fact) => judging.library.find(fact) !== undefined)
  if (madeUp.length > 0) return `no source says ${said(madeUp)}`
  const { name: _name, updatedAt: _updatedAt, ...patch } = next
  const from = sources.map((source) => source.name).filter((source) => source !== name)
  const verdict = judgeSave({ name, patch, from, reason: save.reason }, judging)
  return typeof verdict === 'string' ? verdict : { save: verdict, archives: gone }
}

/** The skills whose text goes into it, its own former text first. */
function sourcesOf(
  { name, sources }: ProposedSave,
  archives: readonly ProposedArchive[],
  { seen, library }: Judging,
): Skill[] | string {
  const target = library.find(name)
  const others = [...new Set(sources)].filter((source) => source !== name)
  if (others.length === 0) {
    return target === undefined
      ? 'it is made of no skill that was shown, and is no guide that was asked for'
      : `it merges "${shown(name)}" with nothing but itself`
  }
  const judged: JudgedSkill[] = target === undefined ? [] : [target]
  for (const source of others) {
    const other = Object.hasOwn(seen, source) ? library.find(source) : undefined
    if (other === undefined) return `its source "${shown(source)}" was not among the skills that were shown`
    if (!archives.some((archive) => archive.name === source)) {
      return `it says what "${source}" says, which is not archived into it: both would stand`
    }
    // Where the target is a person's too, all of it waits for that person as a draft.
    if (isPersons(other) && (target === undefined || !isPersons(target))) {
      return `"${source}" is a person's to archive: it goes into no skill that a model may change alone`
    }
    judged.push(other)
  }
  const stray = archives.find((archive) => !others.includes(archive.name))
  if (stray !== undefined) return `"${shown(stray.name)}" is archived into it and is none of its sources`
  return judged.map(({ skill }) => skill)
}

function isPersons({ landing }: JudgedSkill): boolean {
  return landing === 'draft'
}

// Whoever needs a skill that goes must be made to need the other; what is a person's is not changed for that.
function heldBack(name: string, archives: readonly ProposedArchive[], judging: MergeJudging): string | undefined {
  const { library, skills } = judging
  const isGone = (other: string) => archives.some((archive) => archive.name === other || archive.into === other)
  const holder = dependentsOf(name, skills()).find((other) => {
    const judged = library.find(other)
    return !isGone(other) && (judged === undefined || isPersons(judged))
  })
  return holder === undefined ? undefined : `"${holder}" depends on "${name}" and is not a model's to change`
}

// One path cannot hold two files, and neither may be lost.
function rivalFile(sources: readonly Skill[]): string | undefined {
  const known = new Map<string, { of: string; file: Skill['files'][number] }>()
  for (const { name, files } of sources) {
    for (const file of files) {
      const other = known.get(file.path)
      if (other !== undefined && !isSameManifest([other.file], [file])) {
        return `"${other.of}" and "${name}" both have a file "${shown(file.path)}", and not with the same bytes`
      }
      known.set(file.path, { of: name, file })
    }
  }
  return undefined
}

function mergedNow(save: ProposedSave, sources: readonly Skill[], gone: ReadonlySet<string>, run: Judging): Skill {
  const { name, content, summary, seeAlso = [], tags = [], triggers = [], parent } = save
  const at = run.now.toISOString()
  const stands = (other: string) => other !== name && !gone.has(other) && run.library.find(other) !== undefined
  const [first, ...rest] = sources
  const own = { ...first!, name, ...(content === undefined ? {} : { content }) }
  const united = rest.reduce((skill, source) => withContent(mergedSkill(skill, source, at), content), own)
  const others = (names: readonly string[]) => [...new Set(names)].filter((each) => each !== name && !gone.has(each))
  const wanted = parent !== undefined && stands(parent) ? parent : united.parent
  return {
    ...united,
    summary: sources.reduce((text, source) => mergedSummary(text, source.summary), summary?.trim() ?? ''),
    seeAlso: others([...united.seeAlso, ...seeAlso.filter(stands)]),
    dependsOn: others(united.dependsOn),
    conflictsWith: others(united.conflictsWith),
    tags: [...new Set([...united.tags, ...tags])],
    triggers: [...new Set([...united.triggers, ...triggers, ...[...gone].map(nameInWords)])],
    parent: wanted === name || (wanted !== null && gone.has(wanted)) ? null : wanted,
  }
}

// By its name a skill was found before all, and a copy of another says nothing else that could be kept.
function nameInWords(name: string): string {
  return name.replace(/[/-]+/g, ' ')
}

// Where the model has written the text, what the merge would append is in it or judged as lost.
function withContent(skill: Skill, content: string | undefined): Skill {
  return content === undefined ? skill : { ...skill, content }
}
