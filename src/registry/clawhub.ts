// A registry that speaks ClawHub's HTTP API: `search`, `skills/{slug}`, its `versions`, `security-verdicts`, `download`. A
// skill that was renamed or handed on answers under its old name; what it is called now counts.
import type { z } from 'zod'
import { sha256Of } from '../domain/digest.ts'
import { PACKAGE_DOWNLOAD_BYTES_MAX } from '../domain/package-limits.ts'
import type { ListedSkill } from '../domain/registry-offer.ts'
import type { RegistryPlace } from '../domain/registry-place.ts'
import { type RegistryRef, registryRefOf } from '../domain/registry-ref.ts'
import { type Judgement, judged, UNREVIEWED } from '../domain/registry-verdict.ts'
import { SkillError } from '../domain/skill-error.ts'
import { WrongStatus } from '../net/wrong-status.ts'
import type { AskRegistry } from './ask-registry.ts'
import * as answers from './clawhub-answers.ts'
import type { Download, Registry } from './registry.ts'
import { handedOn, noSuchSkill, noSuchVersion, notPackage, otherBytes, withheldSkill } from './registry-faults.ts'

/** Of one question; the API's own limit. */
const VERDICTS_MAX = 100
const VERSIONS_MAX = 20

export function openClawhub(place: RegistryPlace, ask: AskRegistry): Registry {
  const versions = async (ref: RegistryRef) => {
    const path = `${skillPath(ref)}/versions?${query({ ownerHandle: ref.owner, limit: String(VERSIONS_MAX) })}`
    const { value } = await ask.json(path, answers.versionsAnswer)
    return each(value.items, answers.versionItem).flatMap(({ version }) =>
      registryRefOf({ ...ref, version, sha256: null }) === undefined ? [] : [version],
    )
  }
  return {
    ...place,
    versions,
    async search(keywords, countMax) {
      const asked = { q: keywords.join(' '), limit: String(countMax), nonSuspiciousOnly: 'true' }
      const { value } = await ask.json(`/api/v1/search?${query(asked)}`, answers.searchAnswer)
      return each(value.results, answers.searchHit)
        .flatMap(({ slug, displayName, summary, version, ownerHandle, owner }) => {
          const ref = refOf(place, { owner: ownerHandle ?? owner?.handle, slug, version })
          return ref?.version ? [listed(ref, displayName, summary)] : []
        })
        .slice(0, countMax)
    },
    async inspect(ref) {
      const { value } = await ask
        .json(`${skillPath(ref)}?${query({ ownerHandle: ref.owner })}`, answers.skillAnswer)
        .catch((error: unknown) => {
          throw error instanceof WrongStatus && error.code === 'not-found' ? noSuchSkill(ref) : error
        })
      const { skill, latestVersion, owner } = value
      if (skill === null) throw noSuchSkill(ref)
      const version = ref.version ?? latestVersion?.version
      const now = refOf(place, { owner: owner?.handle ?? ref.owner, slug: skill.slug, version })
      if (now?.version == null) throw noSuchVersion(ref, [])
      return listed({ ...now, sha256: ref.sha256 }, skill.displayName, skill.summary)
    },
    async verdicts(refs) {
      const all: Judgement[] = []
      for (let at = 0; at < refs.length; at += VERDICTS_MAX) {
        all.push(...(await askVerdicts(refs.slice(at, at + VERDICTS_MAX), ask)))
      }
      return all
    },
    async download(ref) {
      try {
        return await downloaded(ref, ask)
      } catch (error) {
        if (!(error instanceof WrongStatus)) throw error
        if (error.status === 403 || error.status === 451) throw withheldSkill(ref, [error.message])
        if (error.code !== 'not-found') throw error
        throw noSuchVersion(ref, await versions(ref).catch(nothingOf))
      }
    },
  }
}

// A question may name one version of a skill only once, and each answer says what it answers: its place says nothing.
async function askVerdicts(refs: readonly RegistryRef[], ask: AskRegistry): Promise<Judgement[]> {
  const items = new Map(
    refs.map(({ owner, slug, version }) => [key(owner, slug, version), { ownerHandle: owner, slug, version }]),
  )
  const posted = { items: [...items.values()] }
  const { value } = await ask.json('/api/v1/skills/-/security-verdicts', answers.verdictsAnswer, posted)
  const said = new Map<string, Judgement>()
  for (const item of each(value.items, answers.verdictItem)) {
    const { requestedOwnerHandle, requestedSlug, requestedVersion, ok, decision, reasons, security, error } = item
    const verdict = judged({ ok, decision, reasons, status: security?.status ?? null, error: error?.code ?? null })
    said.set(key(requestedOwnerHandle ?? null, requestedSlug, requestedVersion), verdict)
  }
  return refs.map(({ owner, slug, version }) => said.get(key(owner, slug, version)) ?? UNREVIEWED)
}

async function downloaded(ref: RegistryRef, ask: AskRegistry): Promise<Download> {
  const path = `/api/v1/download?${query({ slug: ref.slug, ownerHandle: ref.owner, version: ref.version })}`
  const { bytes, url } = await ask.bytes(path, { accept: 'application/zip', bytesMax: PACKAGE_DOWNLOAD_BYTES_MAX })
  const sha256 = sha256Of(bytes)
  if (ref.sha256 !== null && ref.sha256 !== sha256) throw otherBytes(ref, ref.sha256, sha256)
  // A skill that ClawHub only points at.
  if (bytes.toString('latin1', 0, 1) === '{') throw handedOn(ref)
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw notPackage(ref, 'a zip archive', 'something else')
  return { ref: { ...ref, sha256 }, bytes, from: url }
}

function listed(ref: RegistryRef, title: string | null | undefined, summary: string | null | undefined): ListedSkill {
  const page = `https://${ref.host}/${ref.owner}/skills/${ref.slug}`
  return { ref, title: title ?? ref.slug, summary: summary ?? '', page }
}

type Said = { owner: string | null | undefined; slug: string; version: string | null | undefined }

function refOf(place: RegistryPlace, { owner, slug, version }: Said): RegistryRef | undefined {
  const { kind, host } = place
  const whose = owner?.trim().replace(/^@+/, '').toLowerCase() ?? null
  return registryRefOf({ kind, host, owner: whose, slug: slug.toLowerCase(), version: version ?? null, sha256: null })
}

function skillPath({ slug }: RegistryRef): string {
  return `/api/v1/skills/${encodeURIComponent(slug)}`
}

function query(parameters: Record<string, string | null>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  return new URLSearchParams(given).toString()
}

function key(owner: string | null, slug: string, version: string | null): string {
  return JSON.stringify([owner, slug, version])
}

function each<T>(items: readonly unknown[], schema: z.ZodType<T>): T[] {
  return items.flatMap((item) => schema.safeParse(item).data ?? [])
}

// What would only make a message better.
function nothingOf(error: unknown): string[] {
  if (error instanceof SkillError) return []
  throw error
}
