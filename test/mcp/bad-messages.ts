// What a broken or hostile client sends, and what it must get. One row each; the same rows run on stdio and over HTTP, in
// both eras. Whatever is not listed here as answered with a result is an error with that code.
import { ENVELOPE, type Era } from '../support/json-rpc.ts'

/** An error code; a tool result with `isError`; an ordinary result; or no answer at all. */
export type Expected = number | 'isError' | 'result' | 'silence'

export type BadMessage = {
  what: string
  body: string | Buffer
  expected: Expected
  /** Where the transports rightly differ: an HTTP answer always comes, and has a status. */
  http?: { expected?: Expected; status?: number }
  /** Only on a connection that has not yet shown its era: the SDK looks at the version of a first message only. */
  opening?: true
}

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const UNSUPPORTED_VERSION = -32_022
const HEADER_MISMATCH = -32_020
const SERVER_ERROR = -32_000

export const BAD_ID = 7
const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

type Rows = [what: string, body: string | Buffer | object, expected: Expected, http?: BadMessage['http']][]

export function badMessages(era: Era): BadMessage[] {
  const rows = [
    ...notJson(),
    ...notJsonRpc(era),
    ...unknownThings(era),
    ...wrongParams(era),
    ...unanswered(era),
    ...versions(era),
  ]
  return rows.map(([what, body, expected, http]) => ({
    what,
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    expected,
    ...(http === undefined ? {} : { http }),
    ...(what.startsWith('opening: ') ? { opening: true } : {}),
  }))
}

/** A request that is right but for what a row changes. */
function message(era: Era, changes: object, params: object = {}): Record<string, unknown> {
  const whole = era === 'modern' ? { ...params, _meta: ENVELOPE } : params
  return { jsonrpc: '2.0', id: BAD_ID, method: 'tools/list', params: whole, ...changes }
}

function call(era: Era, name: unknown, args?: unknown): Record<string, unknown> {
  return message(era, { method: 'tools/call' }, { name, ...(args === undefined ? {} : { arguments: args }) })
}

function notJson(): Rows {
  return [
    ['words', 'hello there', PARSE_ERROR],
    ['half a message', '{"jsonrpc":"2.0","id":7,"method":"tools/l', PARSE_ERROR],
    ['a trailing comma', '{"jsonrpc":"2.0","id":7,"method":"tools/list",}', PARSE_ERROR],
    ['single quotes', "{'jsonrpc':'2.0','id':7,'method':'tools/list'}", PARSE_ERROR],
    ['NaN', '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":NaN}}', PARSE_ERROR],
    ['a raw NUL inside', '{"jsonrpc":"2.0","id":7,"method":"tools/\u0000list"}', PARSE_ERROR],
    ['only NULs', '\u0000\u0000\u0000\u0000', PARSE_ERROR],
    ['a byte order mark', '\ufeff{"jsonrpc":"2.0","id":7,"method":"tools/list"}', PARSE_ERROR],
    ['an HTTP request', 'GET / HTTP/1.1', PARSE_ERROR],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0xc0, 0x80, 0x7d]), PARSE_ERROR],
    ['nothing', '', 'silence', { expected: PARSE_ERROR, status: 400 }],
    ['blanks', '   \t  ', 'silence', { expected: PARSE_ERROR, status: 400 }],
  ]
}

