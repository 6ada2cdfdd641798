// Instructions are fixed when a server is made, before anybody knows which client will read them. So where it says who it
// is, in the handshake of either era, the answer gets the ones for that client. Every other message passes untouched.
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Client } from '../domain/client-channels.ts'
import { clientCalled } from '../domain/client-names.ts'

/** Handshakes under way on one connection: each is answered at once. */
const GREETINGS_MAX = 16

const infoSchema = z.object({ name: z.string() })
const greetingSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('initialize'), params: z.object({ clientInfo: infoSchema }) }),
  z.object({
    method: z.literal('server/discover'),
    params: z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: infoSchema }) }),
  }),
])

/** Changes the transport in place, before a server listens to it: the SDK tells its own transports by identity. */
export function withGreeting<T extends Transport>(transport: T, instructionsFor: (client: Client) => string): T {
  const greeted = new Map<RequestId, Client>()
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    const client = greeterIn(message)
    const id = idOf(message)
    if (client !== undefined && id !== undefined && greeted.size < GREETINGS_MAX) greeted.set(id, client)
    onmessage?.(message, extra)
  }
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const id = 'method' in message ? undefined : idOf(message)
    const client = id === undefined ? undefined : greeted.get(id)
    if (id !== undefined) greeted.delete(id)
    if (client === undefined || !('result' in message)) return send(message, options)
    return send({ ...message, result: { ...message.result, instructions: instructionsFor(client) } }, options)
  }
  return transport
}

function idOf(message: JSONRPCMessage): RequestId | undefined {
  return 'id' in message ? message.id : undefined
}

function greeterIn(message: JSONRPCMessage): Client | undefined {
  if (!('method' in message) || (message.method !== 'initialize' && message.method !== 'server/discover'))
    return undefined
  const { data } = greetingSchema.safeParse(message)
  return clientCalled(
    data?.method === 'initialize' ? data.params.clientInfo.name : data?.params._meta[CLIENT_INFO_META_KEY].name,
  )
}
