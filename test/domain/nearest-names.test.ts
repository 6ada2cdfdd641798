import { expect, test } from 'vitest'
import { editDistance, nearestNames } from '../../src/domain/nearest-names.ts'

const NAMES = ['mcp/email', 'mcp/calendar', 'deploy-docker', 'deploy-k8s', 'mail-merge']

test.each([
  ['mcp/emial', ['mcp/email'], 'two letters changed places'],
  ['email', ['mcp/email'], 'the last part alone'],
  ['deploy', ['deploy-docker', 'deploy-k8s'], 'a part of two, equally near: by name'],
  ['MCP/EMAIL', ['mcp/email'], 'the case of letters does not matter'],
])('%s: nearest is %s (%s)', (wanted, nearest) => {
  expect(nearestNames(wanted, NAMES).slice(0, nearest.length)).toEqual(nearest)
})

test('at most as many as asked for, and none of none', () => {
  expect(nearestNames('x', NAMES)).toHaveLength(3)
  expect(nearestNames('x', NAMES, 1)).toHaveLength(1)
  expect(nearestNames('x', [])).toEqual([])
})

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['kitten', 'sitting', 3],
  ['flaw', 'lawn', 2],
])('from %j to %j: %i edits, and back', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})
