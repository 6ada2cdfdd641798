// Where each client keeps its configuration, by system and environment: the user's own, never a project's. Only names
// paths; whether anything is there is for others to look.
import { posix, win32 } from 'node:path'
import type { Client } from '../domain/client-channels.ts'
import type { ConfigForm } from '../domain/client-forms.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Installation } from './installation.ts'

export type ClientFiles = Partial<Record<ConfigForm['file'], string>> & {
  /** Any of these is there when the client is in use. */
  signs: string[]
}

/** @throws `bad-input` when the environment does not say where the user's folder is. */
export function clientFiles(client: Client, machine: Pick<Installation, 'platform' | 'env'>): ClientFiles {
  const { join } = machine.platform === 'win32' ? win32 : posix
  const { env } = machine
  const home = userFolder(machine)
  switch (client) {
    case 'claude-code': {
      const own = env.CLAUDE_CONFIG_DIR || undefined
      const folder = own ?? join(home, '.claude')
      const server = join(own ?? home, '.claude.json')
      return { server, hooks: join(folder, 'settings.json'), signs: [server, folder] }
    }
    case 'claude-desktop': {
      const folder = join(settingsFolder(machine), 'Claude')
      return { server: join(folder, 'claude_desktop_config.json'), signs: [folder] }
    }
    case 'cursor': {
      const folder = join(home, '.cursor')
      return { server: join(folder, 'mcp.json'), hooks: join(folder, 'hooks.json'), signs: [folder] }
    }
    case 'vscode': {
      const folder = join(settingsFolder(machine), 'Code', 'User')
      // A file of our own beside those of others: the client reads every one in that folder.
      const hooks = join(home, '.copilot', 'hooks', 'skill-cortex.json')
      return { server: join(folder, 'mcp.json'), hooks, signs: [folder] }
    }
    case 'codex': {
      const folder = env.CODEX_HOME || join(home, '.codex')
      return { server: join(folder, 'config.toml'), hooks: join(folder, 'hooks.json'), signs: [folder] }
    }
    case 'gemini': {
      const folder = join(home, '.gemini')
      return { server: join(folder, 'settings.json'), signs: [folder] }
    }
  }
}

function userFolder({ platform, env }: Pick<Installation, 'platform' | 'env'>): string {
  const folder = platform === 'win32' ? env.USERPROFILE || env.HOME : env.HOME
  if (folder) return folder
  throw new SkillError(
    'bad-input',
    `expected $${platform === 'win32' ? 'USERPROFILE' : 'HOME'} to name your folder, got nothing`,
    'Set it; the configuration of the clients lies under it.',
  )
}

/** Where desktop programs keep their settings. */
function settingsFolder(machine: Pick<Installation, 'platform' | 'env'>): string {
  const { platform, env } = machine
  const home = userFolder(machine)
  if (platform === 'win32') return env.APPDATA || win32.join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME || posix.join(home, '.config')
}
