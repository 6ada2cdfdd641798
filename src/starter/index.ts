// The skills that a fresh home is seeded with. Adding one is its file and its line here.
import { mcpToolGuide } from './mcp-tool-guide.ts'
import { memorySystems } from './memory-systems.ts'
import { skillsAndRules } from './skills-and-rules.ts'
import type { StarterSkill } from './starter-skill.ts'

export const STARTER_SKILLS: readonly StarterSkill[] = [skillsAndRules, memorySystems, mcpToolGuide]
