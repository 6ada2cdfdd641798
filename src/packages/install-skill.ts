// Brings in a skill that a registry lists, under its full name there: judged first, downloaded whole, held against the hash
// that is known, and then taken the way of every import, as an installer's that nobody reviewed. Runs nothing; what is not
// whole leaves nothing behind.
import { join } from 'node:path'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { parseRegistryRef, printRegistryRef, type RegistryRef } from '../domain/registry-ref.ts'
import { type Judgement, UNREVIEWED, type Verdict } from '../domain/registry-verdict.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { withTempFolder } from '../files/temp-folder.ts'
import type { Registries } from '../registry/open-registries.ts'
import type { Download, Registry } from '../registry/registry.ts'
import { noSuchVersion, notPackage, withheldSkill } from '../registry/registry-faults.ts'
import type { ReadContext } from '../store/read-found.ts'
import { keepFetched } from './fetch-package.ts'
import type { ImportParts } from './import-skills.ts'
import type { ReadPackages } from './read-package.ts'
import { withPlaces } from './read-places.ts'
import { type TakeAsked, type TakeReport, takeRead } from './take-packages.ts'

export type InstallAsked = Omit<TakeAsked, 'source'> & { ref: string; isDryRun?: boolean }

export type InstallParts = ImportParts & {
  registries: Pick<Registries, 'of'>
  userHome: string
  /** Writes down that it was installed. */
  tell: (event: NewLedgerEvent) => Promise<unknown>
}

/**
 * @property ref the full name of what came, with version and hash. @property renamedFrom what was asked for, where the
 * registry calls it otherwise by now.
 */
export type InstallReport = TakeReport & {
  ref: string
  renamedFrom?: string
  verdict: Exclude<Verdict, 'withheld'>
  why: string[]
  bytes: number
  from: string
}

/**
 * @throws `bad-input` for a ref that is none and for a download that is no package, `refused` where nothing may be asked,
 * for a verdict against it and for other bytes than the hash says, `not-found`, `too-large`, `unreachable`.
 */
export async function installSkill(asked: InstallAsked, parts: InstallParts): Promise<InstallReport> {
  const ref = parseRegistryRef(asked.ref)
  const registry = parts.registries.of(ref)
  const { ref: now } = await registry.inspect(ref)
  const { verdict, why } = await judgementOf(now, registry)
  const came = await registry.download(now)
  const report = await taken(came, asked, parts)
  const name = printRegistryRef(came.ref)
  for (const each of asked.isDryRun === true ? [] : report.taken) {
    if (each.outcome !== 'unchanged')
      await parts.tell({ event: 'skill-installed', actor: 'installer', name: each.name, ref: name })
  }
  const isRenamed = ref.owner !== now.owner || ref.slug !== now.slug
  return {
    ...report,
    ...{ ref: name, verdict, why, bytes: came.bytes.length, from: came.from },
    ...(isRenamed ? { renamedFrom: printRegistryRef(ref) } : {}),
  }
}

// Asked anew each time: what was clean when it was found may be withdrawn by now.
async function judgementOf(
  ref: RegistryRef,
  registry: Registry,
): Promise<Judgement & { verdict: InstallReport['verdict'] }> {
  const { verdict, why } = (await registry.verdicts([ref]))[0] ?? UNREVIEWED
  if (verdict !== 'withheld') return { verdict, why }
  const isGone = why.some((reason) => /not.?found|unavailable|withdrawn/i.test(reason))
  throw isGone ? noSuchVersion(ref, await registry.versions(ref)) : withheldSkill(ref, why)
}

async function taken({ ref, bytes }: Download, asked: InstallAsked, parts: InstallParts): Promise<TakeReport> {
  const label = printRegistryRef(ref)
  return withTempFolder(async (temp) => {
    const place = await keepFetched({ bytes, name: ref.slug, label }, join(temp, 'installed'))
    const userHome = outsidePlace(parts.userHome)?.place ?? parts.userHome
    const context: ReadContext = {
      ...{ userHome, folder: temp, now: parts.now().toISOString() },
      shownAs: new Map([[place, label]]),
    }
    return withPlaces([place], context, (read) => takeRead(onlyOne(read, ref), asked, parts))
  })
}

// What a name stands for is one skill: of an archive of many nobody could say which one was meant.
function onlyOne(read: ReadPackages, ref: RegistryRef): ReadPackages {
  const [first, ...others] = read.packages
  if (others.length > 0) throw notPackage(ref, 'one skill', `${read.packages.length} of them`)
  return { ...read, packages: first === undefined ? [] : [{ ...first, origin: printRegistryRef(ref) }] }
}
