// The operator token: made once, this user's alone, and made anew only where it could not be used.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { keptOperatorToken } from '../../src/store/operator-token.ts'
import { tempHome } from '../support/temp-home.ts'

const onUnix = process.platform !== 'win32'
const modeOf = (path: string) => statSync(path).mode & 0o777

function open(prepare: (path: string) => void = () => {}) {
  const layout = tempHome()
  mkdirSync(dirname(layout.operatorToken), { recursive: true })
  prepare(layout.operatorToken)
  const logged: string[] = []
  const token = () => keptOperatorToken(layout, (part, message) => void logged.push(`${part}: ${message}`))
  return { layout, logged, token, read: () => readFileSync(layout.operatorToken, 'utf8') }
}

test('a fresh home gets one of 32 random bytes, which nobody else can read, and keeps it', async () => {
  const { layout, logged, token, read } = open()
  const made = await token()
  expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  expect(read()).toBe(`${made}\n`)
  if (onUnix) expect(modeOf(layout.operatorToken)).toBe(0o600)
  expect(await token()).toBe(made)
  expect(await open().token()).not.toBe(made)
  expect(logged).toEqual([])
})

test('callers that come at once get the same', async () => {
  const layout = homeLayout(tempHome().home)
  const made = await Promise.all(Array.from({ length: 8 }, () => keptOperatorToken(layout, () => {})))
  expect(new Set(made).size).toBe(1)
  expect(existsSync(`${layout.leases}/operator-token.lock`)).toBe(false)
})

const OWN = 'own-'.repeat(20)
test('one that a person chose is kept, if it is long enough', async () => {
  const { logged, token, read } = open((path) => writeFileSync(path, `${OWN}\r\n`, { mode: 0o600 }))
  expect(await token()).toBe(OWN)
  expect(read()).toBe(`${OWN}\r\n`)
  expect(logged).toEqual([])
})

describe('what others can read', () => {
  const MODES = [0o644, 0o640, 0o604, 0o660, 0o666, 0o777, 0o620]
  test.runIf(onUnix).each(MODES)('with mode %o is closed to them, and said', async (mode) => {
    const { layout, logged, token } = open((path) => {
      writeFileSync(path, OWN)
      chmodSync(path, mode)
    })
    expect(await token()).toBe(OWN)
    expect(modeOf(layout.operatorToken)).toBe(0o600)
    expect(logged).toEqual([expect.stringMatching(/^serve: others could read cortex\/operator-token/)])
    await token()
    expect(logged).toHaveLength(1)
  })
})

describe('one that is no token', () => {
  const DAMAGED: [what: string, prepare: (path: string) => void][] = [
    ['empty', (path) => writeFileSync(path, '')],
    ['a line end', (path) => writeFileSync(path, '\n')],
    ['too short', (path) => writeFileSync(path, 'a'.repeat(42))],
    ['too long', (path) => writeFileSync(path, 'a'.repeat(513))],
    ['huge', (path) => writeFileSync(path, 'a'.repeat(1_000_000))],
    ['two words', (path) => writeFileSync(path, `${OWN} ${OWN}`)],
    ['bytes', (path) => writeFileSync(path, Buffer.alloc(64, 0xff))],
    ['a link to another file', (path) => linkTo(path)],
  ]
  test.each(DAMAGED)('(%s) is made anew, and said', async (_what, prepare) => {
    const { layout, logged, token, read } = open(prepare)
    const made = await token()
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(read()).toBe(`${made}\n`)
    if (onUnix) expect(modeOf(layout.operatorToken)).toBe(0o600)
    expect(logged).toEqual([expect.stringMatching(/^serve: cortex\/operator-token was damaged or too short/)])
    expect(logged.join()).not.toContain(made)
    expect(await token()).toBe(made)
  })

  test('is not made where the disk refuses', async () => {
    const { token } = open((path) => mkdirSync(path))
    await expect(token()).rejects.toMatchObject({ code: 'storage' })
  })
})

// Whoever can write into the home must not have the server follow him out of it.
function linkTo(path: string): void {
  writeFileSync(`${path}-elsewhere`, OWN)
  symlinkSync(`${path}-elsewhere`, path)
}
