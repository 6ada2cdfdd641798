// Prompts: what a person can call by hand in any client. `session_start` gives the index, `recall` the skills for a
// message; both work where a client shows no server instructions.
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Connection, sessionHeader } from './connection.ts'
import type { ToolParts } from './tool.ts'

export const INDEX_CHARS_MAX = 8_000
const COMPLETIONS_MAX = 50

const recallArguments = z.object({ message: z.string().max(20_000).describe('What you want to do, in your words.') })

export function registerPrompts(server: McpServer, parts: ToolParts, connection: Connection): void {
  server.registerPrompt(
    'session_start',
    { title: 'Skill index', description: 'The index of the skill library, for the start of a session.' },
    () => said(parts.indexText.text(INDEX_CHARS_MAX)),
  )
  server.registerPrompt(
    'recall',
    {
      title: 'Recall skills',
      description: 'The skills that fit a message, with reasons.',
      argsSchema: recallArguments,
    },
    async ({ message }, ctx) => {
      const session = connection.session(undefined, sessionHeader(ctx))
      const answer = await parts.recall({
        message,
        session,
        limit: 5,
        bodies: 1,
        force: true,
        why: false,
        actor: 'operator',
      })
      return said(
        answer.silent === undefined
          ? `${message}\n\n${answer.block}`
          : `${message}\n\n(No skill recalled: ${answer.silent}.)`,
      )
    },
  )
  registerSkillPrompt(server, parts)
}

// One skill by name, with completion, for clients whose prompts are slash commands.
function registerSkillPrompt(server: McpServer, parts: ToolParts): void {
  const names = (typed: string) =>
    parts.shelf
      .entries()
      .map((entry) => entry.skill.name)
      .filter((name) => name.includes(typed.toLowerCase()))
      .slice(0, COMPLETIONS_MAX)
  const skillArguments = z.object({
    name: completable(z.string().max(1_000).describe('The name of the skill.'), names),
  })
  server.registerPrompt(
    'skill',
    { title: 'Use a skill', description: 'Load one skill into the conversation.', argsSchema: skillArguments },
    async ({ name }) => {
      const entry = await parts.library.get(name)
      return said(`Follow the skill "${name}":\n\n${entry.skill.content}`)
    },
  )
}

function said(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
