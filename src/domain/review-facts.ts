// What can be seen in a skill's text that its policy should speak of: hosts, variables of the environment, credentials,
// commands, tools. Observed, not authoritative: a text can hide all of it, so no finding says that there is nothing.
import { type ListedFile, listedFile } from './listed-file.ts'
import { observedCommands } from './observed-commands.ts'
import { coversDomain } from './policy-scope.ts'
import { type FactText, shellLines } from './shell-fences.ts'
import type { Policy, Skill } from './skill.ts'

/** Of each kind; what is beyond is counted, not kept. */
export const FACTS_MAX = 200

/** @property undeclared the policy says nothing that covers it. */
export type Fact = { name: string; undeclared: boolean }
export type FactList = { found: Fact[]; total: number }
export const FACT_KINDS = ['hosts', 'environment', 'credentials', 'commands', 'tools'] as const
export type FactKind = (typeof FACT_KINDS)[number]
export type ReviewFacts = Record<FactKind, FactList> & {
  /** Hosts that read like stand-ins (your-server.com). Anybody may own one, so they are named apart, not left out. */
  placeholders: string[]
  /** All that belongs to it beside the text. */
  files: ListedFile[]
}

/** @param files what was read of those beside the text; a shell script is commands as a whole. */
export function reviewFacts(skill: Skill, files: readonly FactText[] = []): ReviewFacts {
  const { policy } = skill
  const texts = [{ path: 'SKILL.md', text: textOf(skill) }, ...files]
  const shell = texts.flatMap(shellLines)
  const hosts = namesIn(texts, hostsIn).filter((host) => !RESERVED_PATTERN.test(host))
  const environment = [...namesIn(texts, environmentIn), ...shell.flatMap(({ line }) => variablesIn(line))]
  const credentials = [...namesIn(texts, credentialsIn), ...environment.filter((name) => SECRET_PATTERN.test(name))]
  const named = new Set(policy.credentials.flatMap((name) => [name, `VAULT_${name}`]))
  const isNamed = (name: string) => named.has(name)
  return {
    hosts: factsOf(
      hosts.filter((host) => !PLACEHOLDER_PATTERN.test(host)),
      (host) => policy.domains.some((domain) => coversDomain(domain, host)),
    ),
    environment: factsOf(environment, isNamed),
    credentials: factsOf(credentials, isNamed),
    commands: factsOf(observedCommands(shell), (command) => isCommandDeclared(command, policy)),
    tools: factsOf(
      skill.steps.flatMap(({ tool }) => (tool === undefined ? [] : [tool])),
      (tool) => policy.tools.includes(tool) || policy.tools.includes(ALL_TOOLS),
    ),
    placeholders: [...new Set(hosts.filter((host) => PLACEHOLDER_PATTERN.test(host)))].sort().slice(0, FACTS_MAX),
    files: skill.files.map(listedFile),
  }
}

function textOf({ summary, content, triggers, steps }: Skill): string {
  const said = steps.flatMap(({ action, description = '' }) => [action, description])
  return [summary, ...triggers, content, ...said].join('\n')
}

function namesIn(texts: readonly FactText[], find: (text: string) => string[]): string[] {
  return texts.flatMap(({ text }) => find(text))
}

function factsOf(names: readonly string[], isDeclared: (name: string) => boolean): FactList {
  const distinct = [...new Set(names)].sort()
  const facts = distinct.map((name) => ({ name, undeclared: !isDeclared(name) }))
  // What nobody declared is what is looked for: it is never what is left out first.
  const kept = [...facts.filter((fact) => fact.undeclared), ...facts.filter((fact) => !fact.undeclared)]
  return { found: kept.slice(0, FACTS_MAX), total: facts.length }
}

