// A policy as `policy.json`, version 1: what a skill in a folder asks to touch (seed 003). Lenient in, strict out. It never
// says who approved what: an approval is of one home and travels nowhere, so whatever a file says of it is passed over.
import type { Diagnostic } from './diagnostic.ts'
import { textNestsWithin } from './json-depth.ts'
import { findJsonFault } from './json-fault.ts'
import { isRecord } from './json-value.ts'
import { readPolicyLists } from './policy-file-lists.ts'
import { noPolicy, POLICY_ITEMS_MAX, POLICY_LISTS, parsePolicyItem } from './policy-rules.ts'
import { type Provenance, readProvenance } from './provenance.ts'
import type { Policy } from './skill.ts'
import { SkillError, shown } from './skill-error.ts'

export const POLICY_FILE = 'policy.json'
export const POLICY_FILE_BYTES_MAX = 64 * 1024
const DEPTH_MAX = 8
const VERSION = 1
const KEYS_SAID_MAX = 10

export type PolicyReading = { policy?: Policy; provenance?: Provenance; diagnostics: Diagnostic[] }

// What the same version is called elsewhere.
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['schemaVersion', 'version'],
  ['allowedTools', 'tools'],
  ['allowedDomains', 'domains'],
  ['requiredCredentials', 'credentials'],
])
const KNOWN = ['version', ...POLICY_LISTS, 'provenance']
const OF_APPROVAL = ['trust', 'status', 'approvedBy', 'approvedAt', 'contentHash', 'extractedFrom', 'runEvidence']
const OF_SECRETS = ['credentialValues']

/**
 * Never throws. No `policy` where the file as a whole cannot be read: then the skill asks for nothing. An item out of form
 * is left out, and with one side effect all of them: those that are left would make the skill look safer than it is.
 */
export function parsePolicyFile(text: string, file: string): PolicyReading {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const bytes = new TextEncoder().encode(body).length
  if (bytes > POLICY_FILE_BYTES_MAX) {
    return unread(file, 'too-large', `at most ${POLICY_FILE_BYTES_MAX} bytes`, `${bytes} bytes`)
  }
  if (!textNestsWithin(body, DEPTH_MAX)) {
    return unread(file, 'json-syntax', `at most ${DEPTH_MAX} levels of brackets`, 'more')
  }
  const fault = findJsonFault(body)
  if (fault !== undefined) return unread(file, fault.kind, 'JSON, each key once', shown(fault.received), fault.line)
  const value: unknown = JSON.parse(body)
  if (!isRecord(value)) return unread(file, 'bad-field', 'a JSON object', shown(value))
  return readKeys(value, file)
}

function readKeys(value: Record<string, unknown>, file: string): PolicyReading {
  const fields = renamed(value)
  const version = fields.get('version')
  if (version !== undefined && version !== VERSION) {
    return unread(file, 'policy-version', `"version": ${VERSION}`, shown(version))
  }
  const { policy, diagnostics: ofLists } = readPolicyLists(fields, file)
  const { provenance, diagnostics: ofProvenance } = readProvenance(fields.get('provenance'), file)
  const diagnostics = [
    ...(version === undefined ? [noVersion(file)] : []),
    ...ofLists,
    ...ofProvenance,
    ...passedOver(value, fields, file),
  ]
  return { policy, ...(provenance === undefined ? {} : { provenance }), diagnostics }
}

// The name that we know comes first where a file has both; a map, because a key may be called __proto__.
function renamed(value: Record<string, unknown>): ReadonlyMap<string, unknown> {
  const entries = Object.entries(value)
  const others = entries.flatMap(([key, each]): [string, unknown][] => {
    const name = OTHER_NAMES.get(key)
    return name === undefined || Object.hasOwn(value, name) ? [] : [[name, each]]
  })
  return new Map([...entries, ...others])
}

