// What is said of a request that reaches no feature: a foreign page, a wrong path, a body that cannot be read.

export type Refusal = {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415
  /** What was expected and what came. */
  message: string
  /** One imperative sentence. */
  fix: string
  /** Only for a body that is no JSON; everything else is an invalid request. */
  rpcCode?: -32700
  /** For 405: what the path does take. */
  allow?: string
}

const CODES: Record<Refusal['status'], 'bad-input' | 'refused' | 'not-found' | 'too-large'> = {
  400: 'bad-input',
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  405: 'bad-input',
  408: 'bad-input',
  413: 'too-large',
  415: 'bad-input',
}

/** On `/mcp` clients expect the JSON-RPC form, elsewhere that of this API. */
export function refusalReply(path: string, { status, message, fix, rpcCode, allow }: Refusal): Response {
  const body =
    path === '/mcp'
      ? { jsonrpc: '2.0', id: null, error: { code: rpcCode ?? -32600, message: `${message}. ${fix}` } }
      : { error: { code: CODES[status], message, fix } }
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="skill-cortex"')
  if (allow !== undefined) headers.set('allow', allow)
  return Response.json(body, { status, headers })
}
