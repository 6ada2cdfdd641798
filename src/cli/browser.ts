// Opens an address in the person's browser, where there is one. No shell: the address is one argument.
import { spawn } from 'node:child_process'

type Machine = { platform: NodeJS.Platform; env: Record<string, string | undefined> }

/** The program and its arguments; undefined where no screen is to be seen. */
export function browserCommand(url: string, { platform, env }: Machine): string[] | undefined {
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return hasScreen ? ['xdg-open', url] : undefined
}

/** Starts it and goes on; that it could not be started is for the person to see, who has the address as well. */
export function openInBrowser(url: string, machine: Machine): void {
  const [program, ...args] = browserCommand(url, machine) ?? []
  if (program === undefined) return
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  child.unref()
}
