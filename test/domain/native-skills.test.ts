// Goal: what a client lists itself is left out by name or by the first parts of a name, and nothing that only looks alike.
import { expect, test } from 'vitest'
import { leaveToClient } from '../../src/domain/native-skills.ts'

const NAMES = ['work', 'work/pdf', 'work/pdf/merge', 'workshop', 'work-log', 'home/work', 'pdf']

test.each<[own: string[], left: string[]]>([
  [[], []],
  [['work'], ['work', 'work/pdf', 'work/pdf/merge']],
  [['work/pdf'], ['work/pdf', 'work/pdf/merge']],
  [['work/pdf/merge'], ['work/pdf/merge']],
  [
    ['pdf', 'home/work'],
    ['home/work', 'pdf'],
  ],
  [
    ['work', 'work/pdf', 'work'],
    ['work', 'work/pdf', 'work/pdf/merge'],
  ],
  [['wor', 'work/', '', '/', 'constructor'], []],
  [['home', 'work', 'workshop', 'work-log', 'pdf'], NAMES],
])('%j', (own, left) => {
  const lines = NAMES.map((name) => ({ name }))
  const shown = leaveToClient(lines, own)
  expect(shown.lines.map(({ name }) => name)).toEqual(NAMES.filter((name) => !left.includes(name)))
  expect(shown.leftToClient).toBe(left.length)
})
