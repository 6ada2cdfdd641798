// A machine of its own for each test: a folder of the user, a home, and what clients have in their files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { carryOutDisconnect } from '../../src/clients/carry-out-disconnect.ts'
import { carryOutSetup } from '../../src/clients/carry-out-setup.ts'
import { clientFiles } from '../../src/clients/client-files.ts'
import { planDisconnect } from '../../src/clients/disconnect-plan.ts'
import type { Installation } from '../../src/clients/installation.ts'
import { planSetup } from '../../src/clients/setup-plan.ts'
import type { Client } from '../../src/domain/client-channels.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { tempFolder } from '../support/temp-home.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

export type Machine = Installation & { user: string }

export function machine(): Machine {
  const root = tempFolder()
  const user = join(root, 'user')
  mkdirSync(user)
  return {
    user,
    layout: homeLayout(join(root, 'home')),
    node: '/usr/bin/node',
    script: '/opt/skill-cortex/dist/main.js',
    platform: 'linux',
    env: { HOME: user },
  }
}

/** The same machine with another home of ours. */
export function withHome(at: Machine, name: string): Machine {
  return { ...at, layout: homeLayout(join(dirname(at.user), name)) }
}

export async function setUp(client: Client, at: Machine, nameTaken: 'refuse' | 'replace' = 'refuse') {
  const plan = await planSetup(client, at, nameTaken)
  await carryOutSetup(plan, at.layout, NOW)
  return plan
}

export async function disconnect(client: Client, at: Machine) {
  const plan = await planDisconnect(client, at)
  await carryOutDisconnect(plan, at.layout)
  return plan
}

export function serverFile(client: Client, at: Machine): string {
  return clientFiles(client, at).server!
}

export function hooksFile(client: Client, at: Machine): string {
  return clientFiles(client, at).hooks!
}

export function place(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** Every file and folder under the user's folder, with the bytes of the files. */
export function snapshot(at: Machine): Record<string, string> {
  const entries = readdirSync(at.user, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const what = entry.isFile() ? readFileSync(path).toString('base64') : entry.isSymbolicLink() ? 'link' : 'folder'
        return [relative(at.user, path), what] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
