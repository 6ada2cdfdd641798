// Which skill serves which intent. The operator's: signals are words of messages, though stems without names.
import { routingShape } from '../../domain/routing-overview.ts'
import { defineRoute } from '../api-route.ts'

export const routing = defineRoute({
  method: 'GET',
  path: '/api/routing',
  who: 'operator',
  summary: 'Routing memory: regions with their words and routes, lessons, what is never suggested',
  answer: routingShape,
  run: async (_call, parts) => ({ json: await parts.routing.overview() }),
})
