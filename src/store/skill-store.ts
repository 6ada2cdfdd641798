// The port behind which skills are kept. Adapters: file-skill-store.ts; a second one may be a database, so nothing above
// this folder knows about files. One contract suite runs on every adapter (test/store/skill-store.contract.ts).
import type { Client } from '../domain/client-channels.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import type { SkillRecord } from '../domain/record.ts'

/** One skill as it stands, and what tells whether it has changed since. */
export type StoredSkill = {
  name: string
  /** Its document (domain/skill-document.ts): the bytes of its JSON, and the list of its further files. */
  text: string
  /** SHA-256 of that, hex. Writes compare it. */
  digest: string
  /** Opaque; equal stamps mean equal bytes. */
  stamp: string
  modifiedAt: string
  /** Absent for what is kept here. */
  mount?: MountedAt
}

/**
 * Of a skill that is served from a folder of others: whose it is, which client lists it by itself, and the file of its text.
 * It is never written; a change that would is `refused`.
 */
export type MountedAt = { source: string; client?: Client; textPath: string }

export type StoreListing = {
  /** Every skill that may be served, with its stamp. */
  stamps: Map<string, string>
  /** The stamps of the records, also of archived skills. */
  recordStamps: ReadonlyMap<string, string>
  /** What stands there and is not served: contested names, bad paths, links. */
  diagnostics: Diagnostic[]
}

/** What a pure decision sees: the state under the lock. `draft` is the text of the record's draft, if it is whole. */
export type Current = { live: StoredSkill | undefined; record: SkillRecord | undefined; draft?: string | undefined }

/**
 * What it answers. `live` is a document whose files were kept before, `null` archives, absent leaves the skill as it is.
 * `blobs` are stored before all else, and with them the files that stand.
 */
export type Change = { record: SkillRecord; live?: string | null; blobs: string[] }

export type SkillStore = {
  list(): Promise<StoreListing>
  /**
   * Changes when a skill or a record was added, removed or replaced since the last `list`; a few microseconds. An edit in
   * place may leave it as it is, which is what hints are for.
   */
  mark(): string
  /**
   * Straight from where it is kept; undefined when nothing stands there. @throws `damaged` for what is no text in UTF-8 or
   * no plain file. Whether its name is contested only `list` tells.
   */
  read(name: string): Promise<StoredSkill | undefined>
  /** Many at once, at the start; faults of single skills come as diagnostics. */
  readAll(names: Iterable<string>): Promise<{ skills: StoredSkill[]; diagnostics: Diagnostic[] }>
  /** The stamp alone: how a cached copy is revalidated. */
  stamp(name: string): Promise<string | undefined>
  /** The same of its record. */
  recordStamp(name: string): Promise<string | undefined>
  record(name: string): Promise<SkillRecord | undefined>
  /** All records, also of archived skills; damaged ones are left out and reported. */
  records(): Promise<{ records: SkillRecord[]; diagnostics: Diagnostic[] }>
  /** Text of a former version, or undefined when it was never kept or is no longer whole. */
  blob(sha256: string): Promise<string | undefined>
  /** Keeps the bytes of a file for a document that will name them. @returns their SHA-256. */
  keepFile(bytes: Uint8Array): Promise<string>
  /** The bytes of a file of the live, a waiting or a former document; undefined when they stand nowhere whole. */
  file(name: string, file: ManifestFile): Promise<Uint8Array | undefined>
  /**
   * Runs `decide` while this skill is locked for every process, then makes its answer durable: blobs and record first,
   * the skill itself last. When this resolves the change survives a power cut. When it rejects the skill is unchanged; only
   * where the very last sync failed it may stand changed, and whole. `decide` must be pure and may throw a SkillError,
   * which is passed on. @throws `conflict` when the skill was changed without the lock (an editor) while the answer was
   * made durable.
   */
  update<T>(name: string, decide: (current: Current) => { change?: Change; result: T }): Promise<T>
  /** Hints about names that may have changed (undefined: anything may have). Returns its undo. */
  watch(onHint: (name: string | undefined) => void): { close(): Promise<void> }
  /** Removes what killed processes left behind half-written. Quick; done before anything is served. */
  sweep(): Promise<number>
  /** Removes bytes of versions that no record refers to any more. Reads every record; done in the background. */
  sweepBlobs(): Promise<number>
}
