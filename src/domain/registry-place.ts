// Where a registry is, as the setting says it: an origin that speaks ClawHub's API, or one behind `wellknown+` that
// publishes an index of its own skills. Always https, since what comes may be installed.

export type RegistryKind = 'clawhub' | 'wellknown'
/** @property host with its port where that is not 443. */
export type RegistryPlace = { kind: RegistryKind; host: string }

export const CLAWHUB_HOST = 'clawhub.ai'
export const REGISTRIES_DEFAULT: readonly string[] = [`https://${CLAWHUB_HOST}`]
export const REGISTRIES_MAX = 10

const HOST = /^(?=.{1,260}$)[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/
const WELL_KNOWN = 'wellknown+'

export function isHost(text: string): boolean {
  return HOST.test(text)
}

/** Undefined for what is no origin: no path, no query, no name or password. */
export function registryPlace(text: string): RegistryPlace | undefined {
  const isWellKnown = text.startsWith(WELL_KNOWN)
  const origin = isWellKnown ? text.slice(WELL_KNOWN.length) : text
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  const isBare = url.href === `https://${url.host}/`
  return isBare && isHost(url.host) ? { kind: isWellKnown ? 'wellknown' : 'clawhub', host: url.host } : undefined
}

export function isSamePlace(one: RegistryPlace, other: RegistryPlace): boolean {
  return one.kind === other.kind && one.host === other.host
}
