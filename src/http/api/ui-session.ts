// How the page that `skill-cortex ui` opened comes to act as the person: its link holds a ticket, not the token.
import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import { TICKET_CHARS_MAX } from '../../domain/ui-ticket.ts'
import { defineRoute } from '../api-route.ts'

export const uiSession = defineRoute({
  method: 'POST',
  path: '/api/ui/session',
  who: 'anyone',
  summary: "The operator's token for a ticket of skill-cortex ui, which is taken once and for a few minutes",
  body: z.object({ ticket: z.string().max(TICKET_CHARS_MAX) }),
  answer: z.object({ token: z.string() }),
  async run({ body: { ticket } }, { tokenFor }) {
    const token = tokenFor(ticket)
    if (token !== undefined) return { json: { token } }
    throw new SkillError(
      'refused',
      'ticket: expected one that holds at this server and was not used yet, got another',
      'Run skill-cortex ui for a new link.',
    )
  },
})
