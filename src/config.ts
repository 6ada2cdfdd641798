// The settings: one schema, and for each value where it came from. Flags beat the environment, the environment beats
// config.json, config.json beats the defaults. The only file that reads the environment.
import { delimiter, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { PASS_SETTINGS } from './cycles/pass-settings.ts'
import { CLIENTS } from './domain/client-channels.ts'
import { GATE_DEFAULT, GATES } from './domain/gates.ts'
import { nearestNames } from './domain/nearest-names.ts'
import { TOOL_SIGNALS, TOOL_SIGNALS_DEFAULT, TURN_SIGNALS, TURN_SIGNALS_DEFAULT } from './domain/signal-text.ts'
import { SkillError } from './domain/skill-error.ts'
import { isSkillName } from './domain/skill-name.ts'
import { readRegularFileSync } from './files/read-file.ts'
import { findHome, type HomeOrigin } from './home-location.ts'
import { PROVIDER_SECRETS, PROVIDER_SETTINGS, providerFaults } from './llm/provider-settings.ts'
import { TOOLSETS, TOOLSETS_DEFAULT } from './mcp/tool.ts'
import { LEDGER_SETTINGS } from './reflection/ledger-settings.ts'
import { REFLECTION_SECRETS, REFLECTION_SETTINGS } from './reflection/reflection-settings.ts'
import { REGISTRY_SETTINGS } from './registry/registry-settings.ts'
import { ROUTING_CONFIG, routingFaults } from './routing/routing-config.ts'

const CONFIG_BYTES_MAX = 256 * 1024

const NATIVE_SKILLS = {
  error: `expected an object from names of clients (${CLIENTS.join(', ')}) to lists of skills, or of the first parts of their names`,
}
const FOLDERS = { error: 'expected a list of absolute paths' }
const folderList = z.preprocess(pathList, z.array(z.string(FOLDERS).refine(isAbsolute, FOLDERS), FOLDERS))
const skillList = z.array(z.string(NATIVE_SKILLS).refine(isSkillName, NATIVE_SKILLS), NATIVE_SKILLS)

const SETTINGS = {
  host: { schema: z.string().min(1), fallback: '127.0.0.1', env: 'SKILL_CORTEX_HOST' },
  port: { schema: z.coerce.number().int().min(0).max(65_535), fallback: 7420, env: 'SKILL_CORTEX_PORT' },
  token: {
    schema: z.string().min(16, 'expected at least 16 characters').nullable(),
    fallback: null,
    env: 'SKILL_CORTEX_TOKEN',
  },
  toolsets: {
    schema: z.preprocess(commaList, z.array(z.enum(TOOLSETS)).min(1)),
    fallback: TOOLSETS_DEFAULT,
    env: 'SKILL_CORTEX_TOOLSETS',
  },
  /** How this agent is named in what the stream tells. */
  agentId: {
    schema: z.string().regex(/^[\w.@:-]{1,100}$/, 'expected up to 100 letters, digits and . @ : _ -'),
    fallback: 'agent',
    env: 'SKILL_CORTEX_AGENT_ID',
  },
  gate: { schema: z.enum(GATES), fallback: GATE_DEFAULT, env: 'SKILL_CORTEX_GATE' },
  'recall.learn': {
    schema: z.preprocess(onOrOff, z.boolean({ error: 'expected on or off' })),
    fallback: true,
    env: 'SKILL_CORTEX_RECALL_LEARN',
  },
  'recall.standing': {
    schema: z.preprocess(onOrOff, z.boolean({ error: 'expected on or off' })),
    fallback: true,
    env: 'SKILL_CORTEX_RECALL_STANDING',
  },
  'signals.turns': {
    schema: z.enum(TURN_SIGNALS),
    fallback: TURN_SIGNALS_DEFAULT,
    env: 'SKILL_CORTEX_SIGNALS_TURNS',
  },
  'signals.tools': {
    schema: z.enum(TOOL_SIGNALS),
    fallback: TOOL_SIGNALS_DEFAULT,
    env: 'SKILL_CORTEX_SIGNALS_TOOLS',
  },
  allowNetwork: {
    schema: z.preprocess(onOrOff, z.boolean({ error: 'expected on or off' })),
    fallback: false,
    env: 'SKILL_CORTEX_ALLOW_NETWORK',
  },
  workspaceRoots: { schema: folderList, fallback: [] as string[], env: 'SKILL_CORTEX_WORKSPACE_ROOTS' },
  ...REGISTRY_SETTINGS,
  importRoots: { schema: folderList, fallback: [] as string[], env: 'SKILL_CORTEX_IMPORT_ROOTS' },
  'recall.engine': { schema: z.enum(['bm25f', 'wink']), fallback: 'bm25f', env: 'SKILL_CORTEX_RECALL_ENGINE' },
  ...PROVIDER_SETTINGS,
  ...PASS_SETTINGS,
  ...LEDGER_SETTINGS,
  ...REFLECTION_SETTINGS,
  ...ROUTING_CONFIG,
  // For the file alone: a hook reads it there (home-location.ts).
  nativeSkills: {
    schema: z.partialRecord(z.enum(CLIENTS), skillList, NATIVE_SKILLS),
    fallback: {},
    env: undefined,
  },
} as const

type Key = keyof typeof SETTINGS
type Settings = { [K in Key]: z.output<(typeof SETTINGS)[K]['schema']> }
export type Origin = 'flag' | 'environment' | 'config.json' | 'default'
export type Flags = { home?: string | undefined } & { [K in Key]?: unknown }

export type Config = {
  /** Absolute. */
  home: string
  homeOrigin: HomeOrigin
  settings: Settings
  origins: Record<Key, Origin>
  /** Unknown keys and the like; nothing fails because of them. */
  warnings: string[]
}

/** @throws SkillError `bad-input` that names the setting, where it came from, and what was expected. */
export function readConfig(flags: Flags): Config {
  const { env } = process
  const fromEnvironment = (key: Key) => env[SETTINGS[key].env ?? ''] || undefined
  const { home, homeOrigin } = findHome(flags.home, env)
  const warnings: string[] = []
  const file = readConfigFile(join(home, 'config.json'), warnings)
  const origins: Record<string, Origin> = {}
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(SETTINGS) as Key[]) {
    const candidates: [Origin, unknown][] = [
      ['flag', flags[key]],
      ['environment', fromEnvironment(key)],
      ['config.json', file.get(key)],
      ['default', SETTINGS[key].fallback],
    ]
    const [origin, value] = candidates.find(([, candidate]) => candidate !== undefined)!
    origins[key] = origin
    values[key] = parseSetting(key, value, origin)
  }
  // Each value has just come out of its own schema.
  const settings = values as Settings
  warnings.push(...providerFaults(settings), ...routingFaults(settings))
  return { home, homeOrigin, settings, origins: origins as Record<Key, Origin>, warnings }
}

