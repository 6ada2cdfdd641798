// What every surface says of one skill at the same moment: both agents, HTTP without a token, and the command line. They
// must say the same, so that a check is written once.
import { expect } from 'vitest'
import { z } from 'zod'
import type { ToolResult } from '../support/mcp-clients.ts'
import { SOON } from '../support/soon.ts'
import type { Agent, Json, OneHome } from './one-home.ts'

export const SURFACES = ['MCP on stdio', 'MCP over HTTP', 'HTTP', 'command line'] as const
type Surface = (typeof SURFACES)[number]

export const textOf = (result: ToolResult): string => result.content[0]?.text ?? ''

export type Seen = { version: number; content: string; standing: Json }

/** A session of its own, so that looking teaches recall nothing. */
const LOOKING = { session: 'looking' }

export async function expectSeenByAll(of: OneHome, name: string, expected: Seen): Promise<void> {
  const { stdio, http } = of.agents
  const detail = await of.http('agent', `GET /api/skills/detail?name=${name}`)
  const seen: Record<Surface, unknown> = {
    'MCP on stdio': (await stdio.call('get_skill', { name, ...LOOKING })).structuredContent,
    'MCP over HTTP': (await http.call('get_skill', { name, ...LOOKING })).structuredContent,
    HTTP: detail.json,
    'command line': JSON.parse((await of.shell('show', name, '--json')).out),
  }
  const told = SURFACES.map((surface) => [surface, relevant(seen[surface], expected)])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(SURFACES.map((surface) => [surface, expected])))
}

const shape = z.object({
  version: z.number(),
  skill: z.object({ content: z.string() }),
  standing: z.record(z.string(), z.unknown()),
})

// What is not asked about is left out, so that a difference can be read.
function relevant(answer: unknown, { standing }: Seen): Seen | string {
  const { success, data } = shape.safeParse(answer)
  if (!success) return JSON.stringify(answer)
  const told = Object.keys(standing).map((key) => [key, data.standing[key]])
  return { version: data.version, content: data.skill.content, standing: Object.fromEntries(told) }
}

const answerShape = z.object({
  standing: z.object({ warnings: z.array(z.string()) }),
  stats: z.object({ outcomes: z.record(z.string(), z.number()) }),
})

/**
 * What was reported elsewhere reaches a process within seconds. Until then it may say less, but never two things in one
 * answer: the failures of the warning are those of the numbers.
 */
export async function expectSoonSaid(agent: Agent, name: string, warning: string): Promise<void> {
  const contradictions: unknown[] = []
  const said = async () => {
    const { structuredContent } = await agent.call('get_skill', { name, ...LOOKING })
    const { standing, stats } = answerShape.parse(structuredContent)
    const failed = `: ${stats.outcomes.runtime_error} of `
    if (!standing.warnings.every((each) => each.includes(failed))) contradictions.push({ failed, standing })
    return standing.warnings
  }
  await expect.poll(said, SOON).toEqual([warning])
  expect(contradictions).toEqual([])
}

let recalls = 0

/** The mark that a recall gives the skill, by surface; `silent` where it does not come up. */
export async function recalledBy(of: OneHome, name: string, message: string): Promise<Record<string, string>> {
  const session = `recall-${++recalls}`
  const { stdio, http } = of.agents
  const overHttp = await of.http('agent', 'POST /api/recall', { message, session: `${session}-api` })
  const answers: Record<string, unknown> = {
    'MCP on stdio': (await stdio.call('recall_skills', { message, session })).structuredContent,
    'MCP over HTTP': (await http.call('recall_skills', { message, session: `${session}-http` })).structuredContent,
    HTTP: overHttp.json,
    'command line': JSON.parse((await of.shell('recall', message, '--json')).out),
  }
  return Object.fromEntries(Object.entries(answers).map(([surface, answer]) => [surface, markIn(answer, name)]))
}

export const onAll = (mark: string): Record<string, string> =>
  Object.fromEntries(SURFACES.map((surface) => [surface, mark]))

function markIn(answer: unknown, name: string): string {
  const { hits } = answer as { hits: { name: string; warning?: string }[] }
  const hit = hits.find((each) => each.name === name)
  return hit === undefined ? 'silent' : (hit.warning ?? 'no mark')
}
