// The second loop on one home: beliefs, directives, consultations, and the two passes that make them. It stands beside the
// first loop; what it needs of others comes as functions.
import { join } from 'node:path'
import type { Cycles } from '../cycles/open-cycles.ts'
import type { Pass } from '../cycles/pass.ts'
import type { LatestTrust } from '../domain/belief-standing.ts'
import type { Cycle } from '../domain/cycle.ts'
import type { OfferedDirective } from '../domain/directive-book.ts'
import { utf8Text } from '../domain/utf8-text.ts'
import type { Publish } from '../events/bus.ts'
import type { Log } from '../events/log.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { Journal } from '../journal/journal.ts'
import { openActivity } from './activity.ts'
import { type Beliefs, openBeliefs } from './belief-store.ts'
import { type Consult, consulting } from './consult.ts'
import { consultPass } from './consult-pass.ts'
import { type ConsultationBook, openConsultationBook } from './consultation-store.ts'
import { type AgentDirectives, openDirectives } from './directive-store.ts'
import { keepReflecting, type ReflectingKeeper } from './keep-reflecting.ts'
import type { Ledger } from './open-ledger.ts'
import { reflectPass } from './reflect-pass.ts'
import { openReflectionBook, type ReflectionRow, reflectionRows } from './reflection-book.ts'
import type { ReadSettings } from './reflection-settings.ts'

const SOUL = 'soul.md'
const SOUL_BYTES_MAX = 64 * 1024

export type Reflection = {
  passes: readonly Pass[]
  beliefs: Beliefs
  directives: AgentDirectives
  consultations: Pick<ConsultationBook, 'all'>
  /** For whoever else has a word for the agent. @returns whether it is new. @throws as AgentDirectives.offer. */
  offerDirective(directive: OfferedDirective): Promise<boolean>
  /** Newest first. */
  history(): Promise<ReflectionRow[]>
  /** Once the engine stands. */
  on(cycles: Cycles, hasProvider: () => boolean): ReflectionOnCycles
}
export type ReflectionOnCycles = {
  consult: Consult
  /** From now on it is looked whether one is due, until it is closed. @param isWanted asked at each look. */
  keep(isWanted: () => boolean): ReflectingKeeper
}

/** What the surfaces get. */
export type SecondLoop = Omit<Reflection, 'passes' | 'on'> & Pick<ReflectionOnCycles, 'consult'>

export type ReflectionParts = {
  layout: HomeLayout
  journal: Pick<Journal, 'streams' | 'readStream'>
  ledger: Pick<Ledger, 'peers' | 'peer' | 'blockPeers' | 'block' | 'recordAssessment' | 'assessedIn'>
  /** As they stand now, which reads the file, and as they were read the last time. */
  settings: { now: ReadSettings; last: ReadSettings }
  /** All of them, the newest first. */
  cycles: () => Promise<readonly Cycle[]>
  publish: Publish
  onTrouble: (error: unknown) => void
  newId: () => string
  now: () => Date
  log: Log
}

export function openReflection(parts: ReflectionParts): Reflection {
  const { layout, ledger, settings, now, log } = parts
  const ofPass = async () => (await parts.cycles()).filter(({ pass }) => pass === 'reflect')
  const activity = openActivity({ ...parts, cycles: async () => (await ofPass()).reverse() })
  const latestOf = async (peers: readonly string[]) => latestTrust(peers, ledger)
  const beliefs = openBeliefs({ layout, settings: settings.last, activity, latestOf, now })
  const directives = openDirectives(parts)
  const book = openReflectionBook(layout)
  const consultations = openConsultationBook(parts)
  const soul = () => readSoul(layout.directives)
  const secondsMax = () => settings.last()['reflection.consultSeconds']
  const shared = { ...parts, settings: settings.now, beliefs, directives, consultations, book, soul }
  return {
    passes: [reflectPass(shared), consultPass(shared)],
    ...{ beliefs, directives, consultations },
    offerDirective: directives.offer,
    history: async () => reflectionRows(await ofPass(), await book.all()),
    on: (cycles, hasProvider) => ({
      consult: consulting({ consultations, run: cycles.run, hasProvider, secondsMax, log }),
      keep: (isWanted) => keepReflecting({ cycles, isWanted, log }),
    }),
  }
}

async function latestTrust(
  peers: readonly string[],
  ledger: Pick<Ledger, 'blockPeers'>,
): Promise<Map<string, LatestTrust>> {
  if (peers.length === 0) return new Map()
  const known = await ledger.blockPeers(peers)
  return new Map(
    known.flatMap(({ peer, history }) => {
      const last = history.at(-1)
      if (last === undefined) return []
      return [[peer.peer_id, { assessmentId: last.assessment_id, trust: last.trust, at: last.timestamp }] as const]
    }),
  )
}

/** A person's file: one that is no text, or no plain file, is refused aloud by whoever reads it next. */
async function readSoul(folder: string): Promise<string | undefined> {
  const read = () => readRegularFile(join(folder, SOUL), SOUL_BYTES_MAX)
  const bytes = (await guarded(`reading directives/${SOUL}`, read))?.bytes
  const text = bytes === undefined ? undefined : utf8Text(bytes)
  return text === undefined || text.trim() === '' ? undefined : text
}
