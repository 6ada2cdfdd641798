// Of what is named for an import: the URLs, fetched, in the place of which stand the files that came of them.
import { join } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { withTempFolder } from '../files/temp-folder.ts'
import type { FetchBytes } from '../net/fetcher.ts'
import { fetchPackage, isUrl, type Provenance } from './fetch-package.ts'

/** @property shownAs for `ReadContext`: each temporary file is called by its URL. */
export type FetchedPlaces = { paths: string[]; shownAs: ReadonlyMap<string, string>; fetched: Provenance[] }

export type FetchParts = {
  /** @throws where nothing may be fetched. */
  permitted: (url: string) => Promise<FetchBytes>
  now: () => Date
}

/**
 * One after the other; of paths alone nothing is asked. What came stays while `use` runs, and no longer.
 * @throws as `fetchPackage`, when the first of them does.
 */
export async function withFetched<T>(
  paths: readonly string[],
  { permitted, now }: FetchParts,
  use: (named: FetchedPlaces) => Promise<T>,
): Promise<T> {
  const named = { paths: [...paths], shownAs: new Map<string, string>(), fetched: [] as Provenance[] }
  if (!paths.some(isUrl)) return use(named)
  return withTempFolder(async (temp) => {
    for (const [index, url] of paths.entries()) {
      if (!isUrl(url)) continue
      const fetchBytes = await permitted(url)
      const { place, provenance } = await fetchPackage(url, join(temp, String(index)), { fetchBytes, now })
      named.paths[index] = place
      named.shownAs.set(place, url)
      named.fetched.push(provenance)
    }
    return use(named)
  })
}

export function networkForbidden(url: string): SkillError {
  return new SkillError(
    'refused',
    `"${shown(url)}": expected a path, got a URL, and nothing is fetched unless you allow it`,
    'Add --allow-network, or set "allowNetwork": true in config.json.',
  )
}
