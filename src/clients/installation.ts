// What is known of this installation and of the machine: whatever a client has to be told, and where its files lie.
import type { Program } from '../domain/attachment.ts'
import type { Shell } from '../domain/shell-words.ts'
import type { HomeLayout } from '../files/home-layout.ts'

export type Installation = {
  /** The home that clients are attached to. It need not exist yet. */
  layout: HomeLayout
  /** Absolute: the node that runs now. */
  node: string
  /** Absolute: the built main.js. */
  script: string
  platform: NodeJS.Platform
  env: Record<string, string | undefined>
}

export function programOf({ layout, node, script }: Installation): Program {
  return { node, script, home: layout.home }
}

export function shellOf({ platform }: Installation): Shell {
  return platform === 'win32' ? 'windows' : 'sh'
}

// Where runners put a package that nobody installed; they empty these places when they like.
const RUNNER_CACHES: [runner: string, folder: RegExp][] = [
  ['npx', /[\\/]_npx[\\/]/],
  ['bunx', /[\\/]bunx-[^\\/]+[\\/]/],
  ['pnpm dlx', /[\\/]pnpm(?:-cache|-store)?[\\/](?:[^\\/]+[\\/])*dlx(?:-[^\\/]+)?[\\/]/i],
  ['yarn dlx', /[\\/]dlx-\d+[\\/]/],
]

/** The package runner in whose cache this program lies; undefined for one that stays where it is. */
export function passingRunner({ script }: Pick<Installation, 'script'>): string | undefined {
  return RUNNER_CACHES.find(([, folder]) => folder.test(script))?.[0]
}
