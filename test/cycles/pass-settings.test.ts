// The settings of passes: what they take, what they refuse, and that a pass that is turned off is never asked.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { isPassEnabled } from '../../src/cycles/pass-settings.ts'
import { PASSES } from '../../src/domain/pass-change.ts'
import { tempFolder } from '../support/temp-home.ts'

const enabledPasses = (settings: Parameters<typeof isPassEnabled>[0]) =>
  PASSES.filter((pass) => isPassEnabled(settings, pass))

function configOf(passes: Record<string, unknown>) {
  const home = tempFolder()
  writeFileSync(join(home, 'config.json'), JSON.stringify({ passes }))
  return readConfig({ home })
}

test('every pass is on, and none runs by itself', () => {
  const { settings } = readConfig({ home: tempFolder() })
  expect(enabledPasses(settings)).toEqual([
    ...['gap', 'extract', 'consolidate', 'optimize', 'summarize', 'reflect', 'consult'],
  ])
  expect([settings['passes.schedule'], settings['passes.timeZone'], settings['passes.idleMinutes']]).toEqual([
    null,
    null,
    10,
  ])
})

test('each can be turned off by itself', () => {
  const { settings, warnings } = configOf({ gap: { enabled: false }, summarize: { enabled: 'off' } })
  expect([enabledPasses(settings), warnings]).toEqual([
    ['extract', 'consolidate', 'optimize', 'reflect', 'consult'],
    [],
  ])
})

test.each(['0 3 * * *', '*/30 0 3 * * 1-5', '@daily', 'none'])('the schedule "%s" is taken', (schedule) => {
  const { settings } = configOf({ schedule, timeZone: 'America/New_York' })
  expect(settings['passes.schedule']).toBe(schedule === 'none' ? null : schedule)
})

test.each<[name: string, value: unknown, expected: RegExp]>([
  ['schedule', 'every night', /passes\.schedule.*five or six fields/],
  ['schedule', '99 3 * * *', /five or six fields/],
  // One moment is no schedule, and February has no 30th.
  ['schedule', '2027-01-01T03:00:00', /five or six fields/],
  ['schedule', '0 3 30 2 *', /a time that ever comes/],
  ['schedule', '@reboot', /five or six fields/],
  ['timeZone', 'Mars/Olympus', /passes\.timeZone.*name of a time zone/],
  ['idleMinutes', -1, /passes\.idleMinutes/],
])('passes.%s: %o is refused', (name, value, expected) => {
  expect(() => configOf({ [name]: value })).toThrow(expected)
})
