// How each client stands to this home: whether it is in use on this machine, and what its files say of us. Reads only; a
// file that cannot be read is a state like any other.
import { CLIENT_FACTS, CLIENTS, type Client } from '../domain/client-channels.ts'
import { SkillError } from '../domain/skill-error.ts'
import { folderStamp } from '../files/read-file.ts'
import { clientFiles } from './client-files.ts'
import { isChange } from './file-change.ts'
import type { Installation } from './installation.ts'
import { planSetup, type SetupPlan } from './setup-plan.ts'

/**
 * `outdated`: attached, but not as setup would write it today. `elsewhere`: attached to another home. `taken`: something
 * else has our name. `unreadable`: a file cannot be read or may not be written.
 */
export type AttachedState = 'yes' | 'no' | 'outdated' | 'elsewhere' | 'taken' | 'unreadable'

export type ClientStatus = {
  client: Client
  title: string
  found: boolean
  attached: AttachedState
  files: string[]
  /** What is wrong, for `taken` and `unreadable`; the other home for `elsewhere`. */
  note?: string
}

export async function clientStatuses(at: Installation): Promise<ClientStatus[]> {
  const statuses: ClientStatus[] = []
  for (const client of CLIENTS) statuses.push(await statusOf(client, at))
  return statuses
}

async function statusOf(client: Client, at: Installation): Promise<ClientStatus> {
  const { signs, server, hooks } = clientFiles(client, at)
  const status = {
    client,
    title: CLIENT_FACTS[client].title,
    found: signs.some((path) => folderStamp(path) !== '-'),
    files: [server, hooks].filter((path) => path !== undefined),
  }
  try {
    const plan = await planSetup(client, at, 'refuse')
    return { ...status, ...attachedBy(plan) }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { ...status, attached: error.code === 'conflict' ? 'taken' : 'unreadable', note: error.message }
  }
}

function attachedBy(plan: SetupPlan): Pick<ClientStatus, 'attached' | 'note'> {
  const [home] = plan.formerHomes
  if (home !== undefined) return { attached: 'elsewhere', note: `attached to ${home}` }
  if (!plan.files.some(isChange)) return { attached: 'yes' }
  return { attached: plan.files.some((file) => file.hasOurs) ? 'outdated' : 'no' }
}
