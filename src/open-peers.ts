// Puts the ledger of peers on a home, and what keeps it. Whoever judges peers gets it handed over.
import type { Config } from './config.ts'
import type { Cycles } from './cycles/open-cycles.ts'
import { isPassEnabled } from './cycles/pass-settings.ts'
import type { JournalEvent } from './domain/journal-event.ts'
import type { Log } from './events/log.ts'
import type { Journal } from './journal/journal.ts'
import { keepHouse } from './library/housekeeping.ts'
import type { ToolParts } from './mcp/tool.ts'
import type { OpenHome } from './open-home.ts'
import { trustLimits } from './reflection/ledger-settings.ts'
import { type Ledger, openLedger } from './reflection/open-ledger.ts'
import { noPeersCheckpoint, peersCheckpointSchema } from './reflection/peer-memory.ts'
import { reflectionActive } from './reflection/reflection-active.ts'
import { reflectionProvider } from './reflection/reflection-settings.ts'
import { smallDocument } from './store/small-document.ts'

type PeersInputs = Pick<OpenHome, 'layout' | 'journal' | 'bus' | 'now' | 'trouble'> & {
  config: Config
  /** A server keeps what was folded, so that the next start is fast. */
  serving: boolean
  log: Log
}

export type OpenPeers = {
  ledger: Ledger
  /** The journal for who writes what others tell: the ledger hears of each interaction. */
  told: Pick<Journal, 'read' | 'append'>
  /** What the surfaces get. @param cycles by which peers may be judged in a context of its own. */
  parts(cycles: Cycles): Pick<ToolParts, 'ledger' | 'reflectionActive'>
  close(): Promise<void>
}

export function openPeers({ config, serving, log, ...home }: PeersInputs): OpenPeers {
  const { layout, journal, bus, now, trouble } = home
  const { settings } = config
  const ledger = openLedger({
    ...{ journal, now, publish: bus.publish, onTrouble: trouble('ledger') },
    document: smallDocument(layout.peers, peersCheckpointSchema, noPeersCheckpoint),
    lock: `${layout.leases}/peers.all.lock`,
    settings: () => ({ limits: trustLimits(settings), previewCharsMax: settings['reflection.previewCharsMax'] }),
  })
  const chore = { name: 'keeping the fold of peers', firstAfterMs: 15_000, everyMs: 60_000, run: ledger.save }
  const house = serving ? keepHouse([chore], log) : undefined
  const append: Journal['append'] = async (session, event): Promise<JournalEvent> => {
    const written = await journal.append(session, event)
    if (written.event === 'interaction') ledger.noted(written)
    return written
  }
  return {
    ledger,
    told: { read: journal.read, append },
    parts(cycles) {
      const hasProvider = reflectionProvider(settings)['provider.kind'] !== null
      const isEnabled = isPassEnabled(settings, 'reflect')
      return { ledger, reflectionActive: reflectionActive({ cycles, hasProvider, isEnabled, now }) }
    },
    async close() {
      await house?.close()
      if (serving) await ledger.save().catch(trouble('ledger'))
    },
  }
}
