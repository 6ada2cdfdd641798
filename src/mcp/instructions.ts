// What a client shows its model about this server at the start: how to use it, then the index, never cut silently.
// Claude Code cuts at 2 KB, others show it whole; so 2,000 characters for everyone.
import type { Client } from '../domain/client-channels.ts'
import { INSTRUCTIONS_CHARS_MAX } from '../domain/skill-index-text.ts'
import type { SkillIndexText } from '../library/index-text.ts'

const LEAD =
  "Skill Cortex keeps skills: procedures that worked before. At the start of a task call recall_skills with the user's message; load what fits with get_skill and follow it where it applies; afterwards call report_outcome. Save what will come again with save_skill.\n\n"

export function serverInstructions(index: SkillIndexText, client?: Client): string {
  return LEAD + index.text(INSTRUCTIONS_CHARS_MAX - LEAD.length, client)
}
