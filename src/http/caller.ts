// Who calls, by the one header that tells: nobody named is an agent, the operator token is the person, anything else is
// nobody. There is no other way to become the operator.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../domain/record.ts'
import type { Refusal } from './refusal.ts'

export type Tokens = {
  /** Asked of every request when set. Another address than loopback is never served without one. */
  access: string | undefined
  /** Absent where the home cannot be written: then nobody is the operator over HTTP. */
  operator: string | undefined
}

/** The same words whatever was wrong, so that nothing can be learned from them. */
export const OPERATOR_ONLY: Refusal = {
  status: 401,
  message: 'expected the header Authorization: Bearer <operator token>',
  fix: 'Only a person may do this. Ask them: they do it with skill-cortex in a terminal, or send the token that the server told them of when it started.',
}

/** Undefined for a token that is neither; `agent` without one, which the guards let in only where none is asked for. */
export function actorOf(request: Request, tokens: Tokens): Extract<Actor, 'operator' | 'agent'> | undefined {
  const header = request.headers.get('authorization')
  if (header === null) return 'agent'
  if (isBearer(header, tokens.operator)) return 'operator'
  return isBearer(header, tokens.access) ? 'agent' : undefined
}

export function isBearer(header: string | null, token: string | undefined): boolean {
  if (token === undefined) return false
  const given = /^Bearer ([^\s]{1,1024})$/i.exec(header ?? '')?.[1] ?? ''
  // Digests have one length, so the comparison tells nothing about the token's.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
