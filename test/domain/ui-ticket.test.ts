// A ticket holds with one token, at one port, for five minutes, and cannot be changed into another.
import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTicket, TICKET_MS_MAX, uiTicket } from '../../src/domain/ui-ticket.ts'
import { seeded } from '../support/seed.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const token = 't'.repeat(43)
const made = { token, port: 7420, now, nonce: 'n'.repeat(24) }
const later = (ms: number) => new Date(now.getTime() + ms)

test('what was made is read, until its end', () => {
  const ticket = uiTicket(made)
  expect(readTicket(ticket, made)).toEqual({ nonce: made.nonce, untilMs: now.getTime() + TICKET_MS_MAX })
  expect(readTicket(ticket, { ...made, now: later(TICKET_MS_MAX - 1) })).toBeDefined()
  expect(readTicket(ticket, { ...made, now: later(TICKET_MS_MAX) })).toBeUndefined()
})

test('its seal is HMAC-SHA-256 as the system makes it', () => {
  const [until, nonce, seal] = uiTicket(made).split('.')
  const key = createHash('sha256').update(token).digest()
  expect(seal).toBe(createHmac('sha256', key).update(`skill-cortex ui 7420 ${until} ${nonce}`).digest('hex'))
})

test.each<[what: string, over: Partial<typeof made>]>([
  ['another token', { token: 'u'.repeat(43) }],
  ['another port', { port: 7421 }],
  ['a clock that is far behind', { now: later(-60_000) }],
])('not with %s', (_what, over) => {
  expect(readTicket(uiTicket(made), { ...made, ...over })).toBeUndefined()
})

test('no other text is a ticket, and none is made of one by changing a character', () => {
  const ticket = uiTicket(made)
  fc.assert(
    fc.property(fc.nat(ticket.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = ticket.slice(0, at) + character + ticket.slice(at + 1)
      expect(readTicket(changed, made) === undefined || changed === ticket).toBe(true)
    }),
    seeded(300),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readTicket(text, made)).toBeUndefined()
    }),
    seeded(200),
  )
})
