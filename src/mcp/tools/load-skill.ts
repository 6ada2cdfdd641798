import { defineTool } from '../tool.ts'
import { getSkill } from './get-skill.ts'

const { meta: _alwaysInSight, ...handler } = getSkill

/** get_skill under the name that it has elsewhere. */
export const loadSkill = defineTool({
  ...handler,
  name: 'load_skill',
  toolset: 'manage',
  title: 'Load a skill (the same as get_skill)',
  description:
    'The same as get_skill, under its older name: load the full instructions of a skill by its name, before doing the task it describes. The load is counted. To look at a skill without following it use skill_read.',
})
