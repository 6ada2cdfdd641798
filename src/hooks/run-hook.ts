// `skill-cortex hook <event> --client <name> [--home DIR]`: run by a client at its own moments, once for each, so it loads
// as little as it can. Whatever is wrong, it prints nothing and exits with 0, since another code would stop a client's
// turn; what was wrong stands in a line of cortex/hooks.log.
import type { Client } from '../domain/client-channels.ts'
import type { Gate } from '../domain/gates.ts'
import { HOOK_CLIENTS, HOOK_EVENTS, HOOKED_CLIENT, type HookClient, type HookEvent } from '../domain/hook-names.ts'
import type { Signals } from '../domain/signal-text.ts'
import { type HomeLayout, homeLayout } from '../files/home-layout.ts'
import { folderStamp } from '../files/read-file.ts'
import { readStdin, writeStdout } from '../files/read-stdin.ts'
import { noteTrouble } from '../files/trouble-log.ts'
import { createEventWriter } from '../journal/event-writer.ts'
import { readHookInput } from './hook-input.ts'
import { hookWork } from './hook-work.ts'

const INPUT_BYTES_MAX = 4 * 1024 * 1024

export type HookSurroundings = {
  /** Where the home is when `--home` does not say. */
  home: (flag: string | undefined) => string
  /** The setting `recall.learn`. */
  mayLearn: (home: string) => boolean
  /** The setting `gate`. */
  gate: (home: string) => Gate
  /** The setting `nativeSkills`. */
  nativeSkills: (home: string, client: Client) => readonly string[]
  /** The settings `signals.*`. */
  signals: (home: string) => Signals
  /** The setting `reflection.beliefMinutes`. */
  beliefMinutes: (home: string) => number
  now: () => Date
}

export async function runHook(args: readonly string[], around: HookSurroundings): Promise<void> {
  let layout: HomeLayout | undefined
  const onTrouble = (error: unknown) => {
    if (layout !== undefined)
      noteTrouble(layout.hooksLog, `${around.now().toISOString()} hook ${args.join(' ')}`, error)
  }
  try {
    // First of all, and whatever comes of it: a client may mind when nobody takes what it has to say.
    const input = readStdin(INPUT_BYTES_MAX)
    const standing = homeLayout(around.home(option(args, '--home')))
    // Looking at a home must not make one.
    if (folderStamp(standing.skills) === '-' && folderStamp(standing.cortex) === '-') return
    layout = standing
    writeStdout(await answer(args, input, standing, { around, onTrouble }))
  } catch (error) {
    onTrouble(error)
  }
}

async function answer(
  args: readonly string[],
  text: string | undefined,
  layout: HomeLayout,
  { around, onTrouble }: { around: HookSurroundings; onTrouble: (error: unknown) => void },
): Promise<string> {
  const { event, client } = readArguments(args)
  if (text === undefined) throw new Error(`expected at most ${INPUT_BYTES_MAX} bytes on stdin, got more`)
  const input = readHookInput(text)
  if (input === undefined) throw new Error('expected a JSON object on stdin')
  const { append } = createEventWriter(layout, { now: around.now, newId })
  const mayLearn = around.mayLearn(layout.home)
  const gate = () => around.gate(layout.home)
  const ownSkills = () => around.nativeSkills(layout.home, HOOKED_CLIENT[client])
  const signals = () => around.signals(layout.home)
  const beliefMinutes = () => around.beliefMinutes(layout.home)
  const asked = { mayLearn, gate, ownSkills, signals, beliefMinutes }
  return hookWork(event, { layout, client, input, ...asked, now: around.now(), append, onTrouble })
}

function readArguments(args: readonly string[]): { event: HookEvent; client: HookClient } {
  const event = HOOK_EVENTS.find((each) => each === args[0])
  const client = HOOK_CLIENTS.find((each) => each === option(args, '--client'))
  if (event === undefined) throw new Error(`expected one of ${HOOK_EVENTS.join(', ')}, got "${args[0] ?? ''}"`)
  if (client === undefined) throw new Error(`--client: expected one of ${HOOK_CLIENTS.join(', ')}`)
  return { event, client }
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}

// Loading the generator of UUIDs would take longer than all that is written down here.
function newId(): string {
  const parts = [Date.now(), process.pid, Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)]
  return `hook-${parts.map((part) => part.toString(36)).join('-')}`
}
