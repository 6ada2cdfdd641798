// Goal: five clients, each with a server of its own on one home, work as if there were one (row 6, issue 1/9).
// Method: five stdio servers write at once; nothing may be lost, and each save must be found through every other server,
// by name and by recall, within a second of its acknowledgement.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { contentOf, createPledges } from './support/pledges.ts'
import { becomes } from './support/waiting.ts'

const CLIENTS = 5
const SAVES = 30
const SEEN_MS_MAX = 1_000
const FOLDERS = Array.from({ length: CLIENTS }, (_, client) => `client-${client}`)
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

const recallSchema = z.object({ hits: z.array(z.object({ name: z.string() })) })

test('five servers on one home lose nothing and see each other within a second', async () => {
  const home = tempFolder()
  const servers = await Promise.all(FOLDERS.map(() => startStdio(home)))
  const pledges = createPledges()
  const slowest = await Promise.all(servers.map((server, client) => writeAndAsk(server, client)))

  for (const server of servers) expect(await pledges.broken(server)).toEqual([])
  await Promise.all(servers.map((server) => server.stop()))
  expect(homeFaults(home)).toEqual([])
  console.log(
    `five-clients: 0 of ${pledges.acknowledged()} lost; seen elsewhere after at most ${Math.max(...slowest)} ms`,
  )

  async function writeAndAsk(server: AttachedServer, client: number): Promise<number> {
    let slowest = 0
    for (let save = 0; save < SAVES; save++) {
      const name = `${FOLDERS[client]}/skill-${save}`
      const word = ownWord(client, save)
      const content = `# Tighten\n\nTighten the ${word}.`
      expect(await pledges.save(server, name, content)).toBe(true)
      const other = servers[(client + 1 + (save % (CLIENTS - 1))) % CLIENTS]!
      slowest = Math.max(slowest, await seenBy(other, name, content, `tighten the ${word}`))
    }
    return slowest
  }
})

// A word that no other skill holds, so that recall has one right answer.
function ownWord(client: number, save: number): string {
  return `zq${ALPHABET[client]}${ALPHABET[Math.floor(save / 26)]}${ALPHABET[save % 26]}vox`
}

async function seenBy(server: AttachedServer, name: string, content: string, message: string): Promise<number> {
  const byName = await becomes(
    () => contentOf(server, name),
    (found) => found === content,
    SEEN_MS_MAX,
  )
  const byRecall = await becomes(
    () => recalled(server, message),
    (names) => names.includes(name),
    SEEN_MS_MAX,
  )
  return Math.max(byName, byRecall)
}

async function recalled(server: AttachedServer, message: string): Promise<string[]> {
  const { data } = await server.call('recall_skills', { message, force: true })
  return recallSchema.parse(data).hits.map((hit) => hit.name)
}
