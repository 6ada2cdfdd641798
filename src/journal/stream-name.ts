// A session's id comes from outside (a client, a hook, a header) and names a file, so it is used as it is only when it is
// harmless everywhere; otherwise the file is named by a hash of it, and each line keeps the real id.

export const SESSION_ID_CHARS_MAX = 512
// Lower case only: two ids that differ in case would share a file on some systems.
const HARMLESS = /^[a-z0-9][a-z0-9_-]{0,99}$/

export function streamName(sessionId: string): string {
  if (HARMLESS.test(sessionId) && !/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(sessionId)) return sessionId
  // Fetched here, because a hook has no time to load it and clients name their sessions harmlessly.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `x-${createHash('sha256').update(sessionId).digest('hex').slice(0, 40)}`
}

/** Calls without a session share one stream a day, which no fold takes for a session. */
export function statelessSession(now: Date): string {
  return `stateless-${now.toISOString().slice(0, 10)}`
}

export function isStateless(sessionId: string): boolean {
  return /^stateless-\d{4}-\d{2}-\d{2}$/.test(sessionId)
}
