// What is kept of messages and of tools' arguments: how a thing was done, and nothing of whom or what it was done with.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argumentText, turnText } from '../../src/domain/signal-text.ts'
import { seeded } from '../support/seed.ts'

const nothing = () => false

describe('of a message', () => {
  test('the words stay in their order, without names, numbers, paths and addresses', () => {
    const message = 'Email Alice Miller (alice@acme.com) the invoice 2024-117 from /home/alice/out.pdf until Friday'
    expect(turnText(message, nothing)).toBe('email invoice pdf')
  })
  test('a word of the library stays whatever it looks like', () => {
    expect(turnText('deploy Zorblax', nothing)).toBe('deploy')
    expect(turnText('deploy Zorblax', (stem) => stem === 'zorblax')).toBe('deploy zorblax')
  })
  test('at most 2,000 characters, cut at a word', () => {
    const text = turnText('deploy the billing service again '.repeat(200), nothing)
    expect(text.length).toBeLessThanOrEqual(2_000)
    expect(text.length).toBeGreaterThan(1_900)
    expect(new Set(text.split(' '))).toEqual(new Set(['deploy', 'billing', 'service']))
  })
  test('of nothing but names nothing', () => expect(turnText('Alice Miller', nothing)).toBe(''))
})

describe("of a tool's arguments", () => {
  test.each<[title: string, input: unknown, kept: string]>([
    [
      'each by its key',
      { command: 'npm test', description: 'Run the tests' },
      'command: npm test; description: run tests',
    ],
    ['a text alone', 'docker compose up', 'docker compose'],
    ['the first line', { command: '\ngit status\ngit diff' }, 'command: git status'],
    [
      'no key, address or path',
      { command: 'curl -H "Bearer sk-ant-abcdefghijklmnopqrstuvwxyz012345" https://acme.example/x' },
      'command: curl',
    ],
    [
      'no password that is a word',
      { command: 'PGPASSWORD=swordfish psql --password swordfish -c status' },
      'command: psql password c status',
    ],
    [
      'nothing that is set',
      { command: 'docker run --env MODE=swordfish alpine' },
      'command: docker run env mode alpine',
    ],
    [
      'no value of a key that names a secret',
      { token: 'swordfish', api_key: 'swordfish', query: 'deploy' },
      'query: deploy',
    ],
    [
      'nothing that a file or a letter holds',
      { content: 'weather report', new_string: 'weather', body: 'weather' },
      '',
    ],
    ['no value that is no text', { limit: 5, deep: { command: 'git' }, list: ['git'], command: 'git' }, 'command: git'],
    ['no key that is a text of its own', { 'see alice@acme.com': 'git' }, ''],
    ['nothing of what has none', null, ''],
  ])('%s', (_title, input, kept) => {
    expect(argumentText(input, nothing)).toBe(kept)
  })
  test('at most 500 characters', () => {
    const input = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`k${i}`, 'deploy the service now '.repeat(9)]),
    )
    const text = argumentText(input, nothing)
    expect(text.length).toBeLessThanOrEqual(500)
    expect(text.length).toBeGreaterThan(400)
  })
  test('whatever comes, never longer and never a failure', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => argumentText(input, nothing).length <= 500),
      seeded(200),
    )
  })
})
