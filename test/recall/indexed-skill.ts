// Skills as an index sees them, with everything empty but what a test is about, and four that most tests begin with.
import type { IndexedSkill } from '../../src/recall/skill-index.ts'

export function skill(name: string, summary: string, lists: Partial<IndexedSkill> = {}): IndexedSkill {
  return { name, summary, triggers: [], tags: [], content: '', ...lists }
}

export const MAIL = skill('mcp/email', 'Send email through a mail server', {
  triggers: ['send a mail'],
  tags: ['smtp'],
})
export const CALENDAR = skill('mcp/calendar', 'Read and write appointments')
export const DEPLOY = skill('deploy-docker', 'Deploy a container to the staging server')
export const INVOICE = skill('invoice', 'Write an invoice as PDF')
