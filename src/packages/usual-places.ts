// Where clients that know Agent Skills keep them: in a project, and in a user's home. Only names the folders.
import { join } from 'node:path'

export const SKILL_SOURCES = ['claude', 'codex', 'cursor', 'cortex', 'agents'] as const
export type SkillSource = (typeof SKILL_SOURCES)[number]

// `.agents` is the place that clients share.
const FOLDERS: Record<SkillSource, readonly string[]> = {
  claude: ['.claude/skills'],
  codex: ['.codex/skills', '.agents/skills'],
  cursor: ['.cursor/skills', '.agents/skills'],
  cortex: ['.cortex/skills'],
  agents: ['.agents/skills'],
}

/** The project's first; none of them need be there. */
export function usualPlaces(
  source: SkillSource,
  { project, userHome }: { project: string; userHome: string },
): string[] {
  const roots = [...new Set([project, userHome])]
  return roots.flatMap((root) => FOLDERS[source].map((folder) => join(root, folder)))
}
