// Libraries as seed 004 leaves them on the disk: what its serializer writes, and what people and crashes made of it.
import { folderWith } from './package-folders.ts'

export const BORN = '2026-02-17T09:30:00.1234567+00:00'

/** As that system writes it: every key, nulls too. */
export function treeSkill(name: string, more: Record<string, unknown> = {}): string {
  const written = { name, summary: `Does ${name}`, content: `# ${name}\n\nDo it.\n`, createdAt: BORN }
  return JSON.stringify({ ...written, updatedAt: null, lastUsedAt: null, seeAlso: null, ...more }, null, 2)
}

export function usageLine(skillName: string, sessionId: string, timestamp: string): string {
  return `${JSON.stringify({ skillName, sessionId, timestamp })}\n`
}

/** @param skills path below `skills` without `.json`, to text. @param log session to lines. */
export function treeWith(skills: Record<string, string>, log?: Record<string, string>, folder?: string): string {
  const files = Object.entries(skills).map(([path, text]) => [`skills/${path}.json`, text])
  const logs = Object.entries(log ?? {}).map(([session, lines]) => [`skill-usage/${session}.jsonl`, lines])
  return folderWith(Object.fromEntries([...files, ...logs]), folder)
}
