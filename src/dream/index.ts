// The passes, in the order in which a whole run takes them (PASSES in domain/pass-change.ts). Adding one is a file here and
// a line here.
import type { Pass } from '../cycles/pass.ts'
import { foldTroubles } from '../domain/skill-troubles.ts'
import { consolidatePass } from './consolidate.ts'
import type { DreamParts } from './dream-parts.ts'
import { extractPass } from './extract.ts'
import { gapPass } from './gap.ts'
import { optimizePass } from './optimize.ts'
import { openSessionBook, openSessionFolds } from './session-book.ts'
import { summarizePass } from './summarize.ts'
import { openWatermarks } from './watermarks.ts'

export function dreamPasses(parts: DreamParts): readonly Pass[] {
  const { journal, layout, now } = parts
  const reading = { ...parts, sessions: openSessionBook(journal, now), watermarks: openWatermarks(layout, now) }
  const troubles = openSessionFolds(journal, now, foldTroubles)
  return [
    gapPass(reading),
    extractPass(reading),
    consolidatePass(parts),
    optimizePass({ ...reading, troubles }),
    summarizePass(reading),
  ]
}
