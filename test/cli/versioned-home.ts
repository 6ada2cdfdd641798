// Homes in which a skill has had several versions, made through the library as the program opens it.
import type { CommandHome } from '../../src/cli/command.ts'
import { openHome } from '../../src/command-line.ts'
import type { Caller } from '../../src/library/library.ts'
import { homeWith, type SkillJson } from './run-program.ts'

export const AGENT: Caller = { actor: 'agent', via: 'save_skill', author: 'client' }
export const OPERATOR: Caller = { actor: 'operator', via: 'cli', author: null }
export const NAME = 'mcp/email'
export const EMAIL = {
  name: NAME,
  summary: 'Send an email',
  content: 'one\ntwo\nthree\n',
  createdAt: '2026-11-01T10:00:00.000Z',
}

export async function inHome(home: string, work: (home: CommandHome) => Promise<unknown>): Promise<void> {
  const opened = await openHome({ home }, () => undefined)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

/** A home with versions of EMAIL: each saved by a person, or by an agent onto a person's skill, which makes it a draft. */
export async function homeOf(versions: Partial<SkillJson>[], draft?: Partial<SkillJson>): Promise<string> {
  const home = homeWith([EMAIL])
  await inHome(home, async ({ library }) => {
    await library.load(NAME)
    for (const version of versions) await library.save(NAME, version, OPERATOR)
    if (draft !== undefined) await library.save(NAME, draft, AGENT)
  })
  return home
}

/** The lines of a diff that begin with this sign, without its head. */
export function lines(text: string, sign: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
}
