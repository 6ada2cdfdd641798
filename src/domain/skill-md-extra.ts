// The front matter that is not ours. A skill keeps it as `extra.frontMatter`, for example
// `{ license: 'MIT', metadata: { author: 'x' } }`, and a writer puts it back where it stood, as far as strict readers
// accept it there. The rest, and every other key of `extra`, travels as JSON text under one key of ours.
import { isRecord, nestsWithin, parseJsonText } from './json-value.ts'
import { EXTRA_KEY, JSON_KEYS_KEY, OWN_KEYS } from './skill-md-fields.ts'
import { yamlLiteral } from './yaml-literal.ts'

// Well below what the official reader takes (32 levels) and what ours does (60 levels, 10,000 nodes, 1,024 for a key).
const NATIVE_DEPTH_MAX = 16
const NATIVE_NODES_MAX = 2_000
const NATIVE_KEY_CHARS_MAX = 1_000
const COMPATIBILITY_CHARS_MAX = 500

export type ForeignFrontMatter = {
  /** Top-level keys without `metadata`. */
  values: Record<string, unknown>
  /** What goes into `metadata`: strings only, as the format wants it. */
  metadata: Record<string, string>
}

/** @param extra JSON values, at most JSON_DEPTH_MAX deep. */
export function encodeExtra(extra: Record<string, unknown>): ForeignFrontMatter {
  const { frontMatter, ...others } = extra
  if (!isRecord(frontMatter) || nodesIn(frontMatter) > NATIVE_NODES_MAX) {
    return { values: {}, metadata: encodeRest(extra) }
  }
  const entries = Object.entries(frontMatter)
  const native = entries.filter(([key, value]) => isNative(key, value))
  const rest = entries.filter(([key, value]) => !isNative(key, value))
  const { metadata, ...values } = Object.fromEntries(native)
  // With nothing native, only the key itself tells an empty map from none.
  const isKept = rest.length > 0 || native.length === 0
  return {
    values,
    metadata: {
      ...(isRecord(metadata) ? encodeMetadata(metadata) : {}),
      ...encodeRest(isKept ? { ...others, frontMatter: Object.fromEntries(rest) } : others),
    },
  }
}

/**
 * Undoes `encodeExtra`, given what is left of the front matter once our fields are taken out. `faults` are keys of
 * ours whose text does not fit; they are kept like foreign ones.
 */
export function decodeExtra(foreign: { values: Record<string, unknown>; metadata: Record<string, unknown> }): {
  extra: Record<string, unknown>
  faults: string[]
} {
  const rest = jsonIn(foreign.metadata[EXTRA_KEY])
  const jsonKeys = jsonIn(foreign.metadata[JSON_KEYS_KEY])
  const understood = [...(isRecord(rest) ? [EXTRA_KEY] : []), ...(Array.isArray(jsonKeys) ? [JSON_KEYS_KEY] : [])]
  const isJson = new Set<unknown>(Array.isArray(jsonKeys) ? jsonKeys : [])
  const metadata = Object.entries(foreign.metadata)
    .filter(([key]) => !understood.includes(key))
    .map(([key, value]) => [key, isJson.has(key) ? restored(value) : value] as const)
  const frontMatter = {
    ...foreign.values,
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  }
  return {
    extra: overlaid(isRecord(rest) ? rest : {}, Object.keys(frontMatter).length > 0 ? { frontMatter } : {}),
    faults: metadata.map(([key]) => key).filter((key) => key === EXTRA_KEY || key === JSON_KEYS_KEY),
  }
}

function isNative(key: string, value: unknown): boolean {
  if (!nestsWithin(value, NATIVE_DEPTH_MAX) || !hasPlainKeys({ [key]: value })) return false
  if (key === 'name' || key === 'description') return false
  if (key === 'metadata') {
    return isRecord(value) && Object.keys(value).length > 0 && !Object.keys(value).some((inner) => OWN_KEYS.has(inner))
  }
  if (key === 'compatibility') {
    return typeof value === 'string' && value !== '' && value.length <= COMPATIBILITY_CHARS_MAX
  }
  return true
}

function hasPlainKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => {
    return key !== '__proto__' && yamlLiteral(key).length <= NATIVE_KEY_CHARS_MAX && hasPlainKeys(inner)
  })
}

function nodesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + nodesIn(inner), 1)
}

// A nested map, a list or a number in `metadata` is common in the wild and against the format: it becomes JSON text.
function encodeMetadata(metadata: Record<string, unknown>): Record<string, string> {
  const jsonKeys = Object.keys(metadata).filter((key) => typeof metadata[key] !== 'string')
  const texts = Object.entries(metadata).map(([key, value]) => {
    return [key, typeof value === 'string' ? value : JSON.stringify(value)] as const
  })
  return { ...Object.fromEntries(texts), ...(jsonKeys.length > 0 ? { [JSON_KEYS_KEY]: JSON.stringify(jsonKeys) } : {}) }
}

function encodeRest(rest: Record<string, unknown>): Record<string, string> {
  return Object.keys(rest).length > 0 ? { [EXTRA_KEY]: JSON.stringify(rest) } : {}
}

function jsonIn(stored: unknown): unknown {
  return typeof stored === 'string' ? parseJsonText(stored) : stored
}

// Text that is no JSON, or nests deeper than anything we write here, stays text. `null` is a value like others.
function restored(stored: unknown): unknown {
  const value = jsonIn(stored)
  return value !== undefined && nestsWithin(value, NATIVE_DEPTH_MAX) ? value : stored
}

/** Maps are merged; anything else in `above` hides what is below. Both nest at most JSON_DEPTH_MAX levels. */
function overlaid(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries(above).map(([key, value]) => {
    const under = Object.hasOwn(below, key) ? below[key] : undefined
    return [key, isRecord(under) && isRecord(value) ? overlaid(under, value) : value]
  })
  return { ...below, ...Object.fromEntries(merged) }
}
