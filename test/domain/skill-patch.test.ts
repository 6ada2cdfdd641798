// Goal: dates are a matter of the library: what is new may bring its own, what stands keeps its birthday.
import { expect, test } from 'vitest'
import { patched } from '../../src/domain/skill-patch.ts'
import { NOW, skillOf } from '../support/builders.ts'

const CONTEXT = { name: 'mail', now: '2026-11-22T10:00:00.000Z' }
const OLD = '2020-01-01T00:00:00.000Z'

test('what is new is born now, unless it says when', () => {
  const born = (patch: object) => {
    const { createdAt, updatedAt } = patched(undefined, { content: 'x', ...patch }, CONTEXT)
    return { createdAt, updatedAt }
  }
  expect(born({})).toEqual({ createdAt: CONTEXT.now, updatedAt: null })
  expect(born({ createdAt: OLD, updatedAt: NOW })).toEqual({ createdAt: OLD, updatedAt: NOW })
})

test('what stands keeps its birthday and changes now, whatever the patch says', () => {
  const next = patched(skillOf(), { content: 'y', createdAt: OLD, updatedAt: OLD }, CONTEXT)
  expect(next).toMatchObject({ content: 'y', createdAt: NOW, updatedAt: CONTEXT.now })
})
