// What recall adds from the second loop: directives that wait, then the beliefs. Both from memory as long as nothing waits.
import type { ContextSource } from '../domain/context-source.ts'
import { directiveText } from '../domain/directive-book.ts'
import type { Beliefs } from './belief-store.ts'
import type { AgentDirectives } from './directive-store.ts'

/** First among the sources: one that was taken counts as delivered, so it must find room. */
export function directiveContext(directives: Pick<AgentDirectives, 'take'>): ContextSource {
  return async ({ peers, session }) => {
    const told = await directives.take(peers, session ?? null)
    return told.map((directive) => ({ kind: 'directive', text: directiveText(directive) }))
  }
}

export function beliefContext(beliefs: Pick<Beliefs, 'block'>): ContextSource {
  return async ({ peers }) => {
    const text = await beliefs.block(peers)
    return text === '' ? [] : [{ kind: 'beliefs', text }]
  }
}
