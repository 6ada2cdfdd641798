// Types, conditions and patterns of bindings: what holds, and that no text of others makes it slow.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/domain/binding.ts'
import { failedCondition, matchesPattern } from '../../src/domain/binding-match.ts'
import { EVENT_TYPES, eventPatternFault, isOfType, spelledType } from '../../src/domain/binding-types.ts'

const EVENT = {
  type: 'tool.called',
  session: 's1',
  fields: { tool: 'mcp__mail__send', ok: false, ms: 12, skills: ['a', 'b/c'], payload: { env: 'prod' }, none: null },
}

test.each<[field: string, op: Condition['op'], value: Condition['value'], holds: boolean]>([
  ['tool', 'equals', 'mcp__mail__send', true],
  ['tool', 'equals', 'MCP__mail__send', false],
  ['ok', 'equals', false, true],
  ['ok', 'equals', 'false', true],
  ['ok', 'equals', true, false],
  ['ms', 'equals', 12, true],
  ['tool', 'contains', 'MAIL', true],
  ['tool', 'contains', 'post', false],
  ['skills', 'equals', 'b/c', true],
  ['skills', 'contains', 'b/', true],
  ['skills', 'equals', 'd', false],
  ['payload.env', 'equals', 'prod', true],
  ['payload', 'equals', 'prod', false],
  ['payload.other', 'equals', 'prod', false],
  ['type', 'matches', 'tool.*', true],
  ['session', 'equals', 's1', true],
  ['none', 'equals', 'null', false],
  ['absent', 'matches', '*', false],
  ['constructor.name', 'equals', 'Object', false],
  ['__proto__', 'contains', '', false],
  ['tool', 'matches', 'mcp__*__send', true],
  ['tool', 'matches', 'MCP__????__*', true],
  ['tool', 'matches', 'mcp__*__read', false],
  ['tool', 'matches', 'mail', false],
])('%s %s %s: %s', (field, op, value, holds) => {
  expect(failedCondition([{ field, op, value }], EVENT) === undefined).toBe(holds)
})

test('all must hold; the first that does not is told', () => {
  const yes: Condition = { field: 'ok', op: 'equals', value: false }
  const no: Condition = { field: 'tool', op: 'equals', value: 'Bash' }
  expect(failedCondition([yes, no], EVENT)).toBe(no)
  expect(failedCondition([], EVENT)).toBeUndefined()
})

describe('patterns', () => {
  const piece = fc.constantFrom('a', 'b', '*', '?', '.', '(', '[', '\\', 'ab', '+', '$')
  test('mean what the same expression means, and every other sign is only itself', () => {
    const escaped = (sign: string) => sign.replace(/[.()[\]\\+$^|{}]/g, '\\$&')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(piece, { maxLength: 8 }), (signs, letters) => {
        const [pattern, text] = [signs.join(''), letters.join('')]
        const expression = [...pattern].map((s) => (s === '*' ? '[^]*' : s === '?' ? '[^]' : escaped(s))).join('')
        expect(matchesPattern(pattern, text)).toBe(new RegExp(`^${expression}$`).test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('never take more than pattern times text, however hostile both are', () => {
    const pattern = `${'*a'.repeat(99)}*b`
    const began = performance.now()
    expect(matchesPattern(pattern, 'a'.repeat(4_000))).toBe(false)
    expect(
      failedCondition([{ field: 'x', op: 'matches', value: pattern }], { ...EVENT, fields: { x: 'a'.repeat(5e6) } }),
    ).toBeDefined()
    expect(matchesPattern('(a+)+$', 'a'.repeat(4_000))).toBe(false)
    // An expression that backtracks would take years.
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('types', () => {
  test.each([
    ['tool.called', 'tool.called', true],
    ['tool.*', 'tool.called', true],
    ['*.called', 'tool.called', true],
    ['*', 'turn', true],
    ['*', 'tool.called', true],
    ['*.*', 'turn', false],
    ['custom.*', 'custom.a.b', true],
    ['custom.*.b', 'custom.a.b', true],
    ['custom.*.c', 'custom.a.b', false],
    ['custom.a', 'custom.a.b', false],
    ['tool.called', 'tool.called.more', false],
    ['tool', 'tool.called', false],
  ])('%s for %s: %s', (pattern, type, holds) => expect(isOfType(pattern, type)).toBe(holds))

  test('every one of the list is a pattern for itself, and its former name is known', () => {
    for (const type of EVENT_TYPES)
      expect([type, eventPatternFault(type), isOfType(type, type)]).toEqual([type, undefined, true])
    expect(EVENT_TYPES).toEqual(expect.arrayContaining(['turn', 'loaded', 'outcome', 'feedback', 'skill.archived']))
    expect(EVENT_TYPES.some((type) => type.startsWith('binding.') || type === 'event.noted')).toBe(false)
    expect(['tool-called', 'tool_call', 'session-ended', 'agent_turn_end'].map(spelledType)).toEqual([
      ...['tool.called', 'tool.called', 'session.ended', 'turn'],
    ])
  })

  test.each([
    '',
    '.',
    'tool.',
    'Tool.called',
    'tool called',
    'custom',
    'custom.',
    'custom.A',
    'custom.a.b.c.d',
    '**',
    'x.*',
  ])('"%s" is none', (pattern) => expect(eventPatternFault(pattern)).toMatch(/^expected a type of event/))
})
