// Notices of how far a long call has come, for a client that asked for them with a progress token. Where its transport has no
// way for them (a 2025 session over HTTP that is answered by one document) they are lost, and nothing else is.
import type { ServerContext } from '@modelcontextprotocol/server'

export type OnStep = (done: number, all: number) => void

export function stepNotices({ mcpReq }: ServerContext, onFault: (error: unknown) => void): OnStep {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  return (done, all) => {
    const params = { progressToken, progress: done, total: all, message: `${done} of ${all} changes` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(onFault)
  }
}
