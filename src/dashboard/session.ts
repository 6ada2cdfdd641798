// Who looks: the operator with the token that the first link carried in its fragment, else anybody, who sees what an agent
// sees. The token is kept for this tab alone and leaves the address at once, so that no bookmark or history holds it.
import { signal } from '@preact/signals'

const KEPT_AS = 'skill-cortex-token'
// As the server makes it (store/operator-token.ts).
const TOKEN = /^[A-Za-z0-9_-]{43,512}$/

export const token = signal<string | null>(null)

/** Why a link that should have made this page the operator's did not; null when nothing went wrong. */
export const linkFault = signal<string | null>(null)

/** Whether what only a person may do is to be offered. */
export function isOperator(): boolean {
  return token.value !== null
}

/** Takes `#token=…` (kept) or `#ticket=…` (exchanged for the token) out of the address. Call once, before the router. */
export async function openSession(): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const ticket = fragment.get('ticket')
  const given = fragment.get('token') ?? (ticket === null ? null : await exchanged(ticket))
  if (fragment.has('token') || ticket !== null) history.replaceState(null, '', `#${fragment.get('to') ?? '/'}`)
  if (given !== null && TOKEN.test(given)) sessionStorage.setItem(KEPT_AS, given)
  token.value = sessionStorage.getItem(KEPT_AS)
}

/** The server takes the token no more (it was made anew): go on as anybody. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEPT_AS)
  token.value = null
}

async function exchanged(ticket: string): Promise<string | null> {
  try {
    const response = await fetch('/api/ui/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    })
    const answer: unknown = await response.json()
    if (response.ok && hasToken(answer)) return answer.token
    linkFault.value = 'This link was used already or is too old.'
  } catch {
    linkFault.value = 'The server did not answer.'
  }
  return null
}

function hasToken(answer: unknown): answer is { token: string } {
  return typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string'
}
