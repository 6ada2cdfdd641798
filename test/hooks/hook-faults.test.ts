// Whatever a client or the disk does: a hook prints nothing that is wrong, ends with 0, and leaves one line in its log.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { acquireLease } from '../../src/files/file-lease.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { lockPath } from '../../src/store/skill-paths.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { INPUTS, SESSION } from './client-inputs.ts'
import { homeOf, hookArgs, runHook, sessionLines } from './hook-home.ts'

const MAIL = { name: 'mail', summary: 'Send an email to a customer', content: '# Mail\n\nSend it.\n' }
const TEA = { name: 'tea', summary: 'Brew green tea', content: '# Tea\n\nBoil water.\n' }
const mailHome = () => homeOf([MAIL, TEA])
const PROMPT = INPUTS.claude.prompt
const SILENT = { exit: 0, out: '', err: '' }

function logLines(layout: HomeLayout): string[] {
  return existsSync(layout.hooksLog) ? readFileSync(layout.hooksLog, 'utf8').split('\n').slice(0, -1) : []
}

/** Runs the hook; it must be silent and leave one line, of which the reason is given back. */
async function troubleOf(layout: HomeLayout, args: string[], input: object | string | Buffer): Promise<string> {
  expect(await runHook(args, input)).toEqual(SILENT)
  const lines = logLines(layout)
  expect(lines).toHaveLength(1)
  const [time, ...said] = lines[0]!.split(' ')
  expect(time).toBe(new Date(time!).toISOString())
  const begin = `hook ${args.join(' ')}: `
  expect(said.join(' ').slice(0, begin.length)).toBe(begin)
  return said.join(' ').slice(begin.length)
}

const answered = expect.stringContaining('Relevant skills for this message: mail')

describe('what comes on stdin', () => {
  const text = JSON.stringify(PROMPT)
  const NO_OBJECT = 'expected a JSON object on stdin'
  const TOO_MUCH = 'expected at most 4194304 bytes on stdin, got more'
  test.each<[what: string, input: string | Buffer, reason: string]>([
    ['nothing', '', NO_OBJECT],
    ['half of it', text.slice(0, text.length / 2), NO_OBJECT],
    ['all but the last byte', text.slice(0, -1), NO_OBJECT],
    ['two of them', text + text, NO_OBJECT],
    ['a list', '[1, 2]', NO_OBJECT],
    ['a word', 'null', NO_OBJECT],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x01]), NO_OBJECT],
    ['5 MB', JSON.stringify({ ...PROMPT, prompt: 'send email '.repeat(500_000) }), TOO_MUCH],
    ['30 MB', Buffer.alloc(30_000_000, ' '), TOO_MUCH],
  ])('%s', async (_, input, reason) => {
    const layout = mailHome()
    expect(await troubleOf(layout, hookArgs('prompt', 'claude', layout), input)).toBe(reason)
    expect(readdirSync(layout.usage)).toEqual([])
  })

  test.each([
    [{ prompt: 42 }],
    [{ prompt: ['send', 'email'], session_id: {} }],
    [{ session_id: [], prompt: '' }],
    [{ hook_event_name: 7, tool_name: {}, tool_input: [], tool_response: 3 }],
    [{}],
  ])('fields of other types say nothing, and are no trouble: %j', async (fields) => {
    const layout = mailHome()
    for (const event of ['prompt', 'tool', 'compact', 'session-end'] as const) {
      expect(await runHook(hookArgs(event, 'claude', layout), fields)).toEqual(SILENT)
    }
    expect(logLines(layout)).toEqual([])
    expect(readdirSync(layout.usage)).toEqual([])
  })

  test('is closed at once', async () => {
    const layout = mailHome()
    const args = hookArgs('prompt', 'claude', layout)
    expect(await runHook(args, undefined, { stdio: ['ignore', 'pipe', 'pipe'] })).toEqual(SILENT)
    expect(logLines(layout)).toHaveLength(1)
  })

  test.each([
    ['into a home', () => mailHome().home],
    ['into a home that is not there', () => join(tempFolder(), 'not-there')],
  ])('is taken to its end, %s, so that no client fails at writing it', async (_, home) => {
    const args = [inject('program'), 'hook', 'prompt', '--client', 'claude', '--home', home()]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] })
    const failures: Error[] = []
    child.stdin.on('error', (error) => failures.push(error))
    child.stdin.end(Buffer.alloc(6_000_000, ' '))
    const exit = await new Promise((resolve) => child.once('close', resolve))
    expect([exit, failures]).toEqual([0, []])
  })

  test('comes byte by byte, with pauses', async () => {
    const layout = mailHome()
    const child = spawn(process.execPath, [inject('program'), 'hook', ...hookArgs('prompt', 'claude', layout)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    for (const byte of Buffer.from(JSON.stringify({ ...PROMPT, prompt: 'send the cliént an email' }))) {
      await new Promise((resolve) => child.stdin.write(Buffer.of(byte), resolve))
    }
    child.stdin.end()
    expect([await ended, out]).toEqual([0, answered])
  })

  test('a message of megabytes is answered by its beginning', async () => {
    const layout = mailHome()
    const prompt = `send an email to the customer ${'zzz '.repeat(1_000_000)}`
    const { exit, out } = await runHook(hookArgs('prompt', 'claude', layout), { ...PROMPT, prompt })
    expect([exit, out]).toEqual([0, answered])
    expect(statSync(join(layout.usage, `${SESSION}.jsonl`)).size).toBeLessThan(10_000)
  })
})

