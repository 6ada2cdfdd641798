// The dashboard: one page at `/` and its parts below `/assets/`, as they were built. They hold nothing of the library and
// are handed out without a token; what they show they ask the API for. The policy lets them load and run nothing else.
import { type Refusal, refusalReply } from './refusal.ts'

/** The built files by path, `index.html` and `assets/…`; empty where the dashboard was not built. */
export type BuiltPages = ReadonlyMap<string, Uint8Array>

const PAGE = 'index.html'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

const NOT_BUILT: Refusal = {
  status: 404,
  message: 'the dashboard was not built with this program',
  fix: 'Build it with npm run build, or install the package anew.',
}
const NO_SUCH_PART: Refusal = {
  status: 404,
  message: 'the dashboard has no such part',
  fix: 'Load the page again: the program was updated since.',
}

/** What needs no token: the page itself, which is the same for everyone. */
export function isDashboardPath(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && (path === '/' || path.startsWith('/assets/'))
}

export function dashboardReply(pages: BuiltPages, path: string): Response {
  const name = path === '/' ? PAGE : path.slice(1)
  const bytes = pages.get(name)
  if (bytes === undefined) return refusalReply(path, pages.size === 0 ? NOT_BUILT : NO_SUCH_PART)
  return new Response(new Uint8Array(bytes), { headers: headersOf(name) })
}

function headersOf(name: string): Record<string, string> {
  // A part has its content in its name; the page says which parts belong together, so it is asked for each time.
  const kept = name === PAGE ? 'no-cache' : 'public, max-age=31536000, immutable'
  return {
    'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
    'cache-control': kept,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
