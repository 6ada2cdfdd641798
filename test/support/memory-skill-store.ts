// SkillStore in memory: the second adapter under the port's contract, and the real thing for tests that need no disk.
import type { Diagnostic } from '../../src/domain/diagnostic.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import type { SkillRecord } from '../../src/domain/record.ts'
import { parseSkillName } from '../../src/domain/skill-name.ts'
import { createKeyedQueue } from '../../src/files/keyed-queue.ts'
import type { Current, SkillStore, StoredSkill } from '../../src/store/skill-store.ts'
import { NOW } from './builders.ts'

export type MemorySkillStore = SkillStore & {
  /** What a person with an editor does: no lock, no record. `undefined` removes. */
  place(name: string, text: string | undefined): void
}

export function memorySkillStore(): MemorySkillStore {
  const skills = new Map<string, StoredSkill>()
  const records = new Map<string, SkillRecord>()
  const recordStamps = new Map<string, string>()
  const blobs = new Map<string, string>()
  const files = new Map<string, Uint8Array>()
  const listeners = new Set<(name: string | undefined) => void>()
  const queue = createKeyedQueue()
  let changes = 0

  const place = (name: string, text: string | undefined) => {
    changes++
    if (text === undefined) skills.delete(name)
    else skills.set(name, { name, text, digest: sha256Of(text), stamp: String(changes), modifiedAt: NOW })
    for (const tell of listeners) tell(name)
  }
  const read = (name: string) => skills.get(parseSkillName(name))
  const noDiagnostics: Diagnostic[] = []
  return {
    place,
    list: async () => ({
      stamps: new Map([...skills].map(([name, { stamp }]) => [name, stamp])),
      recordStamps: new Map(recordStamps),
      diagnostics: noDiagnostics,
    }),
    mark: () => String(changes),
    read: async (name) => read(name),
    readAll: async (names) => ({
      skills: [...names].flatMap((name) => skills.get(name) ?? []),
      diagnostics: noDiagnostics,
    }),
    stamp: async (name) => read(name)?.stamp,
    recordStamp: async (name) => recordStamps.get(parseSkillName(name)),
    record: async (name) => records.get(parseSkillName(name)),
    records: async () => ({ records: [...records.values()], diagnostics: noDiagnostics }),
    blob: async (sha256) => blobs.get(sha256),
    keepFile: async (bytes) => {
      const sha256 = sha256Of(bytes)
      files.set(sha256, bytes)
      return sha256
    },
    file: async (_name, { sha256 }) => files.get(sha256),
    update: async (name, decide) =>
      queue(parseSkillName(name), async () => {
        const record = records.get(name)
        const draft = record?.draft == null ? undefined : blobs.get(record.draft.digest)
        const current: Current = { live: skills.get(name), record, draft }
        const { change, result } = decide(current)
        if (change === undefined) return result
        for (const text of change.blobs) blobs.set(sha256Of(text), text)
        records.set(name, change.record)
        recordStamps.set(name, String(++changes))
        if (change.live !== undefined) place(name, change.live ?? undefined)
        return result
      }),
    watch(onHint) {
      listeners.add(onHint)
      return { close: async () => void listeners.delete(onHint) }
    },
    sweep: async () => 0,
    sweepBlobs: async () => 0,
  }
}