describe('the command line', () => {
  test.each([
    [[], 'expected one of session-start, prompt, tool, stop, compact, session-end, got "--home"'],
    [['dance', '--client', 'claude'], /^expected one of .*, got "dance"$/],
    [['Prompt', '--client', 'claude'], /^expected one of .*, got "Prompt"$/],
    [['__proto__', '--client', 'claude'], /^expected one of /],
    [['prompt'], '--client: expected one of claude, codex, gemini, cursor, vscode'],
    [['prompt', '--client'], '--client: expected one of claude, codex, gemini, cursor, vscode'],
    [['prompt', '--client', 'emacs'], '--client: expected one of claude, codex, gemini, cursor, vscode'],
    [['prompt', '--client', 'constructor'], '--client: expected one of claude, codex, gemini, cursor, vscode'],
  ])('%j', async (args, reason) => {
    const layout = mailHome()
    const said = await troubleOf(layout, [...args, '--home', layout.home], PROMPT)
    if (typeof reason === 'string') expect(said).toBe(reason)
    else expect(said).toMatch(reason)
  })

  test('the home may also come from the environment, or be the folder that the client works in', async () => {
    const layout = mailHome()
    const args = ['prompt', '--client', 'claude']
    const ask = (session_id: string, options: object) => runHook(args, { ...PROMPT, session_id }, options)
    expect((await ask('s1', { env: { SKILL_CORTEX_HOME: layout.home } })).out).toEqual(answered)
    expect((await ask('s2', { cwd: layout.home })).out).toEqual(answered)
    expect(await ask('s3', { cwd: tempFolder() })).toEqual(SILENT)
    expect(logLines(layout)).toEqual([])
  })
})

