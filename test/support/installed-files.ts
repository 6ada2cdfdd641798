// A skill with files as an installation puts it there: sets of files to change between, with text that says which it is.
import { createHash } from 'node:crypto'
import { newRecord, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import { documentBytes, writeDocument } from '../../src/domain/skill-document.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'

/** Paths to texts; `gone` archives. */
export const FILE_SETS = {
  none: {},
  first: { 'scripts/run.sh': 'echo first', 'references/deep/a.md': '# A', LICENSE: 'MIT' },
  second: { 'scripts/run.sh': 'echo second', 'scripts/more.sh': 'echo more', LICENSE: 'MIT' },
  gone: null,
} as const
export type FileSet = keyof typeof FILE_SETS

/** Keeps the bytes, then saves the document that names them. */
export async function installing(store: SkillStore, set: FileSet, note: string): Promise<void> {
  const files: Record<string, string> | null = FILE_SETS[set]
  const manifest = []
  for (const [path, text] of Object.entries(files ?? {})) {
    const sha256 = await store.keepFile(Buffer.from(text))
    manifest.push({ path, size: text.length, sha256, ...(path.endsWith('.sh') ? { isExecutable: true } : {}) })
  }
  const text = writeDocument(textOf(set), manifest)
  await store.update('mail', ({ record, live }) => {
    if (files === null && live === undefined) return { result: undefined }
    const base = { ...(record ?? newRecord('mail', 'human', 'import', null)), archivedAt: null, author: note }
    const source = { actor: 'operator' as const, cause: 'saved' as const, at: '2026-11-21T10:00:00.000Z' }
    const blobs = [text, ...(live === undefined ? [] : [live.text])]
    const next: SkillRecord = withVersion(base, documentBytes(files === null ? live!.text : text), source)
    return files === null
      ? { change: { record: { ...next, archivedAt: source.at }, live: null, blobs: [live!.text] }, result: undefined }
      : { change: { record: next, live: text, blobs }, result: undefined }
  })
}

/** The text says which files belong to it, so that a mix of two sets gives itself away. */
function textOf(set: FileSet): string {
  const texts: Record<string, string> = FILE_SETS[set] ?? {}
  const marks = Object.entries(texts).map(([path, text]) => `${path} ${sha256Of(text)}`)
  return `${JSON.stringify({ name: 'mail', content: `Set ${set}\n${marks.sort().join('\n')}` })}\n`
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
