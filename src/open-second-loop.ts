// Puts the second loop on a home: the settings as they stand when a cycle begins, the model that it asks, and the two things
// that it adds to a recall. Removing the folder reflection/ means removing this file, open-peers.ts and their lines.
import { randomUUID } from 'node:crypto'
import { type Config, type Flags, readConfig } from './config.ts'
import type { Cycles } from './cycles/open-cycles.ts'
import { isPassEnabled } from './cycles/pass-settings.ts'
import type { ContextSource } from './domain/context-source.ts'
import type { Log } from './events/log.ts'
import type { OpenHome } from './open-home.ts'
import { openReflection, type Reflection, type ReflectionParts, type SecondLoop } from './reflection/open-reflection.ts'
import { beliefContext, directiveContext } from './reflection/reflection-context.ts'
import { reflectionProvider } from './reflection/reflection-settings.ts'

type SecondLoopInputs = Pick<OpenHome, 'layout' | 'journal' | 'bus' | 'now' | 'trouble'> & {
  config: Config
  flags: Flags
  ledger: ReflectionParts['ledger']
  /** The engine, which is opened after its passes. */
  cycles: () => Pick<Cycles, 'cycles'>
  log: Log
}

export type OpenSecondLoop = Pick<Reflection, 'passes' | 'offerDirective'> & {
  /** Whose items go before those of all others. */
  sources: { directives: ContextSource; beliefs: ContextSource }
  /** The settings as they stand now, with the model that the reflection asks. */
  readSettings: () => Config['settings']
  /** For the end of the index. */
  blockNow(charsMax: number): string
  on(cycles: Cycles): SecondLoop
  /** From now on a server reflects when it is due. */
  keep(cycles: Cycles): { close(): Promise<void> }
}

export function openSecondLoop({ config, flags, ledger, cycles, log, ...home }: SecondLoopInputs): OpenSecondLoop {
  const { layout, journal, bus, now, trouble } = home
  let { settings } = config
  const readSettings = () => {
    settings = readConfig(flags).settings
    return reflectionProvider(settings)
  }
  const hasProvider = () => reflectionProvider(settings)['provider.kind'] !== null
  const reflection = openReflection({
    ...{ layout, journal, ledger, now, log, publish: bus.publish, onTrouble: trouble('reflection') },
    settings: { now: readSettings, last: () => settings },
    cycles: () => cycles().cycles(),
    newId: () => randomUUID().slice(0, 8),
  })
  const { passes, offerDirective, on, ...shown } = reflection
  return {
    ...{ passes, offerDirective, readSettings },
    sources: { directives: directiveContext(reflection.directives), beliefs: beliefContext(reflection.beliefs) },
    blockNow: reflection.beliefs.blockNow,
    on: (engine) => ({ ...shown, offerDirective, consult: on(engine, hasProvider).consult }),
    keep: (engine) => {
      const isWanted = () => hasProvider() && isPassEnabled(settings, 'reflect') && settings['reflection.unattended']
      const keeper = on(engine, hasProvider).keep(isWanted)
      const stop = bus.subscribe((fact) => {
        if (fact.kind === 'live-event' && fact.type === 'ledger.after_record') keeper.nudge()
      })
      return {
        async close() {
          stop()
          await keeper.close()
        },
      }
    },
  }
}
