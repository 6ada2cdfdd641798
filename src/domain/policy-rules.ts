// What may stand in a policy: names of tools and credentials, hosts, side effects, each checked and brought into its one
// spelling before it is added. The list is data for the host that runs a skill; nothing here reaches or resolves a host.
import type { Policy } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'

export const POLICY_LISTS = ['tools', 'domains', 'credentials', 'sideEffects'] as const
export type PolicyList = (typeof POLICY_LISTS)[number]

/** Of one list. A person reads the whole of it before a yes. */
export const POLICY_ITEMS_MAX = 64
export const HOST_CHARS_MAX = 253
export const SIDE_EFFECT_VERBS = ['read', 'write', 'delete', 'shell', 'network'] as const

/** What one item of each list is called. */
export const ITEM_NOUNS: Record<PolicyList, string> = {
  tools: 'tool',
  domains: 'domain',
  credentials: 'credential',
  sideEffects: 'side effect',
}

export const noPolicy = (): Policy => ({ tools: [], domains: [], credentials: [], sideEffects: [] })

/** The four lists alone: a file may hold further keys beside them, which are kept there and mean nothing. */
export function listsOf({ tools, domains, credentials, sideEffects }: Policy): Policy {
  return { tools, domains, credentials, sideEffects }
}

/** An item in the spelling in which it is kept. @throws `bad-input` with what was expected. */
export function parsePolicyItem(list: PolicyList, text: string): string {
  switch (list) {
    case 'tools':
      return matching(list, text, TOOL_PATTERN, 'the name of a tool, such as Bash, mcp__mail__send or Bash(git:*)')
    case 'domains':
      return parseDomain(text)
    case 'credentials':
      return parseCredential(text)
    case 'sideEffects':
      return matching(list, text, SIDE_EFFECT_PATTERN, SIDE_EFFECT_FORM)
  }
}

/**
 * `api.example.org`, or `*.example.org` for every host below it; lower case, names in other scripts as punycode.
 * @throws `bad-input` for all else: `*` alone, a single label, an address, a port, a path, a scheme.
 */
export function parseDomain(text: string): string {
  const isSuffix = text.startsWith('*.')
  const name = isSuffix ? text.slice(2) : text
  const sign = OTHER_SIGNS.find(([pattern]) => pattern.test(name))
  if (sign !== undefined) throw badDomain(text, sign[1])
  const host = name.length > HOST_CHARS_MAX ? undefined : hostOf(name)
  if (host === undefined) throw badDomain(text, 'no name of a host')
  if (ADDRESS_PATTERN.test(host)) throw badDomain(text, 'an IP address')
  if (!host.includes('.')) throw badDomain(text, isSuffix ? 'every host of a top-level domain' : 'a single word')
  if (host.length + (isSuffix ? 2 : 0) > HOST_CHARS_MAX) throw badDomain(text, `over ${HOST_CHARS_MAX} characters`)
  const isHost = TOP_LABEL_PATTERN.test(host) && host.split('.').every((label) => LABEL_PATTERN.test(label))
  if (!isHost) throw badDomain(text, 'no name of a host')
  return isSuffix ? `*.${host}` : host
}

// Each with what it makes of the text.
const OTHER_SIGNS: [sign: RegExp, means: string][] = [
  [/^\*?$/, 'every host or none'],
  [/:\/\//, 'an address with a scheme'],
  [/[/\\?#]/, 'a path'],
  [/@/, 'a user'],
  [/[:[\]]/, 'a port or an IP address'],
  [/\*/, 'a * that does not stand alone before the first dot'],
  [/[\s%\p{Cc}\p{Cf}]/u, 'a space, an escape or a character that cannot be seen'],
]

const ADDRESS_PATTERN = /^\d+(?:\.\d+){3}$/
const TOP_LABEL_PATTERN = /\.[a-z][a-z0-9-]*$/
const LABEL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// As every browser reads it: so 127.1 and full-width digits show what they are.
function hostOf(name: string): string | undefined {
  return URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : undefined
}

function badDomain(text: string, means: string): SkillError {
  return new SkillError(
    'bad-input',
    `domain "${shown(text)}": expected a host such as api.example.org, or *.example.org for all below it, got ${means}`,
    'Give the bare name of the host: no scheme, no port, no path, no IP address.',
  )
}

const NAME_CHARS_MAX = 128
const TOOL_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]*(?:\([A-Za-z0-9_.:/* ,-]+\))?$/
const CREDENTIAL_PATTERN = /^[A-Za-z][A-Za-z0-9_-]*$/
const SIDE_EFFECT_PATTERN = /^(?:read|write|delete|shell|network):[A-Za-z0-9*][A-Za-z0-9_.:/*-]*$/
const SIDE_EFFECT_FORM = `verb:what, such as write:mail, where the verb is one of ${SIDE_EFFECT_VERBS.join(', ')}`

// The beginnings of well-known tokens, and what is too long and mixed for a name that people gave.
const VALUE_PATTERN =
  /^(?:sk-|sk_live_|gh[opsur]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|eyJ)[A-Za-z0-9_-]{12,}|^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d)[A-Za-z0-9]{24,}$/

/** A name, and no value that somebody took for one. */
export function isCredentialName(text: string): boolean {
  return text.length <= NAME_CHARS_MAX && CREDENTIAL_PATTERN.test(text) && !VALUE_PATTERN.test(text)
}

function parseCredential(text: string): string {
  if (VALUE_PATTERN.test(text)) {
    // The text itself is left out: a secret must not come back in a log.
    throw new SkillError(
      'bad-input',
      'credential: expected the name of a credential, got what looks like its value',
      'Nothing was kept of it. Give the name under which the host keeps it, such as MAIL_TOKEN; if it was a secret, replace it.',
    )
  }
  return matching('credentials', text, CREDENTIAL_PATTERN, 'the name of a credential, such as MAIL_TOKEN')
}

function matching(list: PolicyList, text: string, pattern: RegExp, expected: string): string {
  if (text.length <= NAME_CHARS_MAX && pattern.test(text)) return text
  const got = text.length > NAME_CHARS_MAX ? `${text.length} characters` : `"${shown(text)}"`
  throw new SkillError(
    'bad-input',
    `${ITEM_NOUNS[list]}: expected ${expected}, at most ${NAME_CHARS_MAX} characters, got ${got}`,
    'Nothing was changed. Correct it.',
  )
}

/** What stands in a policy against these rules, since a file is written by hand: messages, each for one item. */
export function policyFaults(policy: Policy): string[] {
  return POLICY_LISTS.flatMap((list) =>
    policy[list].flatMap((item) => {
      try {
        parsePolicyItem(list, item)
        return []
      } catch (error) {
        if (error instanceof SkillError) return [error.message]
        throw error
      }
    }),
  )
}