describe('a home', () => {
  test('that does not exist stays so', async () => {
    const home = join(tempFolder(), 'not-there')
    for (const event of ['session-start', 'prompt', 'tool', 'dance'] as const) {
      expect(await runHook([event, '--client', 'claude', '--home', home], PROMPT)).toEqual(SILENT)
    }
    expect(existsSync(home)).toBe(false)
  })

  test('that is an empty folder stays empty', async () => {
    const layout = tempHome()
    expect(await runHook(hookArgs('prompt', 'claude', layout), PROMPT)).toEqual(SILENT)
    expect(readdirSync(layout.home)).toEqual([])
  })

  test('that is a file', async () => {
    const home = join(tempFolder(), 'file')
    writeFileSync(home, 'mine')
    expect(await runHook(['prompt', '--client', 'claude', '--home', home], PROMPT)).toEqual(SILENT)
    expect(readFileSync(home, 'utf8')).toBe('mine')
  })

  test('without a folder for the log gets one', async () => {
    const layout = mailHome()
    rmSync(layout.cortex, { recursive: true })
    await troubleOf(layout, hookArgs('prompt', 'claude', layout), 'nonsense')
  })

  test.each(['prompt', 'session-start', 'tool', 'compact', 'session-end'] as const)(
    'whose journal cannot be written: %s',
    async (event) => {
      const layout = mailHome()
      rmSync(layout.usage, { recursive: true })
      writeFileSync(layout.usage, 'a file where a folder belongs')
      const reason = await troubleOf(layout, hookArgs(event, 'claude', layout), { ...INPUTS.claude.tool, ...PROMPT })
      expect(reason).toMatch(/ENOTDIR|EEXIST/)
    },
  )

  test('in which nothing can be written, not even the log', async () => {
    const layout = mailHome()
    for (const folder of [layout.usage, layout.cortex]) {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'a file where a folder belongs')
    }
    expect(await runHook(hookArgs('prompt', 'claude', layout), PROMPT)).toEqual(SILENT)
    // What needs nothing written is answered as ever.
    const { session_id: _, ...stateless } = PROMPT
    expect((await runHook(hookArgs('prompt', 'claude', layout), stateless)).out).toEqual(answered)
  })

  test('in which somebody is saving, and holds the lock of a skill', async () => {
    const layout = mailHome()
    const lease = await acquireLease(lockPath(layout.leases, 'mail'), 'skill "mail"')
    expect((await runHook(hookArgs('prompt', 'claude', layout), PROMPT)).out).toEqual(answered)
    await lease.release()
  })

  test('whose journal of this session holds nonsense', async () => {
    const layout = mailHome()
    const path = join(layout.usage, `${SESSION}.jsonl`)
    const seen = { event: 'recalled', sessionId: 'somebody-else', skills: ['mail'], related: [] }
    const odd = { event: 'recalled', sessionId: SESSION, skills: 'mail', related: 7 }
    writeFileSync(path, `garbage\n{"event":\n\n[]\n${JSON.stringify(seen)}\n${JSON.stringify(odd)}\n{"event":"turn"`)
    expect((await runHook(hookArgs('prompt', 'claude', layout), PROMPT)).out).toEqual(answered)
    const lines = readFileSync(path, 'utf8').split('\n')
    // The torn line was closed off, and what came then is whole.
    expect(JSON.parse(lines.at(-2)!)).toMatchObject({ event: 'recalled', skills: ['mail'] })
  })

  test('whose config.json is broken: the log does not quote it', async () => {
    const layout = mailHome()
    writeFileSync(join(layout.home, 'config.json'), '{"token": "sesame-open-0123456789", }')
    const reason = await troubleOf(layout, hookArgs('prompt', 'claude', layout), PROMPT)
    expect(reason).toBe('config.json: expected a JSON object')
  })

  test('whose snapshot cannot be read: answered from the files, with a line in the log', async () => {
    const layout = mailHome()
    mkdirSync(layout.indexSnapshot)
    expect((await runHook(hookArgs('prompt', 'claude', layout), PROMPT)).out).toEqual(answered)
    expect(logLines(layout)).toEqual([expect.stringMatching(/ hook prompt .*: expected a regular file, got a link/)])
  })
})

describe('the log', () => {
  test('starts anew when it is large, and keeps one older part', async () => {
    const layout = mailHome()
    const args = hookArgs('prompt', 'claude', layout)
    const large = `${'x'.repeat(999)}\n`.repeat(263)
    writeFileSync(layout.hooksLog, large)
    await runHook(args, 'nonsense')
    expect(readFileSync(`${layout.hooksLog}.old`, 'utf8')).toBe(large)
    expect(logLines(layout)).toHaveLength(1)
    writeFileSync(layout.hooksLog, large.replaceAll('x', 'y'))
    await runHook(args, 'nonsense')
    expect(readFileSync(`${layout.hooksLog}.old`, 'utf8')).toBe(large.replaceAll('x', 'y'))
    expect(readdirSync(layout.cortex).sort()).toEqual(['hooks.log', 'hooks.log.old'])
  })

  test('takes one line of bounded length, whatever is on the command line', async () => {
    const layout = mailHome()
    await runHook([`a\nb${'x'.repeat(10_000)}`, '--home', layout.home], PROMPT)
    const [line, ...more] = logLines(layout)
    expect(more).toEqual([])
    expect(line!.length).toBe(2_000)
    expect(line).toContain(' hook a bxxx')
  })

  test('is the owner’s alone', async () => {
    const layout = mailHome()
    await runHook(hookArgs('prompt', 'claude', layout), 'nonsense')
    expect(statSync(layout.hooksLog).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  })
})

test('a client that does not listen any more', async () => {
  const layout = mailHome()
  const child = spawn(process.execPath, [inject('program'), 'hook', ...hookArgs('prompt', 'claude', layout)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    err += part
  })
  child.stdout.destroy()
  child.stdin.end(JSON.stringify(PROMPT))
  const exit = await new Promise((resolve) => child.once('exit', resolve))
  expect([exit, err]).toEqual([0, ''])
  expect(logLines(layout)).toEqual([expect.stringContaining('EPIPE')])
  // It was asked and it answered; whether anybody heard it nobody can know.
  expect(sessionLines(layout, SESSION).map(({ event }) => event)).toEqual(['turn', 'recalled'])
})

test('a Node that cannot run us: a client must not take that for a refusal', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } })`
  const node = ['--import', `data:text/javascript,${encodeURIComponent(old)}`]
  const layout = mailHome()
  expect(await runHook(hookArgs('prompt', 'claude', layout), PROMPT, { node })).toEqual(SILENT)
})
