// How a skill stands decides what an agent is given of it: drafts only when they are asked for, nothing that was put away,
// a warning on what nobody reviewed. Seen by real clients of both eras, in every gate.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import type { StepWhy } from '../../src/library/review.ts'
import { type ClientKind, connectClient, type McpClient, type Target, type ToolResult } from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const UNREVIEWED = 'written by an agent and not reviewed'
const LIVE = '# Brew tea\n\n1. Boil water.\n'

const { folder: home, remove } = makeFolder()
let http: HttpServer
let count = 0

beforeAll(async () => {
  http = await startHttpServer(home)
})
afterAll(async () => {
  await http.stop()
  remove()
})

const CLIENTS: [who: string, kind: ClientKind, target: () => Target][] = [
  ['a 2025 client on stdio', 'v1', () => ({ kind: 'stdio', home })],
  ['a 2026 client on stdio', 'v2 pin 2026-07-28', () => ({ kind: 'stdio', home })],
  ['a 2025 client over HTTP', 'v2 default', () => ({ kind: 'http', url: http.url })],
  ['a 2026 client over HTTP', 'v2 pin 2026-07-28', () => ({ kind: 'http', url: http.url })],
]

const textOf = (result: ToolResult) => result.content[0]?.text ?? ''
const rows = (result: ToolResult) =>
  (result.structuredContent as { skills: { name: string; warning?: string }[] }).skills

/** What a person does at a terminal beside the server. */
async function byHand(work: (app: Awaited<ReturnType<typeof openApp>>) => Promise<unknown>): Promise<void> {
  const app = await openApp({ flags: { home }, log: () => {}, serving: false })
  await work(app)
  await app.close()
}
const OPERATOR = { actor: 'operator' as const, via: 'cli', author: null }
const deprecate = (name: string, why: StepWhy) => byHand((app) => app.review.step(name, 'deprecate', OPERATOR, why))

describe.each(CLIENTS)('%s', (_who, kind, target) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connectClient(kind, target())
  })
  afterAll(() => client.close())

  const handPlaced = (): string => {
    const name = `hand/tea-${++count}`
    writeSkill(home, name, LIVE)
    return name
  }

  test('edits what a person wrote: a draft waits, and what was in force serves on', async () => {
    const name = handPlaced()
    const edited = await client.call('edit_skill', { name, old_string: 'Boil water', new_string: 'Boil milk' })
    expect(edited.structuredContent).toMatchObject({ name, draft: true, replacements: 1 })
    expect(textOf(edited)).toMatch(/as a draft: a person has to accept it/)
    const live = await client.call('get_skill', { name })
    expect(live.structuredContent).toMatchObject({
      skill: { content: LIVE },
      standing: { draft: true, tier: 3, reliable: true },
    })
    const draft = await client.call('get_skill', { name, version: 'draft' })
    expect(draft.structuredContent).toMatchObject({
      skill: { content: '# Brew tea\n\n1. Boil milk.\n' },
      version: (edited.structuredContent as { version: number }).version,
      standing: { approval: 'pending_review', executable: false, draft: true, reliable: false },
      // Only the live text was loaded: a draft is read to be judged.
      stats: { loads: 1 },
    })
    expect(textOf(draft)).toMatch(/^Warning: a draft that waits for review; version 1 is in force\./)
  })

  test('asks for a draft that is not there', async () => {
    const result = await client.call('get_skill', { name: handPlaced(), version: 'draft' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^not-found: .* has no draft\. Load it without version/)
  })

  test('is not given what was put away, but told why and what to use instead', async () => {
    const [name, successor] = [handPlaced(), handPlaced()]
    await deprecate(name, { reason: 'the kettle is gone', supersededBy: successor })
    const result = await client.call('get_skill', { name })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^refused: skill ".*" is not to be used: deprecated on \d{4}-\d\d-\d\d/)
    expect(textOf(result)).toContain('the kettle is gone')
    expect(textOf(result)).toContain(`Load "${successor}" instead`)
    expect(textOf(result)).not.toContain('Boil water')
  })

  test('lists what is put away only when its lifecycle is asked for, with the reason', async () => {
    const name = handPlaced()
    await deprecate(name, { reason: 'over' })
    expect(
      rows(await client.call('list_skills', { prefix: 'hand/', limit: 500 })).map((row) => row.name),
    ).not.toContain(name)
    const deprecated = await client.call('list_skills', { lifecycle: 'deprecated', limit: 500 })
    expect(rows(deprecated)).toContainEqual(
      expect.objectContaining({
        name,
        lifecycle: 'deprecated',
        warning: expect.stringMatching(/^deprecated on .*: over$/),
      }),
    )
    expect(textOf(deprecated)).toMatch(new RegExp(`- ${name} .*\\[deprecated on .*: over\\]`))
  })

  test('lists what an agent wrote with a warning, until a person approved it', async () => {
    const name = `agents/tea-${++count}`
    await client.call('save_skill', { name, content: `# Tea ${count}\n\nBy an agent.\n`, force: true })
    expect(rows(await client.call('list_skills', { prefix: name }))).toMatchObject([
      { name, tier: 1, lifecycle: 'candidate', approval: 'pending_review', warning: UNREVIEWED },
    ])
    expect(textOf(await client.call('get_skill', { name }))).toMatch(/^Warning: written by an agent and not reviewed\./)
    await byHand(async (app) => app.review.approve(name, (await app.review.look(name)).hash, OPERATOR))
    const [row] = rows(await client.call('list_skills', { prefix: name }))
    expect(row).toMatchObject({ name, tier: 2, lifecycle: 'verified', approval: 'approved' })
    expect(row).not.toHaveProperty('warning')
  })
})

type Gate = 'open' | 'guarded' | 'strict'
type Seen = { draft: boolean; listed: boolean; loads: boolean; archives: boolean }
// What an agent may do at once: edit a person's skill; have its own new one listed and loaded; archive a person's.
const GATES: [gate: Gate, editsHand: Seen['draft'], own: Pick<Seen, 'listed' | 'loads'>, archivesHand: boolean][] = [
  ['open', false, { listed: true, loads: true }, true],
  ['guarded', true, { listed: true, loads: true }, false],
  ['strict', true, { listed: false, loads: false }, false],
]

test.each(GATES)('gate %s', async (gate, editIsDraft, own, archivesHand) => {
  const folder = tempFolder()
  writeSkill(folder, 'hand', LIVE)
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ gate }))
  const client = await connectClient('v1', { kind: 'stdio', home: folder })
  onTestFinished(() => client.close())
  const edited = await client.call('edit_skill', { name: 'hand', old_string: 'Boil', new_string: 'Heat' })
  expect(edited.structuredContent).toMatchObject({ draft: editIsDraft })
  const saved = await client.call('save_skill', { name: 'own', content: '# Own\n\nQuite another thing.\n' })
  expect(saved.structuredContent).toMatchObject({ created: true, draft: gate === 'strict' })
  const listed = rows(await client.call('list_skills')).map((row) => row.name)
  expect(listed.includes('own')).toBe(own.listed)
  expect((await client.call('get_skill', { name: 'own' })).isError ?? false).toBe(!own.loads)
  const deleted = await client.call('delete_skill', { name: 'hand' })
  expect(deleted.structuredContent).toMatchObject({ archived: archivesHand })
})