function passedOver(value: Record<string, unknown>, fields: ReadonlyMap<string, unknown>, file: string): Diagnostic[] {
  const keys = Object.keys(value)
  const inner = fields.get('provenance')
  const hashes = isRecord(inner) && Object.hasOwn(inner, 'contentHash') ? ['provenance.contentHash'] : []
  const approval = [...keys.filter((key) => OF_APPROVAL.includes(key)), ...hashes]
  const secrets = keys.filter((key) => OF_SECRETS.includes(key))
  const isRead = (key: string) => {
    const name = OTHER_NAMES.get(key)
    return KNOWN.includes(key) || (name !== undefined && !Object.hasOwn(value, name))
  }
  const unknown = keys.filter((key) => !isRead(key) && !OF_APPROVAL.includes(key) && !OF_SECRETS.includes(key))
  return [
    ...said(approval, file, APPROVAL_FAULT),
    ...said(secrets, file, SECRETS_FAULT),
    ...said(unknown, file, UNKNOWN_FAULT),
  ]
}

type Fault = { code: string; expected: string; fix: string }
const APPROVAL_FAULT: Fault = {
  code: 'approval-ignored',
  expected: 'what the skill asks for, and nothing about who approved it',
  fix: 'Nothing of it was taken: an approval holds in the home where a person gave it.',
}
const SECRETS_FAULT: Fault = {
  code: 'secret-ignored',
  expected: 'the names of credentials, never their values',
  fix: 'Nothing of it was taken; delete it, and replace those secrets if anybody else has the file.',
}
const UNKNOWN_FAULT: Fault = {
  code: 'unknown-key',
  expected: `${KNOWN.map((key) => `"${key}"`).join(', ')}`,
  fix: 'It was passed over; delete it or correct its name.',
}

// The keys alone: a value may be a secret.
function said(keys: readonly string[], file: string, { code, expected, fix }: Fault): Diagnostic[] {
  if (keys.length === 0) return []
  const more = keys.length > KEYS_SAID_MAX ? ` and ${keys.length - KEYS_SAID_MAX} more` : ''
  const received = `${keys
    .slice(0, KEYS_SAID_MAX)
    .map((key) => `"${shown(key)}"`)
    .join(', ')}${more}`
  return [{ severity: 'warning', code, file, expected, received, fix }]
}

function noVersion(file: string): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'policy-version', file },
    ...{ expected: `"version": ${VERSION}`, received: 'none', fix: `It was read as version ${VERSION}; add the line.` },
  }
}

function unread(file: string, code: string, expected: string, received: string, line?: number): PolicyReading {
  const fix = 'It was passed over, so the skill asks for nothing by it; correct the file.'
  const place = line === undefined ? { file } : { file, line }
  return { diagnostics: [{ severity: 'warning', code, ...place, expected, received, fix }] }
}

/**
 * The bytes of the file, items in the order in which they stand. @throws `bad-input` for an item that would not be read
 * back as it is, `too-large` for too many of them.
 */
export function writePolicyFile(policy: Policy, provenance?: Provenance): string {
  const lists = noPolicy()
  for (const list of POLICY_LISTS) {
    const items = [...new Set(policy[list])]
    if (items.length > POLICY_ITEMS_MAX) throw tooMany(list, items.length)
    const odd = items.find((item) => parsePolicyItem(list, item) !== item)
    if (odd !== undefined) throw oddSpelling(list, odd)
    lists[list] = items
  }
  const source = provenance === undefined ? {} : { provenance }
  return `${JSON.stringify({ version: VERSION, ...lists, ...source }, null, 2)}\n`
}

function tooMany(list: string, count: number): SkillError {
  const message = `policy: expected at most ${POLICY_ITEMS_MAX} "${list}", got ${count}`
  return new SkillError('too-large', message, 'Remove what is not needed: skill-cortex policy NAME.')
}

function oddSpelling(list: string, item: string): SkillError {
  const message = `policy: expected "${list}" in the spelling in which they are kept, got "${shown(item)}"`
  return new SkillError('bad-input', message, 'Remove it and add it again: skill-cortex policy NAME.')
}
