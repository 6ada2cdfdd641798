// From a host to the addresses that may be asked. Each is judged, and only what was judged is connected to: a name that
// resolves otherwise a moment later (DNS rebinding) gains nothing.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { SkillError, shown } from '../domain/skill-error.ts'
import { noAnswer } from './fetch-faults.ts'

/** All addresses of a name; rejects when there are none. */
export type Lookup = (host: string) => Promise<LookupAddress[]>
export type AddressRule = (address: string) => boolean

export const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true })

/**
 * An address in an odd spelling (decimal, octal, hexadecimal) has become an ordinary one in the URL's own parser.
 * @throws `refused` when one of them breaks the rule, whatever the others are; `unreachable` for an unknown name.
 */
export async function hostAddresses(url: URL, lookupHost: Lookup, isAllowed: AddressRule): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await looked(host, lookupHost) : [{ address: host, family }]
  if (found.length === 0) throw noAnswer(url, 'no address of that name')
  const wrong = found.find(({ address }) => !isAllowed(address))
  if (wrong === undefined) return found
  const came = family === 0 ? `${wrong.address} of "${shown(host)}"` : wrong.address
  throw new SkillError(
    'refused',
    `expected a public address, got ${came}`,
    'Nothing was asked there; download it yourself and name the file.',
  )
}

/** For a socket, in place of a lookup of its own; of at least one. Not asked where the host is an address already. */
export function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    if (all === true) done(null, [...addresses])
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
}

async function looked(host: string, lookupHost: Lookup): Promise<LookupAddress[]> {
  try {
    return await lookupHost(host)
  } catch (error) {
    throw noAnswer({ host }, 'no address of that name', error)
  }
}
