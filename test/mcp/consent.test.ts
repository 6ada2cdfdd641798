// What is a person's to decide is asked of the user, in both eras and over both transports; only a form that was accepted
// with "yes" is a yes. Every row is played by a real client against a real server.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Answered,
  type Asked,
  type ClientKind,
  connectClient,
  type McpClient,
  type Target,
} from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const LIST_CHANGED = 'notifications/resources/list_changed'
const TOOLSETS = ['--toolsets', 'core,manage']

const { folder: home, remove } = makeFolder()
let http: HttpServer
let count = 0

beforeAll(async () => {
  http = await startHttpServer(home, { args: TOOLSETS })
})
afterAll(async () => {
  await http.stop()
  remove()
})

// The person gave this client the token; without it nobody is asked over HTTP.
const onHttp = (): Target => ({
  kind: 'http',
  url: http.url,
  headers: { authorization: `Bearer ${readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()}` },
})
const onOpenHttp = (): Target => ({ kind: 'http', url: http.url })
const onStdio = (): Target => ({ kind: 'stdio', home, args: TOOLSETS })

const CLIENTS: [who: string, kind: ClientKind, target: () => Target][] = [
  ['a 2025 client (sdk 1) on stdio', 'v1', onStdio],
  ['a 2025 client (sdk 1) in an HTTP session', 'v1', onHttp],
  ['a 2025 client (sdk 2) on stdio', 'v2 default', onStdio],
  ['a 2025 client (sdk 2) in an HTTP session', 'v2 default', onHttp],
  ['a 2026 client on stdio', 'v2 pin 2026-07-28', onStdio],
  ['a 2026 client over HTTP', 'v2 pin 2026-07-28', onHttp],
]

type Outcome = 'archived' | 'refused' | 'proposed'
const ANSWERS: [what: string, answer: Answered, outcome: Outcome][] = [
  ['accepts with yes', { action: 'accept', content: { decision: 'yes' } }, 'archived'],
  ['accepts with no', { action: 'accept', content: { decision: 'no' } }, 'refused'],
  ['declines', { action: 'decline' }, 'refused'],
  ['declines, with a yes in the form', { action: 'decline', content: { decision: 'yes' } }, 'refused'],
  ['cancels', { action: 'cancel' }, 'proposed'],
  ['cancels, with a yes in the form', { action: 'cancel', content: { decision: 'yes' } }, 'proposed'],
  ['accepts without a decision', { action: 'accept', content: {} }, 'proposed'],
  ['accepts without a form', { action: 'accept' }, 'proposed'],
  ['accepts with another word', { action: 'accept', content: { decision: 'YES' } }, 'proposed'],
  ['accepts with true', { action: 'accept', content: { decision: true } }, 'proposed'],
]

describe.each(CLIENTS)('%s', (_who, kind, target) => {
  let client: McpClient
  let answer: Answered
  const asked: Asked[] = []

  beforeAll(async () => {
    client = await connectClient(kind, target(), 'pen-and-paper', async (question) => {
      asked.push(question)
      return answer
    })
    await listening(client, kind)
  })
  afterAll(() => client.close())

  test.each(ANSWERS)('whose user %s', async (_what, given, outcome) => {
    const name = handPlaced()
    answer = given
    const before = asked.length
    const result = await client.call('delete_skill', { name, reason: 'nobody needs it' })
    expect(asked.length).toBe(before + 1)
    expectOutcome(name, result, outcome)
  })

  test('is shown what would happen, why, and who asks', async () => {
    const name = handPlaced()
    answer = { action: 'decline' }
    await client.call('delete_skill', { name, reason: 'nobody\n"needs" it' })
    const { message, requestedSchema } = asked.at(-1)!
    expect(message).toContain(`archive "${name}" (written by a person, released)`)
    expect(message).toContain('The agent of "pen-and-paper"')
    // On one line and inside its quotation marks: the agent's words must not look like ours.
    expect(message).toContain(`Its reason, in its words: "nobody 'needs' it"\nNothing is done unless you answer yes.`)
    expect(requestedSchema).toMatchObject({
      type: 'object',
      properties: { decision: { type: 'string', enum: ['yes', 'no'] } },
      required: ['decision'],
    })
  })

  test('is not asked about what the agent may do itself', async () => {
    const name = `own-${++count}`
    await client.call('save_skill', { name, content: `# Own ${name}\n\nSomething of the agent's, number ${count}.\n` })
    const before = asked.length
    expectOutcome(name, await client.call('delete_skill', { name }), 'archived')
    expect(asked.length).toBe(before)
  })

  test('is asked for a promotion, and once for all names of a bulk_delete', async () => {
    const [first, second] = [handPlaced(), handPlaced()]
    answer = { action: 'accept', content: { decision: 'yes' } }
    const own = `own-${++count}`
    await client.call('save_skill', {
      name: own,
      content: `# Own ${own}\n\nSomething of the agent's, number ${count}.\n`,
    })
    const promoted = await client.call('skill_write', { operation: 'promote', name: own })
    expect(promoted.structuredContent).toMatchObject({ operation: 'promote', name: own, lifecycle: 'verified' })

    const before = asked.length
    const names = [first, own, 'not/there', second]
    const deleted = await client.call('skill_write', { operation: 'bulk_delete', names })
    expect(asked.length).toBe(before + 1)
    expect(deleted.structuredContent?.results).toMatchObject([
      { name: first, result: 'done' },
      { name: own, result: 'done' },
      { name: 'not/there', result: 'failed', code: 'not-found' },
      { name: second, result: 'done' },
    ])
  })

  test('is asked for a merge, and sees which goes into which', async () => {
    const [target, source] = [handPlaced(), handPlaced()]
    answer = { action: 'decline' }
    const merge = { operation: 'merge', name: target, source, reason: 'both say the same' }
    const refused = await client.call('skill_write', merge)
    expect(refused.content[0]?.text).toMatch(/^refused: the user was asked .* and said no/)
    expect(asked.at(-1)!.message).toContain(`merge "${source}" into "${target}"`)
    expect(existsSync(fileOf(source))).toBe(true)
    answer = { action: 'accept', content: { decision: 'yes' } }
    const merged = await client.call('skill_write', merge)
    expect(merged.structuredContent).toMatchObject({ operation: 'merge', name: target, changed: true })
    expect([existsSync(fileOf(target)), existsSync(fileOf(source))]).toEqual([true, false])
  })

  test('whose user sees a skill change before the answer: nothing is done', async () => {
    const name = handPlaced()
    const changing = await connectClient(kind, target(), 'slow-reader', async () => {
      writeSkill(home, name, '# Changed meanwhile\n\nSomething else.\n')
      return { action: 'accept', content: { decision: 'yes' } }
    })
    onTestFinished(() => changing.close())
    await listening(changing, kind)
    const result = await changing.call('delete_skill', { name })
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toMatch(/^conflict: .*changed since/)
    expect(existsSync(fileOf(name))).toBe(true)
    expect(proposed(name)).toEqual([])
  })
})

