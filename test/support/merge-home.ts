// A small library in which two skills are merged, on real files, and what can be told of the whole of it afterwards.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../../src/domain/content-hash.ts'
import { type Actor, newRecord, originOf, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import type { MergeParts, RecoverParts } from '../../src/library/merge-skills.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'
import { openTransactionLog, type TransactionLog } from '../../src/store/transaction-log.ts'
import { storeOn } from './file-store.ts'
import type { OpenLibrary } from './open-library.ts'

export const THEN = '2026-11-01T10:00:00.000Z'
export const MERGED_AT = '2026-12-01T10:00:00.000Z'

export const TARGET = 'mail/send'
export const SOURCE = 'mail/post'

/** Two skills to merge, three that name the source in different ways, and one that has nothing to do with it. */
export const MERGE_SKILLS: (Partial<Skill> & { name: string; actor: Actor })[] = [
  { name: TARGET, actor: 'operator', content: '# Send mail\n\nUse `smtp-send` on port 2525.\n', seeAlso: [SOURCE] },
  { name: SOURCE, actor: 'agent', content: '# Post letters\n\nCall `postNow` with 44 stamps.\n', tags: ['post'] },
  { name: 'mail/digest', actor: 'operator', content: 'Send the digest.', dependsOn: [SOURCE], seeAlso: [TARGET] },
  { name: 'mail/label', actor: 'agent', content: 'Print the label.', parent: SOURCE, seeAlso: [SOURCE] },
  { name: 'other', actor: 'agent', content: 'Do not send.', conflictsWith: [SOURCE] },
  { name: 'tea', actor: 'operator', content: 'Make tea.', seeAlso: ['other'] },
]

export async function plant(store: SkillStore, skill: Partial<Skill> & { name: string; actor?: Actor }): Promise<void> {
  const { actor = 'operator', ...over } = skill
  const text = serializeSkill({ ...bareSkill(skill.name, `About ${skill.name}.`, THEN), summary: skill.name, ...over })
  await store.update(skill.name, ({ record }) => {
    const base = record ?? newRecord(skill.name, originOf(actor), 'save_skill', null)
    const source = { actor, cause: 'saved' as const, at: THEN }
    return {
      change: { record: withVersion(base, documentBytes(text), source), live: text, blobs: [text] },
      result: undefined,
    }
  })
}

/** A person's yes to what stands. */
export async function approve(store: SkillStore, name: string, skill: Skill): Promise<void> {
  await store.update(name, ({ live, record }) => {
    const { policy } = skill
    const approval = {
      contentHash: contentHash(skill),
      digest: live!.digest,
      policy,
      files: 0,
      at: THEN,
      actor: 'operator' as const,
    }
    return { change: { record: { ...record!, approval, lifecycle: 'verified' }, blobs: [] }, result: undefined }
  })
}

export async function plantMergeHome(layout: HomeLayout): Promise<void> {
  const store = storeOn(layout)
  for (const skill of MERGE_SKILLS) await plant(store, skill)
}

export function mergePartsOf(
  layout: HomeLayout,
  { store, shelf, journal, log }: Pick<OpenLibrary, 'store' | 'shelf' | 'journal' | 'log'>,
  over: { store?: SkillStore; transactions?: TransactionLog } = {},
): MergeParts {
  return {
    ...{
      store,
      shelf,
      log,
      appendLedger: journal.appendLedger,
      lostOrigin: () => 'human',
      gate: 'guarded',
      isShipped: () => false,
    },
    ...{ transactions: openTransactionLog(layout), newId: randomUUID, now: () => new Date(MERGED_AT) },
    ...over,
  }
}

/** As a process that has just started. */
export function recoverPartsOf(layout: HomeLayout): RecoverParts {
  return {
    ...{ store: storeOn(layout), transactions: openTransactionLog(layout), lostOrigin: () => 'human' },
    ...{ appendLedger: async () => {}, now: () => new Date(MERGED_AT), log: () => {} },
  }
}

export type WholeLibrary = Record<string, unknown>

/**
 * Everything of a library that a reader of skills is told, from the disk: texts, and of the records what is no count of
 * versions. Two of these are equal when nobody could tell one library from the other by its skills.
 */
export async function wholeLibrary(layout: HomeLayout): Promise<WholeLibrary> {
  const { records } = await storeOn(layout).records()
  const texts = readdirSync(layout.skills, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  return Object.fromEntries([
    ...texts.sort().map((path) => [path, readFileSync(join(layout.skills, path), 'utf8')]),
    ...records.sort((a, b) => (a.name < b.name ? -1 : 1)).map((record) => [`record of ${record.name}`, toldOf(record)]),
  ])
}

function toldOf({ versions, numbersUsed: _, ...record }: SkillRecord) {
  const { digest, actor } = versions.at(-1)!
  return { ...record, newest: { digest, actor } }
}