/** For a secret that a setting names by its variable: read when it is needed, and kept nowhere. */
export function readVariable(name: string): string | undefined {
  return process.env[name]
}

/** Each setting with its value and origin, for `config`. The token is never shown. */
export function explainConfig(config: Config): { key: string; value: unknown; origin: string }[] {
  const keys = Object.keys(SETTINGS) as Key[]
  return [
    { key: 'home', value: config.home, origin: config.homeOrigin },
    ...keys.map((key) => {
      const value = config.settings[key]
      return { key, value: key === 'token' && value !== null ? '[set]' : value, origin: config.origins[key] }
    }),
  ]
}

function parseSetting(key: Key, value: unknown, origin: Origin): unknown {
  const parsed = SETTINGS[key].schema.safeParse(value)
  if (parsed.success) return parsed.data
  const shownValue =
    key === 'token'
      ? 'something shorter'
      : [...PROVIDER_SECRETS, ...REFLECTION_SECRETS].includes(key)
        ? 'something else'
        : JSON.stringify(value)
  throw new SkillError(
    'bad-input',
    `setting "${key}" (${origin}): ${parsed.error.issues[0]?.message}, got ${shownValue}`,
    'Correct it; "skill-cortex config" shows all settings.',
  )
}

// Nested objects become dotted keys: {"recall": {"engine": "wink"}} is recall.engine. A setting that is an object stays one.
function readConfigFile(path: string, warnings: string[]): Map<string, unknown> {
  const text = readRegularFileSync(path, CONFIG_BYTES_MAX)?.bytes.toString('utf8')
  const flat = new Map<string, unknown>()
  if (text === undefined) return flat
  for (const [key, value] of flatten(parseObject(text))) {
    if (Object.hasOwn(SETTINGS, key)) flat.set(key, value)
    else
      warnings.push(
        `config.json: unknown setting "${key}" is ignored; did you mean "${nearestNames(key, Object.keys(SETTINGS), 1)[0]}"?`,
      )
  }
  return flat
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new SkillError('bad-input', 'config.json: expected a JSON object', 'Mend or remove the file.')
}

function flatten(object: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = `${prefix}${key}`
    const nested = Object.hasOwn(SETTINGS, path) ? undefined : z.record(z.string(), z.unknown()).safeParse(value)
    return nested?.success === true ? flatten(nested.data, `${path}.`) : [[path, value] as [string, unknown]]
  })
}

function onOrOff(value: unknown): unknown {
  return value === 'on' || value === 'true' ? true : value === 'off' || value === 'false' ? false : value
}

// As in PATH: a folder's name may hold a comma.
function pathList(value: unknown): unknown {
  return typeof value === 'string' ? value.split(delimiter).filter((part) => part !== '') : value
}

function commaList(value: unknown): unknown {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : value
}
