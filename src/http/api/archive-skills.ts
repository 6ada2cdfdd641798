// DELETE archives; nothing is ever deleted. Several names are done one after the other, each for itself.
import { z } from 'zod'
import { nameArgument } from '../../domain/skill-arguments.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { type ApiCall, type ApiParts, defineRoute } from '../api-route.ts'
import { noteText } from './asked.ts'
import { matchingCaller } from './standing-tag.ts'

const NAMES_MAX = 100
const names = z.array(nameArgument).max(NAMES_MAX)

const answer = z.object({
  archived: z.array(z.object({ name: z.string(), version: z.number() })),
  proposed: z.array(z.object({ name: z.string(), proposal: z.string() })),
  errors: z.array(z.object({ name: z.string(), code: z.string(), detail: z.string(), fix: z.string() })),
})
type Archived = z.output<typeof answer>

export const archive = defineRoute({
  method: 'DELETE',
  path: '/api/skills',
  who: 'anyone',
  summary:
    'Archive skills: name as often as needed, or names in the body. One name that is refused is a problem; of several each is told',
  query: z.object({ name: z.union([nameArgument.transform((name) => [name]), names]).optional() }),
  body: z.object({ names: names.optional(), reason: noteText.optional() }).optional(),
  answer,
  statuses: [200, 202],
  async run(call, parts) {
    const all = [...new Set([...(call.query.name ?? []), ...(call.body?.names ?? [])])]
    assertNames(all, call)
    await parts.level()
    const done: Archived = { archived: [], proposed: [], errors: [] }
    for (const name of dependentsFirst(all, parts)) await archiveOne(name, all.length === 1, call, parts, done)
    const isAsked = done.archived.length === 0 && done.proposed.length > 0
    return { status: isAsked ? 202 : 200, json: done }
  },
})

type Call = ApiCall<unknown, { reason?: string | undefined } | undefined>

async function archiveOne(name: string, isAlone: boolean, call: Call, parts: ApiParts, done: Archived): Promise<void> {
  try {
    const caller = await matchingCaller(name, call, parts)
    const request = { kind: 'archive' as const, name, reason: call.body?.reason ?? null }
    const answered = await parts.requests.ask(request, caller)
    if (answered.kind === 'proposed') done.proposed.push({ name, proposal: answered.id })
    else done.archived.push({ name, version: answered.version })
  } catch (error) {
    if (isAlone || !(error instanceof SkillError)) throw error
    done.errors.push({ name, code: error.code, detail: error.message, fix: error.fix })
  }
}

// Of several that need each other, whoever needs goes before what it needs: else none of them could go.
function dependentsFirst(all: string[], { shelf }: ApiParts): string[] {
  const left = new Set(all)
  const ordered: string[] = []
  while (left.size > 0) {
    const needed = new Set(
      [...left].flatMap((name) => shelf.entry(name)?.skill.dependsOn.filter((n) => n !== name) ?? []),
    )
    const free = [...left].filter((name) => !needed.has(name))
    // A circle: the library says of each who needs it.
    for (const name of free.length > 0 ? free : [...left]) {
      left.delete(name)
      ordered.push(name)
    }
  }
  return ordered
}

function assertNames(all: string[], { headers }: Call): void {
  if (all.length === 0 || all.length > NAMES_MAX) {
    throw new SkillError(
      'bad-input',
      `name: expected 1 to ${NAMES_MAX} skills, got ${all.length === 0 ? 'none' : all.length}`,
      'Name them with ?name=, or as names in the body.',
    )
  }
  if (headers.ifMatch !== undefined && all.length > 1) {
    const message = `If-Match: expected one skill with it, got ${all.length}`
    throw new SkillError('bad-input', message, 'Archive them one by one, or leave the header out.')
  }
}
