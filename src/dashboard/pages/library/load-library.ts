// Asks for the whole library, page by page.
import { api } from '../../api.ts'
import type { LibraryRow } from './library-rows.ts'

type Page = { skills: LibraryRow[]; nextCursor?: string }
export type ArchivedRow = {
  name: string
  origin: string
  archivedAt: string | null
  reason: string | null
  actor: string | null
  versions: number
}

export async function loadLibrary(signal: AbortSignal): Promise<LibraryRow[]> {
  const rows: LibraryRow[] = []
  let cursor: string | undefined
  do {
    const page: Page = await api.get('/api/library', { cursor }, signal)
    rows.push(...page.skills)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return rows
}

export async function loadArchived(signal: AbortSignal): Promise<ArchivedRow[]> {
  return (await api.get<{ skills: ArchivedRow[] }>('/api/library/archived', {}, signal)).skills
}
