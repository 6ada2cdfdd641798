// Takes a whole library of seed 004's form into this one: its skills by the same way as any import, then what they were
// used for.
import { sep } from 'node:path'
import { SkillError } from '../domain/skill-error.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import type { ReadContext } from '../store/read-found.ts'
import { type ImportAsked, type ImportParts, type ImportReport, importSkills } from './import-skills.ts'
import { importUses, type UsesParts, type UsesReport } from './import-uses.ts'
import { type JsonTree, readJsonTree } from './read-json-tree.ts'

export type TreeReport = ImportReport & { uses: UsesReport }
export type TreeParts = ImportParts & UsesParts & { layout: Pick<HomeLayout, 'skills' | 'usage'> }

/** @throws as `readJsonTree` and `importSkills`; `bad-input` for the library itself: its uses would count twice. */
export async function importJsonTree(
  path: string,
  context: ReadContext,
  asked: ImportAsked,
  parts: TreeParts,
): Promise<TreeReport> {
  const tree = readJsonTree(path, context)
  assertElsewhere(tree, parts.layout)
  const report = await importSkills(tree.read, asked, parts)
  const { uses, diagnostics } = await importUses(tree, report.taken, asked.isDryRun, parts)
  return { ...report, diagnostics: [...report.diagnostics, ...diagnostics], uses }
}

function assertElsewhere({ root, log }: JsonTree, { skills, usage }: TreeParts['layout']): void {
  const ours = [skills, usage].flatMap((folder) => outsidePlace(folder)?.place ?? [])
  const theirs = [root, ...(log === undefined ? [] : [log.place])]
  if (!theirs.some((one) => ours.some((other) => isWithin(one, other) || isWithin(other, one)))) return
  const message = 'expected the tree of another library, got that of this one, or one that holds it'
  throw new SkillError('bad-input', message, 'Name the folder of the library to import.')
}

function isWithin(place: string, root: string): boolean {
  return place === root || place.startsWith(`${root}${sep}`)
}
