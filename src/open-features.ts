// Opens what stands on a home and needs nothing of a surface: recall with its index, the library over the shelf, the text of
// the index, and the cases by which recall is judged.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { evalHistorySchema, noEvalHistory } from './domain/eval-history.ts'
import { evalResultsSchema, noEvalResults } from './domain/recall-measures.ts'
import type { SkillWords } from './domain/similarity.ts'
import type { HomeLayout } from './files/home-layout.ts'
import { createIndexText } from './library/index-text.ts'
import type { LibraryParts } from './library/library.ts'
import { openLibrary } from './library/open-library.ts'
import { openBook } from './open-binding-parts.ts'
import type { OpenHome } from './open-home.ts'
import { type CaseBook, openCaseBook } from './recall/case-book.ts'
import { type EvalParts, type EvalRequest, type Evaluation, evalRecall } from './recall/eval-recall.ts'
import { learningSchema, noLearning } from './recall/learning-fold.ts'
import { type CaseList, listCases } from './recall/list-cases.ts'
import { findNearDuplicates } from './recall/near-duplicates.ts'
import { type OpenRecall, openRecall } from './recall/open-recall.ts'
import { smallDocument } from './store/small-document.ts'

/** What people look at to judge skills and recall. */
export type Judged = {
  /** The other skills that say nearly the same as this one, nearest first. Takes about 10 ms. */
  nearTo: LibraryParts['nearTo']
  /** How many they are. */
  nearDuplicates: (skill: SkillWords) => number
  /** The regression cases of recall, as a person keeps and sees them. */
  cases: CaseBook & { list(): Promise<CaseList> }
  /** Runs them. */
  evalRecall: (request: EvalRequest) => Promise<Evaluation>
}

/** @param tail what stands at the end of the index. */
export function openFeatures(config: Config, home: OpenHome, tail: (charsMax: number) => string) {
  const { layout, journal, shelf, usage, standings, now, trouble } = home
  const loadsOf = (name: string) => usage.of(name)?.loads ?? 0
  const recall = openRecall({
    ...recallSettings(config, layout),
    ...{ journal, loadsOf, now, onTrouble: trouble('recall') },
    skills: () => shelf.entries().map((entry) => ({ ...entry, mark: standings.markOf(entry) })),
  })
  const nearTo: LibraryParts['nearTo'] = (skill) =>
    findNearDuplicates(skill, recall.index, (name) => shelf.entry(name)?.skill)
  const bindingBook = openBook(home)
  const opened = openLibrary({
    ...home,
    appendLedger: journal.appendLedger,
    nearTo,
    carryOutBinding: bindingBook.carryOut,
    newId: () => randomUUID().slice(0, 8),
  })
  const indexText = createIndexText(shelf, standings, loadsOf, config.settings.nativeSkills, tail)
  const caseBook = openCaseBook({ path: layout.recallCases, lock: join(layout.leases, 'recall-cases.lock') })
  const evaluated = evalParts(recall, config, layout, caseBook)
  const judged: Judged = {
    nearTo,
    nearDuplicates: (skill) => nearTo(skill).length,
    cases: { ...caseBook, list: () => listCases(evaluated) },
    evalRecall: (request) => evalRecall(request, evaluated),
  }
  return { recall, nearTo, opened, bindingBook, indexText, judged, evaluated }
}

function recallSettings({ settings }: Config, layout: HomeLayout) {
  return {
    engine: settings['recall.engine'],
    isLearning: settings['recall.learn'],
    document: smallDocument(layout.learning, learningSchema, noLearning),
    snapshotPath: layout.indexSnapshot,
  }
}

function evalParts(
  { index, learner }: OpenRecall,
  { settings }: Config,
  layout: HomeLayout,
  caseBook: CaseBook,
): EvalParts {
  return {
    index,
    learner,
    isLearning: settings['recall.learn'],
    caseFile: caseBook.text,
    lastTime: smallDocument(layout.evalResults, evalResultsSchema, noEvalResults),
    history: smallDocument(layout.evalHistory, evalHistorySchema, noEvalHistory),
  }
}
