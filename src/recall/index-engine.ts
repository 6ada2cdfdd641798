// The engines of lexical search. Adding one is a file and a line, and the contract suite runs on it.
import { createBm25fIndex } from './bm25f-index.ts'
import type { SkillIndex } from './skill-index.ts'
import { createWinkIndex } from './wink-index.ts'

const ENGINES = {
  bm25f: createBm25fIndex,
  wink: createWinkIndex,
} as const satisfies Record<string, () => SkillIndex>

/** The values of the setting `recall.engine`. */
export type IndexEngine = keyof typeof ENGINES

/** An empty index. It holds memory only: there is nothing to close. */
export function createSkillIndex(engine: IndexEngine): SkillIndex {
  return ENGINES[engine]()
}
