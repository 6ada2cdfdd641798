// Where the home is, and the few settings that a hook must know, without loading the schema of all settings.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { BELIEF_MINUTES, BELIEF_MINUTES_MAX, BELIEF_MINUTES_MIN } from './domain/belief-standing.ts'
import type { Client } from './domain/client-channels.ts'
import { GATE_DEFAULT, type Gate } from './domain/gates.ts'
import {
  type Signals,
  TOOL_SIGNALS,
  TOOL_SIGNALS_DEFAULT,
  TURN_SIGNALS,
  TURN_SIGNALS_DEFAULT,
} from './domain/signal-text.ts'
import { homeLayout } from './files/home-layout.ts'
import { folderStamp, readRegularFileSync } from './files/read-file.ts'

export type HomeOrigin = 'flag' | 'environment' | 'current folder' | 'default'

const CONFIG_BYTES_MAX = 256 * 1024

export function findHome(
  flag: string | undefined,
  env: Record<string, string | undefined>,
): { home: string; homeOrigin: HomeOrigin } {
  if (flag !== undefined) return { home: folderOf(flag), homeOrigin: 'flag' }
  if (env.SKILL_CORTEX_HOME) return { home: folderOf(env.SKILL_CORTEX_HOME), homeOrigin: 'environment' }
  const here = homeLayout(process.cwd())
  const isHome = folderStamp(here.skills) !== '-' && folderStamp(here.usage) !== '-'
  return isHome
    ? { home: here.home, homeOrigin: 'current folder' }
    : { home: join(homedir(), '.skill-cortex'), homeOrigin: 'default' }
}

// `~` as a shell reads it: most clients start us without one.
function folderOf(path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : resolve(path)
}

/** The setting `recall.learn`: off only where somebody said so. @throws when config.json is no JSON. */
export function mayLearn(home: string, env: Record<string, string | undefined>): boolean {
  const fromEnv = env.SKILL_CORTEX_RECALL_LEARN
  if (fromEnv) return fromEnv !== 'off' && fromEnv !== 'false'
  const config = configOf(home)
  const value = config?.['recall.learn'] ?? config?.recall?.learn
  return value !== false && value !== 'off' && value !== 'false'
}

/** The setting `gate`; the strictest for what is none. @throws when config.json is no JSON. */
export function gateOf(home: string, env: Record<string, string | undefined>): Gate {
  const value: unknown = env.SKILL_CORTEX_GATE || configOf(home)?.gate
  if (value === undefined) return GATE_DEFAULT
  return value === 'open' || value === 'guarded' ? value : 'strict'
}

/** The settings `signals.turns` and `signals.tools`; the least for what is none. @throws when config.json is no JSON. */
export function signalsOf(home: string, env: Record<string, string | undefined>): Signals {
  const config = configOf(home)
  const asked = (env: string | undefined, name: string): unknown =>
    env || (config?.[`signals.${name}`] ?? config?.signals?.[name])
  const turns = asked(env.SKILL_CORTEX_SIGNALS_TURNS, 'turns') ?? TURN_SIGNALS_DEFAULT
  const tools = asked(env.SKILL_CORTEX_SIGNALS_TOOLS, 'tools') ?? TOOL_SIGNALS_DEFAULT
  return {
    turns: TURN_SIGNALS.find((each) => each === turns) ?? 'off',
    tools: TOOL_SIGNALS.find((each) => each === tools) ?? 'names',
  }
}

/** The setting `reflection.beliefMinutes`; the least for what is none. @throws when config.json is no JSON. */
export function beliefMinutes(home: string, env: Record<string, string | undefined>): number {
  const config = configOf(home)
  const inFile = () => config?.['reflection.beliefMinutes'] ?? config?.reflection?.beliefMinutes ?? BELIEF_MINUTES
  const minutes = Number(env.SKILL_CORTEX_REFLECTION_BELIEF_MINUTES || inFile())
  const isOne = Number.isInteger(minutes) && minutes >= BELIEF_MINUTES_MIN && minutes <= BELIEF_MINUTES_MAX
  return isOne ? minutes : BELIEF_MINUTES_MIN
}

/**
 * The setting `nativeSkills` for this client. What is no list of texts counts for nothing: the server says what is wrong.
 * @throws when config.json is no JSON.
 */
export function nativeSkills(home: string, client: Client): readonly string[] {
  const own: unknown = configOf(home)?.nativeSkills?.[client]
  return Array.isArray(own) ? own.filter((name): name is string => typeof name === 'string') : []
}

function configOf(home: string) {
  const text = readRegularFileSync(join(home, 'config.json'), CONFIG_BYTES_MAX)?.bytes.toString('utf8')
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the file, which may hold the token.
    throw new Error('config.json: expected a JSON object')
  }
}
