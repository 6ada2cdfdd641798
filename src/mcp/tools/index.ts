// The tools, in the order in which clients list them. Adding one is a file here, a line here, and its schema snapshot.
import type { Tool } from '../tool.ts'
import { assessPeerTool } from './assess-peer.ts'
import { beginCycle } from './begin-cycle.ts'
import { checkoutSkillTool } from './checkout-skill.ts'
import { consultTool } from './consult.ts'
import { deleteSkill } from './delete-skill.ts'
import { editSkill } from './edit-skill.ts'
import { extractSkillsTool } from './extract-skills.ts'
import { findSkillTool } from './find-skill.ts'
import { getSkill } from './get-skill.ts'
import { importSkillTool } from './import-skill.ts'
import { installSkillTool } from './install-skill.ts'
import { keepSkillTool } from './keep-skill.ts'
import { listPeersTool } from './list-peers.ts'
import { listSkills } from './list-skills.ts'
import { loadSkill } from './load-skill.ts'
import { planSkillTool } from './plan-skill.ts'
import { queryPeerTool } from './query-peer.ts'
import { recallSkillsTool } from './recall-skills.ts'
import { recordInteractionTool } from './record-interaction.ts'
import { reportOutcomeTool } from './report-outcome.ts'
import { saveSkill } from './save-skill.ts'
import { skillRead } from './skill-read.ts'
import { skillWrite } from './skill-write.ts'
import { submitCycle } from './submit-cycle.ts'

export const TOOLS: readonly Tool[] = [
  recallSkillsTool,
  getSkill,
  listSkills,
  saveSkill,
  editSkill,
  deleteSkill,
  reportOutcomeTool,
  beginCycle,
  submitCycle,
  loadSkill,
  skillRead,
  skillWrite,
  importSkillTool,
  checkoutSkillTool,
  extractSkillsTool,
  keepSkillTool,
  findSkillTool,
  planSkillTool,
  installSkillTool,
  recordInteractionTool,
  assessPeerTool,
  queryPeerTool,
  listPeersTool,
  consultTool,
]
