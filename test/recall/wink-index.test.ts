import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { skillIndexContract } from './skill-index.contract.ts'

skillIndexContract('wink', () => createSkillIndex('wink'), 60)
