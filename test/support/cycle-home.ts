// The engine of passes on a home as one process opens it, with everything real but the model. Also for processes of their
// own, which know no test.
import { randomUUID } from 'node:crypto'
import { openCycleLog } from '../../src/cycles/cycle-log.ts'
import { createEngine, type EngineParts } from '../../src/cycles/engine.ts'
import { judgedLibrary } from '../../src/cycles/judged-library.ts'
import type { Pass } from '../../src/cycles/pass.ts'
import { type UndoReport, undoCycle } from '../../src/cycles/undo-cycle.ts'
import type { Gate } from '../../src/domain/gate.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import type { Caller } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open-library.ts'
import { openShelf, type Shelf } from '../../src/library/shelf.ts'
import { createSkillScans } from '../../src/library/skill-scans.ts'
import { createStandings } from '../../src/library/standings.ts'
import { bindingBookOn } from './binding-book.ts'
import { storeOn } from './file-store.ts'
import { scriptedPass } from './scripted-pass.ts'

export const PERSON: Caller = { actor: 'operator', via: 'terminal', author: null }
export const CLIENT: Caller = { actor: 'agent', via: 'save_skill', author: 'client' }
/** Who answers work orders. */
export const EXECUTOR = { kind: 'order' as const, author: 'client' }

export type CycleHomeOptions = {
  gate?: Gate
  now?: () => Date
  passes?: (shelf: Shelf) => readonly Pass[]
  guard?: EngineParts['guard']
  isEnabled?: EngineParts['isEnabled']
  directive?: EngineParts['directive']
  lostOrigin?: () => 'human' | 'machine'
  /** What the engine is given in its place. */
  library?: (real: EngineParts['library']) => EngineParts['library']
}
export type CycleHome = Awaited<ReturnType<typeof openCycleHome>>

export async function openCycleHome(layout: HomeLayout, options: CycleHomeOptions = {}) {
  const { gate = 'guarded', now = () => new Date(), guard = async () => undefined, isEnabled = () => true } = options
  const { passes = (on) => [scriptedPass(on)] } = options
  const lostOrigin = options.lostOrigin ?? (() => 'human' as const)
  const log = () => {}
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
    throw error
  })
  const store = storeOn(layout)
  const scans = createSkillScans(store, { severe: (_, scan) => scan(), known: () => undefined, note: () => {} })
  const isShipped = () => false
  const shelf = await openShelf({ store, publish: log, log, now, lostOrigin, isShipped, scanAhead: scans.ahead })
  const standings = createStandings(gate, () => undefined, scans)
  const parts = { layout, store, shelf, standings, gate, lostOrigin, isShipped, now, log, nearTo: () => [] }
  const { appendLedger } = journal
  const { carryOut: carryOutBinding } = bindingBookOn(shelf, { layout, appendLedger, log, now })
  const opened = openLibrary({ ...parts, appendLedger, carryOutBinding, newId: randomUUID })
  const { library, review } = opened
  const cycleLog = openCycleLog(layout, now)
  const all = passes(shelf)
  const engine = createEngine({
    ...{
      passes: all,
      library: options.library?.(library) ?? library,
      store,
      guard,
      log: cycleLog,
      newId: randomUUID,
      now,
      isEnabled,
    },
    directive: options.directive ?? (async ({ directive }) => directive.builtIn),
    judged: () => judgedLibrary({ shelf, standings, store, gate }),
  })
  const undo = (id: string, by: Caller = PERSON): Promise<UndoReport> =>
    undoCycle(id, by, { library, review, store, log: cycleLog, passes: all })
  return { ...opened, store, shelf, standings, engine, undo, cycleLog, close: () => journal.close() }
}

/** The content of a skill as it stands. */
export async function contentOf({ shelf }: Pick<CycleHome, 'shelf'>, name: string): Promise<string | undefined> {
  return (await shelf.look(name))?.skill.content
}

export function mailText(line: string): string {
  return `# Mail\n\nSend the mail.\n\n${line}\n`
}
