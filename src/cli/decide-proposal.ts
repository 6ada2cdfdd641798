// Shows a person what an agent asked for and does what the key says. What was looked at is what is carried out.
import { canonicalSkillMd } from '../domain/content-hash.ts'
import { type Proposal, requestedNames, requestText, type SkillRequest } from '../domain/proposal.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { CommandHome } from './command.ts'
import { mergePreviewText, previewMerge } from './merge-preview.ts'
import { OPERATOR } from './operator.ts'
import { proposedPolicyText } from './policy-text.ts'
import type { Ending, ReviewStep } from './review-step.ts'
import { proposalText, quoted } from './review-text.ts'

/** @throws whatever carrying it out throws; the proposal then waits on. */
export async function decideProposal(proposal: Proposal, step: ReviewStep): Promise<Ending | 'again'> {
  const { home, dialog, tell, now } = step
  const { id, request } = proposal
  if (!(await home.requests.open()).some((open) => open.id === id)) {
    tell(`Proposal ${id} waits no longer: it has been decided meanwhile.`)
    return 'skipped'
  }
  const stood = await digestsOf(request, home)
  tell([proposalText(proposal, now()), ...cautionsOf(proposal, stood), ''].join('\n'))
  // Without it a yes would be to the change alone, not to what comes of it.
  if (request.kind === 'policy') tell(`${await proposedPolicyText(request, home)}\n`)
  for (;;) {
    const key = await dialog.key('a accept, r decline, s skip, d details, q quit: ', 'arsdq')
    if (key === 'a') return accepted(proposal, stood, step)
    if (key === 'r') {
      await home.requests.decline(id, OPERATOR)
      tell(`Declined proposal ${id}: nothing was changed.`)
      return 'declined'
    }
    if (key !== 'd') return key === 's' ? 'skipped' : 'quit'
    tell(`\n${await detailsText(request, step)}\n`)
  }
}

async function accepted(
  { id, request }: Proposal,
  seen: ReadonlyMap<string, string | null>,
  { home, tell }: ReviewStep,
): Promise<Ending | 'again'> {
  try {
    const { version, lifecycle } = await home.requests.accept(id, { ...OPERATOR, seen })
    tell(`Done: ${requestText(request)} (version ${version}, ${lifecycle}).`)
    return 'accepted'
  } catch (error) {
    const hasChanged = error instanceof SkillError && error.code === 'conflict'
    const now = await digestsOf(request, home)
    if (!hasChanged || [...seen].every(([name, digest]) => now.get(name) === digest)) throw error
    tell('Nothing was done: it has changed while you looked.')
    return 'again'
  }
}

// Of each skill that it concerns, the text that stands; null where none does.
async function digestsOf(request: SkillRequest, { shelf }: CommandHome): Promise<Map<string, string | null>> {
  const digests = new Map<string, string | null>()
  for (const name of requestedNames(request)) digests.set(name, (await shelf.look(name))?.digest ?? null)
  return digests
}

function cautionsOf({ request, digest }: Proposal, stood: ReadonlyMap<string, string | null>): string[] {
  const gone = [...stood].flatMap(([name, each]) => (each === null ? [name] : []))
  const standing = stood.get(request.name)
  const hasChanged = standing !== null && standing !== digest
  return [
    ...gone.map((name) => `Caution: no skill is named "${name}" now.`),
    ...(hasChanged ? [`Caution: "${request.name}" has changed since this was asked.`] : []),
  ]
}

async function detailsText(request: SkillRequest, { home, now }: ReviewStep): Promise<string> {
  if (request.kind === 'merge') {
    return mergePreviewText(await previewMerge(home, request.name, request.source, now().toISOString()))
  }
  const { skill } = await home.library.get(request.name)
  return `The text of ${request.name}:\n\n${quoted(canonicalSkillMd(skill))}`
}
