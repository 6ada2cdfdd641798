// What the scan looks for, one entry a rule. Hints for whoever reads a text before saying yes to it: each can be got
// around, and an honest text can match.
import { findHiddenRuns, findInvisible, findTurning } from './scan-characters.ts'
import * as commands from './scan-commands.ts'
import { anyOf, both, followedBy, near, type Span } from './scan-find.ts'
import { namelessHosts, undeclaredHosts } from './scan-hosts.ts'
import { findConcealments, findOverrides } from './scan-phrases.ts'
import type { Reading } from './scan-reading.ts'
import { findSecrets } from './scan-secrets.ts'
import type { Policy } from './skill.ts'

/** To be raised with every change of what the scan finds: what was found before is kept under it (a test minds). */
export const SCAN_VERSION = 2

export const SEVERITIES = ['severe', 'notable'] as const
export type Severity = (typeof SEVERITIES)[number]

type ScanRule = {
  id: string
  severity: Severity
  reason: string
  find: (reading: Reading, policy: Policy) => Iterable<Span>
}

const PIPE = { first: commands.FETCHED, next: commands.PIPED_TO_SHELL, charsMax: 400, inside: 'line' } as const
const DECODE = { first: commands.DECODED, next: commands.PIPED_TO_SHELL, charsMax: 200, inside: 'line' } as const
const COPY = { first: commands.COPIED, next: commands.TO_AGENT_FILE, charsMax: 200, inside: 'line' } as const
const UNPACK = { first: commands.FETCHED, next: commands.MADE_RUNNABLE, charsMax: 500, inside: 'block' } as const
const RUN = { first: commands.MADE_RUNNABLE, next: commands.RUN_AT_ONCE, charsMax: 200, inside: 'block' } as const
const SEND = { first: commands.PRIVATE_THINGS, next: commands.SENT, charsMax: 200, inside: 'line' } as const

const SEND_FILE = { first: commands.CURL, next: commands.PRIVATE_FILE_SENT, charsMax: 200, inside: 'line' } as const
const DECODE_IN_SHELL = {
  first: commands.SHELL_OF_TEXT,
  next: commands.DECODED,
  charsMax: 300,
  inside: 'line',
} as const
const EVAL = { first: commands.EVAL_OF_BUFFER, next: commands.FROM_ENCODED, charsMax: 300, inside: 'line' } as const

const SENDERS = ['curl', 'wget', 'nc ', 'ncat', 'netcat']
const FETCHERS = ['curl', 'wget', 'iwr ', 'irm ', 'invoke-', 'webclient']
const DECODERS = ['base64', 'atob', 'unhexlify', 'fromhex', 'exec(', 'eval(', 'xxd', 'openssl', 'powershell', 'pwsh']
const AGENT_FILES = [
  ...['claude.md', 'claude.local.md', 'agents.md', 'gemini.md', 'copilot-instructions', '.cursor', '.windsurf'],
  ...['.mcp.json', '.claude', '.codex', '.gemini', '.git/hooks'],
]
const START_FILES = [
  ...['bashrc', 'zshrc', '.profile', '_profile', '.zprofile', '.zshenv', 'config.fish', 'authorized_keys'],
  ...['launchagents', 'autostart', 'crontab', '/cron', 'schtasks', 'launchctl'],
]
const SYSTEM_PATHS = ['/etc/', '/usr/', 'bin/', '/boot/', '/lib/', '/root/', '/system/', '/library/']

/** The gravest first: the first one that matched is what a warning names. */
export const SCAN_RULES: readonly ScanRule[] = [
  rule('hidden-text', 'severe', 'a run of characters that nobody sees can carry orders', findHiddenRuns),
  rule('turned-text', 'severe', 'direction marks make a text look other than it reads', findTurning),
  rule('override-phrase', 'severe', 'it asks to set other instructions aside', findOverrides),
  rule('concealment', 'severe', 'it asks to keep something from the user', findConcealments),
  rule('secret', 'severe', 'a key in a text is read by everyone who reads the text', findSecrets),
  rule(
    'data-sent-out',
    'severe',
    'keys or the environment are sent over the network',
    near(SENDERS, 400, both(followedBy(SEND), followedBy(SEND_FILE))),
  ),
  rule(
    'encoded-payload',
    'severe',
    'what is decoded and run cannot be read before',
    near(
      DECODERS,
      600,
      both(followedBy(DECODE), followedBy(DECODE_IN_SHELL), followedBy(EVAL), anyOf(...commands.DECODED_AND_RUN)),
    ),
  ),
  rule(
    'pipe-to-shell',
    'severe',
    'what is fetched is run before anybody looks at it',
    near(FETCHERS, 600, both(followedBy(PIPE), anyOf(...commands.FETCH_SUBSTITUTED))),
  ),
  rule(
    'agent-file',
    'severe',
    'it writes into files that steer agents',
    near(AGENT_FILES, 400, both(anyOf(...commands.AGENT_FILE_WRITES), followedBy(COPY))),
  ),
  rule(
    'path-escape',
    'severe',
    'it leads out of its folder, or deletes a whole home',
    near(['../', '..\\', 'rm -', 'rm  -'], 120, anyOf(...commands.PATH_ESCAPES)),
  ),
  rule('nameless-host', 'severe', 'a machine is reached by its number, which no policy can name', namelessHosts),
  rule(
    'locked-archive',
    'severe',
    'an archive with a password is read by no scanner',
    near(['unzip', '7z x'], 80, anyOf(...commands.LOCKED_ARCHIVES)),
  ),
  rule(
    'start-file',
    'notable',
    'it changes what runs when a shell or machine starts',
    near(START_FILES, 400, anyOf(...commands.START_FILE_WRITES)),
  ),
  rule(
    'system-path',
    'notable',
    'it writes where the system keeps its own files',
    near(SYSTEM_PATHS, 200, anyOf(...commands.SYSTEM_WRITES)),
  ),
  rule(
    'fetched-program',
    'notable',
    'a program or archive is fetched and made ready to run',
    near(['chmod', 'unzip', 'tar '], 800, both(followedBy(UNPACK), followedBy(RUN))),
  ),
  rule('long-encoded', 'notable', 'a long run of letters that no person can read', commands.findLongEncoded),
  rule('invisible-character', 'notable', 'a character that nobody sees', findInvisible),
  rule('undeclared-network', 'notable', 'a host that the domains of its policy do not cover', (reading, policy) =>
    undeclaredHosts(reading, policy.domains),
  ),
]

function rule(id: string, severity: Severity, reason: string, find: ScanRule['find']): ScanRule {
  return { id, severity, reason, find }
}
