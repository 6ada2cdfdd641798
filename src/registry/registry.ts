// The port of a registry: skills of strangers, found, judged and downloaded. An adapter speaks one protocol to one host and
// keeps nothing; whatever it hands over is a stranger's text and bytes.
import type { ListedSkill } from '../domain/registry-offer.ts'
import type { RegistryPlace } from '../domain/registry-place.ts'
import type { RegistryRef } from '../domain/registry-ref.ts'
import type { Judgement } from '../domain/registry-verdict.ts'

/** @property ref with the hash of these bytes. @property from the URL that they came from in the end. */
export type Download = { ref: RegistryRef; bytes: Buffer; from: string }

/** Each function throws `unreachable`, `too-large` and `not-found` as what is fetched does, and `refused`. */
export type Registry = RegistryPlace & {
  /** The best first, at most `countMax`, each with its version; those that cannot be named are left out. */
  search(keywords: readonly string[], countMax: number): Promise<ListedSkill[]>
  /** What stands under a name now, under the name that it has now, in the version asked for, else the newest. */
  inspect(ref: RegistryRef): Promise<ListedSkill>
  /** The newest first; empty where a registry has none. */
  versions(ref: RegistryRef): Promise<string[]>
  /** One for each, in their order; `unreviewed` where the registry says nothing. */
  verdicts(refs: readonly RegistryRef[]): Promise<Judgement[]>
  /** Of one that `inspect` gave. @throws `refused` for other bytes than a hash that is known says. */
  download(ref: RegistryRef): Promise<Download>
}
