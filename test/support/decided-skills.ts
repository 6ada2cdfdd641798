// What no model may change or lose, whatever it says: what a person decided of a skill, and every text that ever stood.
import type { SkillRecord } from '../../src/domain/record.ts'
import type { Shelf } from '../../src/library/shelf.ts'
import type { Standings } from '../../src/library/standings.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'

type Home = { shelf: Shelf; store: SkillStore; standings: Standings }

/** All that a person decided of a skill, and what serves; drafts apart. */
export async function decidedSkill({ shelf, store, standings }: Home, name: string) {
  const entry = await shelf.look(name)
  const record = await store.record(name)
  const kept = record && { ...record, draft: undefined, formerDrafts: undefined, numbersUsed: undefined }
  return { record: kept, content: entry?.skill.content, approval: entry && standings.of(entry).approval }
}

/** Names of skills of which a version, a draft or a former draft can no longer be read. */
export async function lostTexts({ store }: Pick<Home, 'store'>, records: readonly SkillRecord[]): Promise<string[]> {
  const texts = records.flatMap(({ name, versions, draft, formerDrafts }) =>
    [...versions, ...formerDrafts, ...(draft === null ? [] : [draft])].map(({ digest }) => ({ name, digest })),
  )
  const found = await Promise.all(texts.map(({ digest }) => store.blob(digest)))
  return texts.filter((_, at) => found[at] === undefined).map(({ name }) => name)
}