function notJsonRpc(era: Era): Rows {
  const batch = (count: number) => Array.from({ length: count }, (_, i) => ({ jsonrpc: '2.0', id: i, method: 'ping' }))
  const refused: [what: string, body: string | object][] = [
    ['null', 'null'],
    ['a number', '42'],
    ['a string', '"tools/list"'],
    ['an empty object', {}],
    ['an empty batch', []],
    ['a batch of 101', batch(101)],
    ['a batch of what is no message', [1, 'two', null]],
    ['no jsonrpc', message(era, { jsonrpc: undefined })],
    ['jsonrpc 1.0', message(era, { jsonrpc: '1.0' })],
    ['id null', message(era, { id: null })],
    ['id an object', message(era, { id: {} })],
    ['id an array', message(era, { id: [7] })],
    ['id a boolean', message(era, { id: true })],
    ['id a fraction', message(era, { id: 7.5 })],
    ['id beyond every number', '{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}'],
    ['no method', message(era, { method: undefined })],
    ['method a number', message(era, { method: 42 })],
    ['params an array', message(era, { params: [1] })],
    ['params a string', message(era, { params: 'x' })],
    ['params null', message(era, { params: null })],
    ['_meta a number', message(era, { params: { _meta: 5 } })],
    [
      'nested 10,000 deep',
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_skill","arguments":${DEEP}}}`,
    ],
    ['nothing but brackets', DEEP],
    ['65 deep', `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`],
  ]
  return refused.map(([what, body]) => [what, body, INVALID_REQUEST, { status: 400 }])
}

function unknownThings(era: Era): Rows {
  const methods = [
    'nope',
    '',
    'tools',
    'tools/list/',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'tools/list\u0000',
  ]
  const names = ['nope', '', '__proto__', 'constructor', 'toString', 'get_skill\u0000', '../get_skill', '\ufffd\ufffd']
  const http = era === 'modern' ? { status: 404 } : { status: 200 }
  return [
    ...methods.map((method): Rows[number] => [
      `method ${JSON.stringify(method)}`,
      message(era, { method }),
      METHOD_NOT_FOUND,
      // The modern era repeats the method in a header, where such a one cannot stand.
      era === 'modern' && (method === '' || method.includes('\u0000'))
        ? { expected: HEADER_MISMATCH, status: 400 }
        : http,
    ]),
    ...names.map((name): Rows[number] => [
      `tool ${JSON.stringify(name)}`,
      call(era, name, {}),
      INVALID_PARAMS,
      era === 'modern' && !/^[\x20-\x7e]+$/.test(name) ? { expected: HEADER_MISMATCH, status: 400 } : { status: 200 },
    ]),
    ['prompt __proto__', message(era, { method: 'prompts/get' }, { name: '__proto__' }), INVALID_PARAMS],
    ['prompt nope', message(era, { method: 'prompts/get' }, { name: 'nope' }), INVALID_PARAMS],
    ['resource nope', message(era, { method: 'resources/read' }, { uri: 'cortex://nope' }), INVALID_PARAMS],
    ['resource of the disk', message(era, { method: 'resources/read' }, { uri: 'file:///etc/passwd' }), INVALID_PARAMS],
    ['resource no URI', message(era, { method: 'resources/read' }, { uri: 'no uri' }), INVALID_PARAMS],
    ['completion of nothing', message(era, { method: 'completion/complete' }, COMPLETION), INVALID_PARAMS],
  ]
}

const COMPLETION = { ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'x', value: '' } }

