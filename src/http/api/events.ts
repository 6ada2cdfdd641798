// What programs tell of sessions that they run themselves.
import { z } from 'zod'
import { EVENTS_MAX } from '../../usage/take-events.ts'
import { defineRoute } from '../api-route.ts'

export const sendEvents = defineRoute({
  method: 'POST',
  path: '/api/events',
  who: 'anyone',
  summary:
    'Tell what happens in sessions: turns, tool calls, feedback, start and end. An id that was sent before counts once; bad events are refused by their place, the rest is taken',
  body: z.object({
    events: z
      .array(z.unknown())
      .min(1)
      .max(EVENTS_MAX)
      .describe(
        'Each {event, session, id?, timestamp?} with, by event: turn {message}; tool-called {tool, ok, ms?, args?}; feedback {feedback: correction, praise or quality, value?, skill?}, the value of quality being good, fair or poor; interaction {peer, direction: in or out, channel?, preview?, turnId?, promise?: {text, due}}; session-started {client?, source?}; session-ended {source?}.',
      ),
  }),
  answer: z.object({
    taken: z.number(),
    repeated: z.number(),
    refused: z.array(z.object({ index: z.number(), reason: z.string() })),
  }),
  run: async ({ body, caller }, { takeEvents }) => ({ json: await takeEvents(body.events, caller.actor) }),
})
