// Registries on the loopback, over real TLS: one that speaks ClawHub's API as its documentation has it, one that publishes
// an index of its own. What is wrong with them is said by the test: a handler of its own comes first.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sha256Of } from '../../src/domain/digest.ts'
import { createFetcher, type FetchBytes, type FetcherOptions } from '../../src/net/fetcher.ts'
import { openRegistries, type Registries, type RegistryInputs } from '../../src/registry/open-registries.ts'
import { selfSigned } from './certificate.ts'
import { httpsHost } from './hosts.ts'
import { zipOf } from './zip-file.ts'

export type FakeVersion = {
  version: string
  zip: Buffer
  /** Of its security check. */
  status?: string
  isWithdrawn?: boolean
}
export type FakeSkill = {
  owner: string
  slug: string
  summary: string
  /** The newest first. */
  versions: FakeVersion[]
  /** Names that it had before. */
  was?: string[]
  isBlocked?: boolean
}

/** True when it has answered. */
export type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => boolean

export type FakeRegistry = {
  host: string
  /** As the setting names it. */
  setting: string
  fetchBytes: FetchBytes
  /** `GET /path?query` of each question, in order; of a POST with its body. */
  asked: string[]
  open(over?: Partial<RegistryInputs>): Registries
}

const certificate = selfSigned()

export function skillZip(name: string, summary: string, more: Record<string, string> = {}): Buffer {
  const text = `---\nname: ${name}\ndescription: ${summary}\n---\n\n# ${name}\n\nDo ${name} with care.\n`
  const files = Object.entries({ 'SKILL.md': text, ...more })
  return zipOf(files.map(([path, data]) => ({ name: path, data })))
}

export async function fakeClawhub(
  skills: readonly FakeSkill[],
  first: Answering = () => false,
  options: Partial<FetcherOptions> = {},
): Promise<FakeRegistry> {
  return opened('', options, first, (url, body) => clawhubAnswer(url, body, skills))
}

/** @param entries of the index; a path beside them is what stands there. */
export async function fakeWellKnown(
  index: unknown,
  files: Record<string, Buffer | string>,
  first: Answering = () => false,
): Promise<FakeRegistry> {
  return opened('wellknown+', {}, first, ({ pathname }) => {
    if (pathname === '/.well-known/agent-skills/index.json') return json(index)
    const body = files[pathname]
    return body === undefined ? { status: 404, body: 'x' } : { status: 200, body }
  })
}

export function entryOf(name: string, type: string, url: string, bytes: Buffer | string, description = `Does ${name}`) {
  return { name, type, description, url, digest: `sha256:${sha256Of(bytes)}` }
}

type Respond = (url: URL, body: string) => Said

async function opened(prefix: string, options: Partial<FetcherOptions>, first: Answering, then: Respond) {
  const asked: string[] = []
  const { port } = await httpsHost(certificate, async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`)
    if (first(request, response, body)) return
    const said = then(new URL(request.url ?? '', 'https://x'), body)
    response.writeHead(said.status).end(said.body)
  })
  const host = `127.0.0.1:${port}`
  const setting = `${prefix}https://${host}`
  const fetchBytes = createFetcher({
    isAllowedAddress: (address) => address === '127.0.0.1',
    ...{ ca: certificate.cert, ...options },
  })
  const open = (over: Partial<RegistryInputs> = {}) =>
    openRegistries({ registries: [setting], fetchBytes, now: () => new Date(), ...over })
  return { host, setting, fetchBytes, asked, open }
}

type Said = { status: number; body: string | Buffer }

function clawhubAnswer(url: URL, body: string, skills: readonly FakeSkill[]): Said {
  const [, , , what, name = '', below] = url.pathname.split('/')
  const find = (slug: string, owner: string | null) =>
    skills.find((each) => each.owner === owner && (each.slug === slug || each.was?.includes(slug)))
  const parameter = (key: string) => url.searchParams.get(key)
  if (what === 'search') return json({ results: skills.map(hitOf) })
  if (url.pathname.endsWith('/-/security-verdicts')) return json(verdictsOf(body, find))
  if (what === 'download')
    return zipAnswer(find(parameter('slug') ?? '', parameter('ownerHandle')), parameter('version'))
  const skill = what === 'skills' ? find(name, parameter('ownerHandle')) : undefined
  if (skill === undefined) return { status: 404, body: 'Skill not found' }
  const { slug, summary, owner: handle, versions } = skill
  if (below === 'versions') return json({ items: versions.filter((each) => !each.isWithdrawn), nextCursor: null })
  return json({ skill: { slug, displayName: slug, summary }, latestVersion: versions[0], owner: { handle } })
}

function zipAnswer(skill: FakeSkill | undefined, asked: string | null): Said {
  const version = skill?.versions.find((each) => each.version === asked)
  if (version === undefined) return { status: 404, body: 'Version not found' }
  return version.isWithdrawn ? { status: 410, body: 'Version not available' } : { status: 200, body: version.zip }
}

function json(value: unknown): Said {
  return { status: 200, body: JSON.stringify(value) }
}

function hitOf({ owner, slug, summary, versions }: FakeSkill) {
  return { score: 0.5, slug, displayName: slug, summary, version: versions[0]?.version, ownerHandle: owner }
}

function verdictsOf(body: string, find: (slug: string, owner: string | null) => FakeSkill | undefined) {
  const { items } = JSON.parse(body) as { items: { slug: string; ownerHandle: string; version: string }[] }
  const answered = items.map(({ slug, ownerHandle, version }) => {
    const requested = { requestedSlug: slug, requestedOwnerHandle: ownerHandle, requestedVersion: version }
    const skill = find(slug, ownerHandle)
    const known = skill?.versions.find((each) => each.version === version)
    if (known === undefined || known.isWithdrawn) {
      const code = known === undefined ? 'version_not_found' : 'version_unavailable'
      const reasons = [code.replace('_', '.').replace('_', '_')]
      return { ok: false, decision: 'fail', reasons, ...requested, security: null, error: { code, message: 'x' } }
    }
    const status = known.status ?? 'clean'
    const reasons = skill?.isBlocked
      ? ['moderation.malware_blocked']
      : status === 'clean'
        ? []
        : ['security.status_not_clean']
    const ok = reasons.length === 0
    return { ok, decision: ok ? 'pass' : 'fail', reasons, ...requested, security: { status, passed: ok } }
  })
  // In another order than asked: each says what it answers.
  return { schema: 'clawhub.skill.security-verdicts.v1', items: answered.reverse() }
}
