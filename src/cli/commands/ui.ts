import { z } from 'zod'
import { TICKET_MS_MAX, uiTicket } from '../../domain/ui-ticket.ts'
import type { Command, Surroundings } from '../command.ts'
import { parseOptions } from '../parse-options.ts'

const PROBE_MS_MAX = 2_000
const ANYWHERE = new Set(['0.0.0.0', '::'])

const optionsSchema = z.object({ open: z.boolean().default(true) })

export const ui: Command = {
  usage: 'ui',
  summary: 'open the dashboard in a browser; serves the home first when no server does',
  options: [
    ['--port <n>', 'the port of the server (default 7420)'],
    ['--host <address>', 'the address of the server (default 127.0.0.1)'],
    ['--no-open', 'only print the link'],
  ],
  help: [
    'The link makes the page yours: it holds a ticket that is good once, for five minutes, at this server. Run the command',
    'again for another. A tab keeps what it got until it is closed.',
  ].join('\n'),
  async run(_args, options, around) {
    const { open } = parseOptions(optionsSchema, options)
    const running = await runningServer(options, around)
    if (running !== undefined) {
      const link = linkTo(running.url, running.token, around)
      if (open) around.openInBrowser(link)
      return { json: { link, started: false }, text: linkText(link) }
    }
    return around.serve(options, async (url) => {
      const token = await around.operatorToken(options)
      // Without one nobody is the operator over HTTP, and the page says what it shows.
      const link = token === undefined ? url : linkTo(url, token, around)
      around.writeError(`${linkText(link)}\n`)
      if (open) around.openInBrowser(link)
    })
  },
}

function linkText(link: string): string {
  return `Dashboard: ${link}\n(The link holds once, for ${TICKET_MS_MAX / 60_000} minutes; skill-cortex ui makes another.)`
}

function linkTo(url: string, token: string, { now, newNonce }: Surroundings): string {
  return `${url}/#ticket=${uiTicket({ token, port: portOf(url), now: now(), nonce: newNonce() })}`
}

/**
 * The server of this very home at the port of the settings, if it runs: only that can answer our ticket with our token.
 * Whoever else listens there learns nothing from the ticket that is worth anything elsewhere.
 */
async function runningServer(
  options: Record<string, unknown>,
  around: Surroundings,
): Promise<{ url: string; token: string } | undefined> {
  const token = await around.operatorToken(options)
  if (token === undefined) return undefined
  const url = addressOf(options, around)
  const ticket = uiTicket({ token, port: portOf(url), now: around.now(), nonce: around.newNonce() })
  return (await answerTo(url, ticket)) === token ? { url, token } : undefined
}

function addressOf(options: Record<string, unknown>, { settings }: Surroundings): string {
  const values = new Map(settings(options).settings.map(({ key, value }) => [key, String(value)]))
  const host = values.get('host') ?? '127.0.0.1'
  // What listens everywhere is reached here.
  const near = ANYWHERE.has(host) ? '127.0.0.1' : host
  return `http://${near.includes(':') ? `[${near}]` : near}:${values.get('port')}`
}

async function answerTo(url: string, ticket: string): Promise<unknown> {
  try {
    const response = await fetch(`${url}/api/ui/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
      redirect: 'error',
      signal: AbortSignal.timeout(PROBE_MS_MAX),
    })
    return z.object({ token: z.string() }).safeParse(await response.json()).data?.token
  } catch {
    // Nobody there, or no server of ours: then one is started.
    return undefined
  }
}

// The usual port of HTTP is left out of an address.
function portOf(url: string): number {
  return Number(new URL(url).port || 80)
}
