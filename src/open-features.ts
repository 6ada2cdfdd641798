// Opens what stands on a home and needs nothing of a surface: recall with its index, the library over the shelf, the text of
// the index, and the cases by which recall is judged.
import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import { CASE_FILE_BYTES_MAX } from './domain/recall-case-file.ts'
import { evalResultsSchema, noEvalResults } from './domain/recall-measures.ts'
import type { HomeLayout } from './files/home-layout.ts'
import { readRegularFile } from './files/read-file.ts'
import { guarded } from './files/storage-error.ts'
import { createIndexText } from './library/index-text.ts'
import type { LibraryParts } from './library/library.ts'
import { openLibrary } from './library/open-library.ts'
import type { OpenHome } from './open-home.ts'
import type { EvalParts } from './recall/eval-recall.ts'
import { learningSchema, noLearning } from './recall/learning-fold.ts'
import { findNearDuplicates } from './recall/near-duplicates.ts'
import { type OpenRecall, openRecall } from './recall/open-recall.ts'
import { smallDocument } from './store/small-document.ts'

export function openFeatures(config: Config, home: OpenHome) {
  const { layout, journal, shelf, usage, standings, now, trouble } = home
  const loadsOf = (name: string) => usage.of(name)?.loads ?? 0
  const recall = openRecall({
    ...recallSettings(config, layout),
    ...{ journal, loadsOf, now, onTrouble: trouble('recall') },
    skills: () => shelf.entries().map((entry) => ({ ...entry, mark: standings.markOf(entry) })),
  })
  const nearTo: LibraryParts['nearTo'] = (skill) =>
    findNearDuplicates(skill, recall.index, (name) => shelf.entry(name)?.skill)
  const opened = openLibrary({
    ...home,
    appendLedger: journal.appendLedger,
    nearTo,
    newId: () => randomUUID().slice(0, 8),
  })
  const indexText = createIndexText(shelf, standings, loadsOf, config.settings.nativeSkills)
  return { recall, nearTo, opened, indexText, evaluated: evalParts(recall, config, layout) }
}

function recallSettings({ settings }: Config, layout: HomeLayout) {
  return {
    engine: settings['recall.engine'],
    isLearning: settings['recall.learn'],
    document: smallDocument(layout.learning, learningSchema, noLearning),
    snapshotPath: layout.indexSnapshot,
  }
}

function evalParts({ index, learner }: OpenRecall, { settings }: Config, layout: HomeLayout): EvalParts {
  const readCases = () => readRegularFile(layout.recallCases, CASE_FILE_BYTES_MAX)
  return {
    index,
    learner,
    isLearning: settings['recall.learn'],
    caseFile: async () => (await guarded('reading it', readCases))?.bytes.toString('utf8'),
    lastTime: smallDocument(layout.evalResults, evalResultsSchema, noEvalResults),
  }
}
