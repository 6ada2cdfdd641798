// What a skill of a registry is called, so that it is the same one for everybody: whose, which version, which bytes.
//   clawhub:@owner/slug@version#sha256            at ClawHub's public site
//   clawhub+host:@owner/slug@version#sha256       at another one that speaks its API
//   wellknown+host:name#sha256                    in the index that a host publishes of its own skills
// A bare slug is nobody's name there: two publishers may have it.
import { CLAWHUB_HOST, isHost, type RegistryKind, type RegistryPlace } from './registry-place.ts'
import { SkillError, shown } from './skill-error.ts'

/**
 * @property owner null in an index of a host, which has one. @property version null: the newest; always null in an index.
 * @property sha256 of the bytes as they are downloaded, 64 lower-case hex digits; null where nobody said it yet.
 */
export type RegistryRef = RegistryPlace & {
  owner: string | null
  slug: string
  version: string | null
  sha256: string | null
}

export const REGISTRY_REF_CHARS_MAX = 500

const OWNER = /^[a-z\d][a-z\d._-]{0,63}$/
const SLUG = /^[a-z\d][a-z\d._-]{0,99}$/
const NAME = /^(?=.{1,64}$)[a-z\d]+(?:-[a-z\d]+)*$/
const VERSION = /^[a-zA-Z\d][a-zA-Z\d.+_-]{0,63}$/
const SHA256 = /^[\da-f]{64}$/
const WHOLE =
  /^(clawhub|wellknown)(?:\+([^@/#]+))?:(?:@([^@/#]+)\/)?([^@/#]+)(?:@([^@/#]+))?(?:#(?:sha256:)?([\da-f]{64}))?$/i

/** The same text for the same thing, whatever the case of what came. */
export function printRegistryRef({ kind, host, owner, slug, version, sha256 }: RegistryRef): string {
  const at = kind === 'clawhub' && host === CLAWHUB_HOST ? kind : `${kind}+${host}`
  const whose = owner === null ? '' : `@${owner}/`
  return `${at}:${whose}${slug}${version === null ? '' : `@${version}`}${sha256 === null ? '' : `#${sha256}`}`
}

/** Of parts that came from elsewhere. Undefined for what is none, so that no host can make a path or a command of it. */
export function registryRefOf(parts: RegistryRef): RegistryRef | undefined {
  const { kind, host, owner, slug, version, sha256 } = parts
  const isNamed =
    kind === 'clawhub'
      ? owner !== null && OWNER.test(owner) && SLUG.test(slug) && (version === null || VERSION.test(version))
      : owner === null && NAME.test(slug) && version === null
  return isNamed && isHost(host) && (sha256 === null || SHA256.test(sha256)) ? parts : undefined
}

/** @throws `bad-input` with the form that was expected. */
export function parseRegistryRef(text: string): RegistryRef {
  const ref = text.length > REGISTRY_REF_CHARS_MAX ? undefined : readRef(text.trim())
  if (ref !== undefined) return ref
  throw new SkillError(
    'bad-input',
    `expected clawhub:@owner/slug, with @version and #sha256 if they are known, or wellknown+host:name, got "${shown(text)}"`,
    'Nothing was asked. Take the ref as find_skill gave it.',
  )
}

/**
 * What stays the same from one version to the next: what an update is held against.
 * @param origin of a package: a ref, or a path or URL, which is its own.
 */
export function originOf(origin: string): string {
  const ref = origin.length > REGISTRY_REF_CHARS_MAX ? undefined : readRef(origin)
  return ref === undefined ? origin : printRegistryRef({ ...ref, version: null, sha256: null })
}

/** For `cortex.json`, whose schema knows no other registry. @param author of a record. */
export function sourceOf(author: string | null): 'clawhub' | 'local' {
  return author !== null && author.length <= REGISTRY_REF_CHARS_MAX && readRef(author)?.kind === 'clawhub'
    ? 'clawhub'
    : 'local'
}

function readRef(text: string): RegistryRef | undefined {
  const match = WHOLE.exec(text)
  if (match === null) return undefined
  const [, kind, host, owner, slug = '', version, sha256] = match
  const isClawhub = kind?.toLowerCase() === 'clawhub'
  const at: { kind: RegistryKind; host: string } = {
    kind: isClawhub ? 'clawhub' : 'wellknown',
    host: host?.toLowerCase() ?? (isClawhub ? CLAWHUB_HOST : ''),
  }
  return registryRefOf({
    ...at,
    owner: owner?.toLowerCase() ?? null,
    slug: slug.toLowerCase(),
    version: version ?? null,
    sha256: sha256?.toLowerCase() ?? null,
  })
}
