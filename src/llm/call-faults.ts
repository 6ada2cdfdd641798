// What can go wrong on the way to a model server and back, each as a CallFault that says what to do and whether another
// try makes sense. `said` is what the server's own words may be shown as (provider-key.ts).
import { isCode } from '../files/storage-error.ts'
import { CallFault } from './model-call.ts'

const NO_CONNECTION = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** A status other than 2xx. Providers charge for none of them. */
export function statusFault(host: string, status: number, said: string, retryAfterMs: number | undefined): CallFault {
  const message = `${host} answered ${status}${said === '' ? '' : `: ${said}`}`
  const never = { mayRetry: false, mayBeBilled: false }
  if (status === 401) {
    // Of all answers the one most likely to quote the key.
    const fix = 'Check the key in the environment variable that provider.keyEnv names.'
    return new CallFault('provider-auth', `${host} answered 401: it does not accept the key`, fix, never)
  }
  if (status === 403) {
    return new CallFault('provider-auth', message, 'Check what the key is allowed: the model, the project.', never)
  }
  if (status === 408 || status === 429 || status >= 500) {
    const fix = 'Try again later.'
    return new CallFault('provider-busy', message, fix, { mayRetry: true, retryAfterMs, mayBeBilled: false })
  }
  const fix =
    status === 404
      ? 'Check provider.baseUrl (what stands before the path of the API) and provider.model.'
      : 'Check provider.kind, provider.model and provider.schemaIn against what this server takes.'
  return new CallFault('provider-refused', message, fix, never)
}

/** Not tried again: what takes too long once does so again, and each time the model may have worked for nothing. */
export function timeoutFault(host: string, timeoutMs: number): CallFault {
  const message = `${host} did not answer within ${timeoutMs / 1_000} s`
  const fix = 'Raise provider.timeoutSeconds, or take a faster model.'
  return new CallFault('provider-busy', message, fix, { mayRetry: false, mayBeBilled: true })
}

/** The connection failed, before or amid the answer. */
export function networkFault(host: string, error: TypeError): CallFault {
  const { cause } = error
  if (cause instanceof Error && cause.message === 'unexpected redirect') {
    const fix = 'Name the address that it leads to in provider.baseUrl, if it is to be trusted.'
    const message = `${host} redirects to another address, which is not followed`
    return new CallFault('provider-refused', message, fix, { mayRetry: false, mayBeBilled: false })
  }
  const isUnreached = isCode(cause, ...NO_CONNECTION)
  const message = isUnreached ? `${host} cannot be reached` : `the connection to ${host} broke off`
  const fate = { mayRetry: true, mayBeBilled: !isUnreached }
  return new CallFault('provider-busy', message, 'Check provider.baseUrl, and that the server runs.', fate, { cause })
}
