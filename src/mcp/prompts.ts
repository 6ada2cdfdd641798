// Prompts: what a person can call by hand in any client. `session_start` gives the index, `recall` the skills for a
// message; both work where a client shows no server instructions. `learn_skill` says how one is made and mended, `dream` how
// the work of passes is done, `reflect` that of the second loop; `skill` loads one by name, with completion.
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PASSES } from '../domain/pass-change.ts'
import type { Log } from '../events/log.ts'
import type { RecallRequest } from '../recall/recall-result.ts'
import { type Connection, clientOf, sessionHeader } from './connection.ts'
import { dreamText } from './dream-prompt.ts'
import { learnText, TOPIC_CHARS_MAX } from './learn-prompt.ts'
import { namesLike } from './names-like.ts'
import { reflectText } from './reflect-prompt.ts'
import type { ToolParts, Toolset } from './tool.ts'
import { protocolFailure } from './tool-result.ts'

export const INDEX_CHARS_MAX = 8_000

const SESSION_START = {
  title: 'Skill index',
  description: 'The index of the skill library, for the start of a session.',
}
const RECALL = {
  title: 'Recall skills',
  description: 'The skills that fit a message, with reasons.',
  argsSchema: z.object({ message: z.string().max(20_000).describe('What you want to do, in your words.') }),
}
const LEARN = {
  title: 'Learn a skill',
  description: 'How to make a skill in a workspace, or mend one while working by it, and hand it in for review.',
  argsSchema: z.object({
    topic: z.string().max(TOPIC_CHARS_MAX).optional().describe('What to learn, in your words.'),
  }),
}
const DREAM = {
  title: 'Look after the library',
  description: 'Do the work on the library that needs a model: merge, mend, summarize, find what is missing.',
  argsSchema: z.object({
    // Completed by the schema within: the SDK looks there.
    kind: completable(z.enum(PASSES).describe('One kind of work; leave out for all that is due.'), (typed) =>
      PASSES.filter((pass) => pass.startsWith(typed)),
    ).optional(),
  }),
}
const REFLECT = {
  title: 'Reflect on peers',
  description: 'Judge what passed with peers, apart from any task: assessments, beliefs, directives.',
}
const SKILL = { title: 'Use a skill', description: 'Load one skill into the conversation.' }

/** A person asked by hand: what the session has seen is shown again, the best one with its text. */
const BY_HAND = { limit: 5, bodies: 1, force: true, why: false, actor: 'agent' } satisfies Partial<RecallRequest>

/** Makes the schemas once; what it returns registers the prompts with one server. */
export function promptRegistrar(
  parts: ToolParts & { log: Log; toolsets: readonly Toolset[] },
): (server: McpServer, connection: Connection) => void {
  const nameSchema = completable(z.string().max(1_000).describe('The name of the skill.'), (typed) =>
    namesLike(typed, parts.shelf.entries()),
  )
  const skill = { ...SKILL, argsSchema: z.object({ name: nameSchema }) }
  return (server, connection) => {
    server.registerPrompt('session_start', SESSION_START, (ctx) =>
      said(parts.indexText.text(INDEX_CHARS_MAX, clientOf(ctx, server))),
    )
    server.registerPrompt('recall', RECALL, ({ message }, ctx) =>
      answered('recall', parts.log, async () => {
        const session = connection.session(undefined, sessionHeader(ctx))
        const { silent, block } = await parts.recall({ ...BY_HAND, message, session })
        return silent === undefined ? `${message}\n\n${block}` : `${message}\n\n(No skill recalled: ${silent}.)`
      }),
    )
    server.registerPrompt('learn_skill', LEARN, ({ topic }) => said(learnText(topic)))
    // Its tools may be switched off.
    if (parts.toolsets.includes('work')) {
      server.registerPrompt('dream', DREAM, ({ kind }) => said(dreamText(kind)))
      server.registerPrompt('reflect', REFLECT, () => said(reflectText()))
    }
    server.registerPrompt('skill', skill, ({ name }) =>
      answered('skill', parts.log, async () => {
        const entry = await parts.library.get(name)
        return `Follow the skill "${name}":\n\n${entry.skill.content}`
      }),
    )
  }
}

async function answered(prompt: string, log: Log, text: () => Promise<string>): Promise<GetPromptResult> {
  try {
    return said(await text())
  } catch (error) {
    throw protocolFailure(`prompt ${prompt}`, error, log)
  }
}

function said(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