function wrongParams(era: Era): Rows {
  const http = era === 'modern' ? { status: 400 } : { status: 200 }
  return [
    ['no params', message(era, { method: 'tools/call', params: undefined }), INVALID_PARAMS, http],
    ['no name', call(era, undefined, {}), INVALID_PARAMS],
    ['name a number', call(era, 5, {}), INVALID_PARAMS],
    ['name null', call(era, null, {}), INVALID_PARAMS],
    ['name an object', call(era, { get: 'skill' }, {}), INVALID_PARAMS],
    ['arguments a string', call(era, 'get_skill', 'x'), INVALID_PARAMS],
    ['arguments an array', call(era, 'get_skill', ['mail']), INVALID_PARAMS],
    ['arguments null', call(era, 'get_skill', null), INVALID_PARAMS],
    ['a cursor of the wrong type', message(era, {}, { cursor: 5 }), INVALID_PARAMS],
    ['a prompt without its argument', message(era, { method: 'prompts/get' }, { name: 'recall' }), INVALID_PARAMS],
    [
      'a prompt for a path',
      message(era, { method: 'prompts/get' }, { name: 'skill', arguments: { name: '../x' } }),
      INVALID_PARAMS,
    ],
    ['no arguments', call(era, 'get_skill'), 'isError'],
    ['an argument of the wrong type', call(era, 'get_skill', { name: 5 }), 'isError'],
    [
      '__proto__ for an argument',
      JSON.stringify(call(era, 'get_skill', { NAME: 'x' })).replace('NAME', '__proto__'),
      'isError',
    ],
    ['a huge number', JSON.stringify(call(era, 'list_skills', { limit: 17 })).replace('17', '1e308'), 'isError'],
    ['a number beyond all', JSON.stringify(call(era, 'list_skills', { limit: 17 })).replace('17', '1e999'), 'isError'],
    ['30,000 elements', call(era, 'get_skill', { name: 'mail', more: Array(30_000).fill(0) }), 'isError'],
    ['a cursor of nobody', call(era, 'list_skills', { cursor: '!!' }), 'isError'],
    ['a key twice, the last one wrong', twice(era), METHOD_NOT_FOUND, { status: era === 'modern' ? 404 : 200 }],
    ['a key twice, the last one right', twice(era, 'tools/list'), 'result'],
    ...(era === 'legacy' ? [badHandshake()] : []),
  ]
}

function badHandshake(): Rows[number] {
  return ['initialize without params', message('legacy', { method: 'initialize', params: undefined }), INVALID_PARAMS]
}

// JSON has no rule for it; JavaScript takes the last one.
function twice(era: Era, last = 'nope'): string {
  return JSON.stringify(message(era, {}))
    .replace('"method"', '"method":"get/lost","method"')
    .replace('tools/list', last)
}

function unanswered(era: Era): Rows {
  const accepted = { status: 202 }
  // A modern server asks nothing, so nothing can be an answer to it.
  const answer = era === 'modern' ? { expected: SERVER_ERROR, status: 400 } : accepted
  const notification = (method: string, params: object = {}) => message(era, { id: undefined, method }, params)
  return [
    ['a notification of nothing known', notification('notifications/nope'), 'silence', accepted],
    ['a request without an id', notification('tools/call', { name: 'get_skill', arguments: {} }), 'silence', accepted],
    [
      'a cancellation of nothing',
      notification('notifications/cancelled', { requestId: 'nobody' }),
      'silence',
      accepted,
    ],
    [
      'progress of nothing',
      notification('notifications/progress', { progressToken: 'x', progress: 1 }),
      'silence',
      accepted,
    ],
    ['an answer to nothing', { jsonrpc: '2.0', id: 99, result: {} }, 'silence', answer],
    ['an error to nothing', { jsonrpc: '2.0', id: 99, error: { code: 1, message: 'x' } }, 'silence', answer],
  ]
}

function versions(era: Era): Rows {
  if (era === 'legacy') return []
  const version = 'io.modelcontextprotocol/protocolVersion'
  const claiming = (claimed: unknown) => message(era, { params: { _meta: { ...ENVELOPE, [version]: claimed } } })
  return [
    [
      'opening: a version from the future',
      claiming('2099-01-01'),
      UNSUPPORTED_VERSION,
      { expected: HEADER_MISMATCH, status: 400 },
    ],
    ['a version that is a number', claiming(20_260_728), INVALID_PARAMS, { status: 400 }],
    ['no envelope', message(era, { params: {} }), INVALID_PARAMS, { status: 400 }],
    [
      'an envelope without a version',
      message(era, { params: { _meta: { ...ENVELOPE, [version]: undefined } } }),
      INVALID_PARAMS,
      { status: 400 },
    ],
    [
      'an envelope without capabilities',
      message(era, { params: { _meta: { [version]: '2026-07-28' } } }),
      INVALID_PARAMS,
      { status: 400 },
    ],
    [
      'an old handshake',
      message(era, { method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
      UNSUPPORTED_VERSION,
      { expected: HEADER_MISMATCH, status: 400 },
    ],
  ]
}
