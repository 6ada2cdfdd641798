// What every request passes before a byte of its body is read: the right Host (DNS rebinding), no foreign Origin (a web
// page driving us), the token where one is set. A page on another port of this machine is foreign too.
import { isLoopback } from '../domain/loopback.ts'
import { isBearer, type Tokens } from './caller.ts'
import { isDashboardPath } from './dashboard-pages.ts'
import type { Refusal } from './refusal.ts'

export type Guarding = {
  port: number
  host: string
  tokens: Tokens
}

const TICKET_PATH = '/api/ui/session'

/** Undefined when the request may go on. */
export function refusalOf(request: Request, hostHeaders: number, guarding: Guarding): Refusal | undefined {
  if (hostHeaders > 1) return { status: 400, message: 'expected one Host header', fix: 'Send it once.' }
  const allowed = allowedHosts(guarding)
  const host = request.headers.get('host')?.toLowerCase()
  // With a token a foreign page is shut out anyway, and a public name cannot be known here.
  if (guarding.tokens.access === undefined && (host === undefined || !allowed.includes(host))) {
    const message = `expected Host ${allowed[0]}, got ${host === undefined ? 'none' : 'another'}`
    return { status: 403, message, fix: 'Call the server by the address that it printed at its start.' }
  }
  const origin = request.headers.get('origin')
  const own = [...allowed, ...(host === undefined ? [] : [host])].map((name) => `http://${name}`)
  if (origin !== null && !own.includes(origin.toLowerCase()) && !isOwnTls(origin, host, guarding)) {
    return foreignPage('this Origin may not call the server')
  }
  const { pathname } = new URL(request.url)
  const isPage = isDashboardPath(request.method, pathname)
  const site = request.headers.get('sec-fetch-site')
  // A link to the dashboard may stand on any page: it is the same for everyone, and no page can look into it.
  if (isPage && request.headers.get('sec-fetch-mode') === 'navigate') return undefined
  if (site === 'cross-site' || site === 'same-site') return foreignPage('cross-site requests are refused')
  const { access, operator } = guarding.tokens
  const sent = request.headers.get('authorization')
  // The page is the same for everyone, and a ticket proves by itself who sends it.
  if (isPage || pathname === TICKET_PATH) return undefined
  // The operator's opens more than the other one, so it opens this too.
  if (access !== undefined && !isBearer(sent, access) && !isBearer(sent, operator)) {
    const message = 'expected the header Authorization: Bearer <token>'
    return { status: 401, message, fix: 'Send the token that the server was started with.' }
  }
  return undefined
}

function foreignPage(message: string): Refusal {
  return { status: 403, message, fix: 'Call it from a program, not from a web page of another address.' }
}

function allowedHosts({ port, host }: Guarding): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]', ...(isLoopback(host) || host.includes(':') ? [] : [host])]
  return names.map((name) => `${name}:${port}`)
}

// Behind a TLS proxy the browser's origin is https; only meaningful with a token.
function isOwnTls(origin: string, host: string | undefined, guarding: Guarding): boolean {
  return guarding.tokens.access !== undefined && origin.toLowerCase() === `https://${host}`
}