// Only up to where the path begins; the parser then says which host a program would reach.
const URL_PATTERN = /\b(?:https?|wss?|ftp|ssh|git):\/\/([^\s/?#\\<>"'`(){}|$,;]{1,300})/gi
// Names that nobody can own, and this machine.
const RESERVED_PATTERN =
  /^(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)$|(?:^|\.)example\.(?:com|org|net|edu)$|\.(?:example|test|invalid|localhost)$/
const PLACEHOLDER_PATTERN = /(?:^|\.)(?:example|your-?[a-z0-9-]*|my-?(?:domain|server|site|host|app))\.[a-z.]{2,24}$/

function hostsIn(text: string): string[] {
  const authorities = new Set([...text.matchAll(URL_PATTERN)].map((match) => match[1]!))
  return [...authorities].flatMap((authority) => {
    // Markdown and sentences end behind an address without a space.
    const bare = `http://${authority.replace(/[\])}.:!*_~]{1,20}$/, '')}`
    const host = URL.canParse(bare) ? new URL(bare).hostname : ''
    return host === '' ? [] : [host]
  })
}

const ENVIRONMENT_PATTERNS = [
  /\b(?:process|import\.meta)\.env(?:\.|\[\s{0,4}["'`])([A-Za-z_]\w{0,127})/g,
  /\bos\.environ(?:\.get\(|\[)\s{0,4}["']([A-Za-z_]\w{0,127})/g,
  /\b(?:getenv|env\.get)\(\s{0,4}["']([A-Za-z_]\w{0,127})/gi,
  /\bENV(?:\.fetch\(|\[)\s{0,4}["']([A-Za-z_]\w{0,127})/g,
  /\b(VAULT_[A-Z0-9_]{1,127})\b/g,
]
// Every shell has them; they say nothing about a skill.
const EVERYWHERE = new Set(
  [
    'NODE_ENV HOME PATH PWD OLDPWD USER LOGNAME SHELL TMPDIR TMP TEMP LANG LC_ALL TERM EDITOR HOSTNAME IFS UID',
    'RANDOM SECONDS LINENO OSTYPE BASH_SOURCE BASH_VERSION CI DEBUG PORT TZ COLUMNS LINES',
  ]
    .join(' ')
    .split(' '),
)

function environmentIn(text: string): string[] {
  return ENVIRONMENT_PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!)).filter(
    (name) => !EVERYWHERE.has(name),
  )
}

// By custom a variable of the environment is upper case, and one of the script is not.
const VARIABLE_PATTERN = /\$(?:\{[!#]?)?([A-Z_][A-Z0-9_]{0,127})\b/g

function variablesIn(line: string): string[] {
  return [...line.matchAll(VARIABLE_PATTERN)].map((match) => match[1]!).filter((name) => !EVERYWHERE.has(name))
}

const SECRET_WORDS = 'API_?KEY|ACCESS_?KEY|SECRET|TOKEN|PASSWORD|PASSWD|PRIVATE_?KEY|CREDENTIALS?'
const SECRET_PATTERN = new RegExp(`(?:^|_)(?:${SECRET_WORDS})(?:_|$)`, 'i')
// Upper case with an underscore, or one that is set apart as a placeholder.
const CREDENTIAL_PATTERNS = [
  /(?<![A-Za-z0-9_])([A-Z][A-Z0-9]{0,63}(?:_[A-Z0-9]{1,63}){1,8})(?![A-Za-z0-9_])/g,
  /<credential:([A-Za-z][\w-]{0,127})>/g,
]

function credentialsIn(text: string): string[] {
  const [written, placed] = CREDENTIAL_PATTERNS.map((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!))
  return [...written!.filter((name) => SECRET_PATTERN.test(name)), ...placed!]
}

const ALL_TOOLS = 'ALL'
const SHELL_TOOL_PATTERN = /^(?:bash|shell|sh|zsh|powershell|terminal|run_terminal_cmd)$/i

function isCommandDeclared(command: string, { tools, sideEffects }: Policy): boolean {
  const isTool = (tool: string) =>
    tool === ALL_TOOLS || tool === command || SHELL_TOOL_PATTERN.test(tool) || tool.startsWith(`Bash(${command}`)
  return tools.some(isTool) || sideEffects.some((effect) => effect === `shell:${command}` || effect === 'shell:*')
}