describe.each(CLIENTS)('%s that cannot show forms', (_who, kind, target) => {
  test('gets a proposal', async () => {
    const name = handPlaced()
    const client = await connectClient(kind, target())
    onTestFinished(() => client.close())
    expectOutcome(name, await client.call('delete_skill', { name }), 'proposed')
  })
})

describe.each<ClientKind>(['v1', 'v2 default', 'v2 pin 2026-07-28'])(
  'a client (%s) over HTTP without the token',
  (kind) => {
    test('is not believed to speak for the person, and asks nobody', async () => {
      const name = handPlaced()
      const asked: Asked[] = []
      const client = await connectClient(kind, onOpenHttp(), 'self-made', async (question) => {
        asked.push(question)
        return { action: 'accept', content: { decision: 'yes' } }
      })
      onTestFinished(() => client.close())
      await listening(client, kind)
      expectOutcome(name, await client.call('delete_skill', { name }), 'proposed')
      expect(asked).toEqual([])
    })
  },
)

/** A skill that a person wrote, under a name of its own. */
function handPlaced(): string {
  const name = `hand/skill-${++count}`
  writeSkill(home, name, `# Skill ${count}\n\nHow a person does thing number ${count}.\n`)
  return name
}

// A session over HTTP is asked on the stream that it opens after its handshake.
async function listening(client: McpClient, kind: ClientKind): Promise<void> {
  if (kind === 'v2 pin 2026-07-28') return
  await vi.waitFor(async () => {
    writeSkill(home, 'touched', `# Touched ${++count}\n`)
    await client.call('list_skills')
    expect(client.notified()).toContain(LIST_CHANGED)
  }, SOON)
}

function fileOf(name: string): string {
  return join(home, 'skills', `${name}.json`)
}

function jsonLines(path: string): Record<string, unknown>[] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
}

type Proposal = { id: string; actor: string; via: string; author: string; request: { kind: string; name: string } }

function proposed(name: string): Proposal[] {
  const path = join(home, 'cortex/proposals.json')
  const { open } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { open: [] }
  return open.filter((proposal: Proposal) => proposal.request.name === name)
}

function expectOutcome(name: string, result: Awaited<ReturnType<McpClient['call']>>, outcome: Outcome): void {
  const said = result.content[0]?.text
  const ledger = jsonLines(join(home, 'cortex/ledger.jsonl')).filter((line) => line.name === name)
  expect(existsSync(fileOf(name)), said).toBe(outcome !== 'archived')
  expect(proposed(name).length, said).toBe(outcome === 'proposed' ? 1 : 0)
  if (outcome === 'archived') {
    expect(result.structuredContent).toMatchObject({ name, archived: true })
    const actor = name.startsWith('own-') ? 'agent' : 'operator'
    expect(ledger.at(-1)).toMatchObject({ event: 'skill-archived', actor })
  } else if (outcome === 'proposed') {
    expect(result.structuredContent).toMatchObject({ name, archived: false, proposal: proposed(name)[0]!.id })
    expect(proposed(name)[0]).toMatchObject({ actor: 'agent', via: 'delete_skill', request: { kind: 'archive' } })
  } else {
    expect(result.isError).toBe(true)
    expect(said).toMatch(/^refused: the user was asked whether to archive .*, and said no\. Nothing was changed\./)
    expect(ledger.filter((line) => line.event !== 'skill-adopted')).toEqual([])
  }
}
