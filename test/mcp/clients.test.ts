// Every kind of client that is out there, over both transports, does one ordinary round of everything that we serve.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_KINDS, type ClientKind, connectClient, type McpClient } from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkills } from '../support/written-skills.ts'

const SKILLS_WRITTEN = 200
const STARTERS = 3
const INSTRUCTIONS_CHARS_MAX = 2_000
const TOOLS = [
  'recall_skills',
  'get_skill',
  'list_skills',
  'save_skill',
  'edit_skill',
  'delete_skill',
  'report_outcome',
  'begin_cycle',
  'submit_cycle',
]

/** Carried by everything that an agent wrote and nobody has looked at yet. */
const UNREVIEWED = 'written by an agent and not reviewed'

const { folder: home, remove } = makeFolder()
let http: HttpServer

beforeAll(async () => {
  writeSkills(home, SKILLS_WRITTEN)
  http = await startHttpServer(home)
})
afterAll(async () => {
  await http.stop()
  remove()
})

const CELLS = CLIENT_KINDS.flatMap((kind) => (['stdio', 'http'] as const).map((transport) => ({ kind, transport })))

describe.each(CELLS)('$kind client over $transport', ({ kind, transport }) => {
  let client: McpClient
  // All cells share one home.
  const name = `${transport}/${nameOf(kind)}`

  beforeAll(async () => {
    client = await connectClient(kind, transport === 'http' ? { kind: 'http', url: http.url } : { kind: 'stdio', home })
  })
  afterAll(() => client.close())

  test('reads instructions that fit, and that say how many skills they leave out', () => {
    const text = client.instructions()!
    expect(text.length).toBeLessThanOrEqual(INSTRUCTIONS_CHARS_MAX)
    expect(text).toContain('recall_skills')
    const shown = text.match(/^- /gm)!.length
    const [, more] = /\nand (\d+) more: list_skills$/.exec(text)!
    // Other cells save and delete one skill each while this one connects.
    expect(shown + Number(more)).toBeGreaterThanOrEqual(SKILLS_WRITTEN + STARTERS)
    expect(shown + Number(more)).toBeLessThanOrEqual(SKILLS_WRITTEN + STARTERS + CELLS.length)
  })

  test('lists the tools of the usual toolsets', async () => {
    expect((await client.tools()).map((tool) => tool.name)).toEqual(TOOLS)
  })

  test('saves, recalls, loads, edits, reports, lists and deletes a skill', async () => {
    // Forced, because every cell saves nearly the same.
    const content = `# Wash a zeppelin\n\nFor ${name}: 1. Take a sponge.\n`
    const summary = `Wash a zeppelin with ${nameOf(kind)} over ${transport}`
    const saved = await client.call('save_skill', { name, content, summary, seeAlso: ['skill-007'], force: true })
    expect(saved.structuredContent).toMatchObject({ name, version: 1, created: true, draft: false })
    expect(saved.structuredContent?.index).toMatch(/^Available skills/)

    const message = `how do I wash the zeppelin ${nameOf(kind)} ${transport}`
    const recalled = await client.call('recall_skills', { message, limit: 20, why: true })
    expect(recalled.structuredContent?.hits).toContainEqual({
      name,
      summary,
      score: expect.any(Number),
      confidence: expect.any(Number),
      reason: expect.stringContaining('matches'),
      terms: expect.any(Array),
      learned: { score: 0, messages: 0 },
      warning: UNREVIEWED,
    })
    expect(recalled.structuredContent).toMatchObject({ related: expect.any(Array), context: [] })
    expect(recalled.content[0]?.text).toMatch(/^Relevant skills for this message: .*\nRelated skills \(see-also\): /)

    const loaded = await client.call('get_skill', { name })
    expect(loaded.content[0]?.text).toContain('Take a sponge')
    expect(loaded.structuredContent).toMatchObject({
      skill: { name, summary, content, seeAlso: ['skill-007'], updatedAt: null },
      version: 1,
      standing: { tier: 1, lifecycle: 'candidate', summaryExtracted: false, warnings: [UNREVIEWED] },
      stats: { loads: 1 },
      dependencies: [],
      files: [],
    })

    const edit = { name, old_string: 'a sponge', new_string: 'two sponges', expectedVersion: 1 }
    const edited = await client.call('edit_skill', edit)
    expect(edited.structuredContent).toEqual({ name, version: 2, replacements: 1, draft: false })

    const reported = await client.call('report_outcome', { name, outcome: 'success', note: 'It shines.' })
    expect(reported.structuredContent).toEqual({ recorded: [expect.stringMatching(/\S/)] })

    const listed = await client.call('list_skills', { prefix: name })
    expect(listed.structuredContent).toEqual({
      skills: [
        {
          ...{ name, summary, tier: 1, lifecycle: 'candidate', approval: 'pending_review', warning: UNREVIEWED },
          ...{ ageDays: 0, lastUsedAt: expect.stringMatching(/Z$/) },
        },
      ],
      total: 1,
    })

    const deleted = await client.call('delete_skill', { name })
    expect(deleted.structuredContent).toEqual({ name, archived: true, version: 2 })
    expect(await client.call('get_skill', { name })).toMatchObject({ isError: true })
  })

  test('is told what to do by a failure', async () => {
    const failed = await client.call('get_skill', { name: 'skill-01' })
    expect(failed.isError).toBe(true)
    expect(failed.content[0]?.text).toMatch(
      /^not-found: no skill is named "skill-01"\. Nearest names: (skill-\d+(, |\.)){3}$/,
    )
    expect(failed._meta?.['skill-cortex/error']).toMatchObject({ code: 'not-found', fix: expect.stringMatching(/\S/) })
  })

  test('pages through the library', async () => {
    const names: string[] = []
    for (let cursor: unknown; ; ) {
      const page = await client.call('list_skills', { prefix: 'skill-', limit: 90, ...(cursor ? { cursor } : {}) })
      const { skills, total, nextCursor } = page.structuredContent as {
        skills: { name: string }[]
        total: number
        nextCursor?: string
      }
      expect(total).toBe(SKILLS_WRITTEN)
      names.push(...skills.map((skill) => skill.name))
      cursor = nextCursor
      if (cursor === undefined) break
    }
    expect(new Set(names).size).toBe(SKILLS_WRITTEN)
    expect(names).toEqual([...names].sort())
  })

  test('gets the prompts', async () => {
    expect(await client.prompts()).toEqual(['session_start', 'recall', 'learn_skill', 'dream', 'reflect', 'skill'])
    expect(await client.prompt('session_start')).toContain('- skill-000: Do thing number 0')
    expect(await client.prompt('recall', { message: 'do thing number 123' })).toMatch(
      /<skill-reference name="skill-123">/,
    )
    expect(await client.prompt('skill', { name: 'skill-042' })).toContain('How to do thing number 42.')
    await expect(client.prompt('skill', { name: 'no-such' })).rejects.toThrow(/not-found: .*Nearest names/)
  })

  test('completes the name of a skill', async () => {
    expect(await client.complete('skill', 'name', 'skill-19')).toEqual(
      Array.from({ length: 10 }, (_, i) => `skill-19${i}`),
    )
  })

  test('reads the index as a resource', async () => {
    const uris = await client.resources()
    expect([uris[0], uris.includes('cortex://health')]).toEqual(['cortex://index', true])
    const index = await client.read('cortex://index')
    expect(index).toContain('- skill-199: Do thing number 199')
    expect(index).not.toContain('more: list_skills')
    await expect(client.read('cortex://nothing')).rejects.toThrow(/not found/)
  })
})

function nameOf(kind: ClientKind): string {
  return kind.replaceAll(/[^a-z0-9]+/g, '-')
}
