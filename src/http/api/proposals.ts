// What agents asked for and only a person may decide.
import { z } from 'zod'
import { proposalSchema, requestText } from '../../domain/proposal.ts'
import { defineRoute } from '../api-route.ts'

const shape = proposalSchema.extend({ text: z.string().describe('What would happen.') })
const idBody = z.object({ id: z.string().min(1).max(200) })

export const proposals = defineRoute({
  method: 'GET',
  path: '/api/proposals',
  who: 'anyone',
  summary: 'What was asked for and waits for a person, oldest first',
  answer: z.object({ proposals: z.array(shape), total: z.number() }),
  async run(_call, { requests }) {
    const open = await requests.open()
    const told = open.map((proposal) => ({ ...proposal, text: requestText(proposal.request) }))
    return { json: { proposals: told, total: told.length } }
  },
})

export const accept = defineRoute({
  method: 'POST',
  path: '/api/proposals/accept',
  who: 'operator',
  summary: 'Carry out a proposal; it stays when that fails',
  body: idBody,
  answer: z.object({ id: z.string(), name: z.string(), text: z.string(), version: z.number(), lifecycle: z.string() }),
  async run({ body: { id }, caller }, parts) {
    // Others may just have come to need what is to go.
    await parts.level()
    const { request, version, lifecycle } = await parts.requests.accept(id, caller)
    return { json: { id, name: request.name, text: requestText(request), version, lifecycle } }
  },
})

export const decline = defineRoute({
  method: 'POST',
  path: '/api/proposals/decline',
  who: 'operator',
  summary: 'Let a proposal go',
  body: idBody,
  answer: shape,
  async run({ body: { id }, caller }, { requests }) {
    const declined = await requests.decline(id, caller)
    return { json: { ...declined, text: requestText(declined.request) } }
  },
})
