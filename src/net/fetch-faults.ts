// What can go wrong at the other end, said so that a person knows whether to wait, to correct the URL or to fetch it by
// other means. Nothing of an answer's own text is repeated.
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { SkillError, shown } from '../domain/skill-error.ts'
import { WrongStatus } from './wrong-status.ts'

const BY_HAND = 'Download it yourself and name the file.'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nobody who listens there',
  ECONNRESET: 'a connection that was cut',
  EPIPE: 'a connection that was cut',
  EHOSTUNREACH: 'no way there',
  ENETUNREACH: 'no way there',
  ETIMEDOUT: 'none in time',
}
const failureSchema = z.object({ code: z.string() })

/** @param came completes "expected an answer, got …". */
export function noAnswer({ host }: Pick<URL, 'host'>, came: string, cause?: unknown): SkillError {
  const message = `${shown(host)}: expected an answer, got ${came}`
  return new SkillError('unreachable', message, `Try again later. ${BY_HAND}`, { cause })
}

/** Of a connection: refused, cut, a certificate that proves nothing, bytes that are no HTTP. */
export function brokenOff(url: URL, error: unknown): SkillError {
  if (error instanceof SkillError) return error
  const code = failureSchema.safeParse(error).data?.code ?? 'no code'
  return noAnswer(url, `${reasonOf(code)} (${shown(code)})`, error)
}

function reasonOf(code: string): string {
  if (code.startsWith('HPE_')) return 'something that is no proper HTTP'
  if (/CERT|TLS|SSL/.test(code)) return 'a certificate or a connection that proves nothing'
  return REASONS[code] ?? 'a failure'
}

export function wrongStatus(url: URL, status: number, retryAfter: string | undefined): WrongStatus {
  return new WrongStatus(statusFault(url, status, retryAfter), status, retryAfter)
}

type Fault = ConstructorParameters<typeof WrongStatus>[0]

function statusFault({ host }: URL, status: number, retryAfter: string | undefined): Fault {
  const wait = retryAfter === undefined ? '' : `, to be tried again after "${shown(retryAfter)}"`
  const message = `${shown(host)}: expected status 200, got ${status} (${STATUS_CODES[status] ?? 'unknown'})${wait}`
  if (status === 404 || status === 410) return { code: 'not-found', message, fix: 'Check the URL.' }
  if (status === 401 || status === 403) {
    return { code: 'unreachable', message, fix: `Nothing is fetched that needs to be logged in to. ${BY_HAND}` }
  }
  return { code: 'unreachable', message, fix: `Try again later. ${BY_HAND}` }
}

export function tooLarge({ host }: URL, bytesMax: number): SkillError {
  const message = `${shown(host)}: expected at most ${bytesMax} bytes, got more`
  return new SkillError('too-large', message, 'Nothing was taken; name a smaller part of it.')
}

/** @param came completes "expected the bytes as they are, got …". */
export function encoded({ host }: URL, came: string): SkillError {
  return new SkillError('unreachable', `${shown(host)}: expected the bytes as they are, got ${came}`, BY_HAND)
}

export function tooManyRedirects(url: URL, redirectsMax: number): SkillError {
  const message = `"${shown(url.href)}": expected at most ${redirectsMax} redirects, got more`
  return new SkillError('unreachable', message, 'Open it in a browser and name the URL where it ends.')
}
