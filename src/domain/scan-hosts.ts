// The hosts of the addresses in a text. What a program reaches without an address in its text is not seen.
import { coversDomain } from './policy-scope.ts'
import type { Span } from './scan-find.ts'
import type { Reading } from './scan-reading.ts'

export type HostSpan = Span & { host: string }

const ADDRESS = /\b(?:https?|wss?|ftps?|sftp|ssh|git):\/\/(?:[\w.%+-]{1,64}(?::[^\s@/]{0,128})?@)?([a-z0-9.-]{1,253})/gi
const NUMERIC = /^\d{1,3}(?:\.\d{1,3}){3}$/
// Addresses that lead nowhere, or to the machine itself.
const NOWHERE =
  /^(?:localhost|.*\.(?:localhost|local|internal|test|example|invalid)|(?:.*\.)?example\.(?:com|org|net)|(?:your|my)[-.].*|(?:.*\.)?your-?(?:domain|server|company|org|app|site)\..*|(?:.*\.)?mydomain\..*|[^.]*)$/
const PRIVATE = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|192\.0\.2|198\.51\.100|203\.0\.113)\./

/** The first address of each host that the domains of a policy do not cover. */
export function* undeclaredHosts({ text }: Reading, domains: readonly string[]): Generator<HostSpan> {
  const seen = new Set<string>()
  for (const span of hostsIn(text)) {
    if (seen.has(span.host)) continue
    seen.add(span.host)
    if (NUMERIC.test(span.host) || NOWHERE.test(span.host)) continue
    if (!domains.some((allowed) => coversDomain(allowed.toLowerCase(), span.host))) yield span
  }
}

/** Addresses of machines that have no name; those of private networks and of documentation are not meant. */
export function* namelessHosts({ text }: Reading): Generator<Span> {
  for (const span of hostsIn(text)) if (NUMERIC.test(span.host) && !PRIVATE.test(span.host)) yield span
}

function* hostsIn(text: string): Generator<HostSpan> {
  for (const { index, 0: address, 1: host = '' } of text.matchAll(ADDRESS)) {
    yield { start: index, end: index + address.length, host: host.toLowerCase().replace(/\.+$/, '') }
  }
}
