// GET /api/stream: what happens, as server-sent events with resume. A reader that does not keep up is let go: it comes back
// with the number of the last event it had and gets the rest.
import { isForAnyone, type LiveEnvelope } from '../domain/live-event.ts'
import type { LiveFeed } from '../events/live-feed.ts'
import { actorOf, OPERATOR_ONLY, type Tokens } from './caller.ts'
import { type Refusal, refusalReply } from './refusal.ts'

const FOLLOWERS_MAX = 100
const HEARTBEAT_MS = 15_000
const UNREAD_BYTES_MAX = 1024 * 1024
const RETRY_MS = 1_000

const FULL: Refusal = {
  status: 503,
  message: `${FOLLOWERS_MAX} readers follow the stream already`,
  fix: 'Close one of them and try again.',
}

export function liveStream(request: Request, feed: LiveFeed, tokens: Tokens): Response {
  const { pathname } = new URL(request.url)
  const actor = actorOf(request, tokens)
  if (actor === undefined) return refusalReply(pathname, OPERATOR_ONLY)
  if (feed.followers() >= FOLLOWERS_MAX) return refusalReply(pathname, FULL)
  const isShown = ({ type }: LiveEnvelope) => actor === 'operator' || isForAnyone(type)
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  return new Response(streamOf(feed, isShown, request), { headers })
}

function streamOf(feed: LiveFeed, isShown: (envelope: LiveEnvelope) => boolean, request: Request) {
  const encoder = new TextEncoder()
  let end = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text))
          else {
            end()
            controller.error(new Error('the reader does not keep up'))
          }
        }
        const asEvent = (envelope: LiveEnvelope) =>
          `id: ${feed.run}-${envelope.sequence}\ndata: ${JSON.stringify(envelope)}\n\n`
        send(`retry: ${RETRY_MS}\n: ${feed.run}\n\n`)
        const last = lastSeen(request.headers.get('last-event-id'), feed.run)
        const { missed, stop } = feed.follow((envelope) => {
          if (isShown(envelope)) send(asEvent(envelope))
        }, last.after)
        if (missed || last.isOfOther) send(`data: ${JSON.stringify({ type: 'stream.reset' })}\n\n`)
        const heart = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS).unref()
        end = () => {
          clearInterval(heart)
          stop()
        }
        request.signal.addEventListener('abort', end, { once: true })
      },
      cancel: () => end(),
    },
    { highWaterMark: UNREAD_BYTES_MAX, size: (chunk) => chunk?.byteLength ?? 0 },
  )
}

/** What a reader says it had last. Numbers of another run of the server say that something was missed, not what. */
function lastSeen(header: string | null, run: string): { after: number | undefined; isOfOther: boolean } {
  if (header === null || header === '') return { after: undefined, isOfOther: false }
  const [, theirs, number] = /^([\w]{1,64})-(\d{1,15})$/.exec(header) ?? []
  return theirs === run ? { after: Number(number), isOfOther: false } : { after: undefined, isOfOther: true }
}
