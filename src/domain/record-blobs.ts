// Which bytes a record still needs; what none needs is swept.
import type { SkillRecord } from './record.ts'

/** Every blob that the record still needs. */
export function blobsOf({ versions, draft, formerDrafts }: SkillRecord): string[] {
  const kept = versions.flatMap((v) => v.manifest.map((entry) => entry.sha256))
  const drafts = [...formerDrafts, ...(draft === null ? [] : [draft])]
  return [...kept, ...drafts.flatMap(({ digest, files }) => [digest, ...files.map((file) => file.sha256)])]
}
