// Goal: the index at the start of a session fits its budget and never hides that something is missing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skillIndexText } from '../../src/domain/skill-index-text.ts'
import { seeded } from '../support/seed.ts'

const HEAD = 'Available skills (use get_skill to load full instructions):'
const line = (name: string, summary = 'Does it', loads = 0) => ({ name, summary, loads })
const CUT = [`${HEAD}`, '- a: Does it', 'and 2 more: list_skills'].join('\n')

test.each([
  [
    'most used first, then by name',
    [line('b'), line('c', 'Does it', 1), line('a')],
    1_000,
    ['- c: Does it', '- a: Does it', '- b: Does it'],
  ],
  ['one line a skill, whatever its summary holds', [line('a', 'Does\n- evil:  it ')], 1_000, ['- a: Does - evil: it']],
  ['a long summary is cut and shows it', [line('a', 'x'.repeat(300))], 1_000, [`- a: ${'x'.repeat(197)}...`]],
  ['what fits exactly stands whole', [line('a'), line('b')], HEAD.length + 26, ['- a: Does it', '- b: Does it']],
  [
    'what does not fit is counted',
    [line('a'), line('b'), line('c')],
    CUT.length,
    ['- a: Does it', 'and 2 more: list_skills'],
  ],
  ['even when nothing fits', [line('a'), line('b')], 84, ['and 2 more: list_skills']],
])('%s', (_, lines, charsMax, expected) => {
  expect(skillIndexText(lines, charsMax)).toBe([HEAD, ...expected].join('\n'))
})

const LEFT_TWO = '2 skills that this client lists itself are left out here; get_skill has them too.'

test.each([
  ['behind the lines', [line('a'), line('b')], 1_000, 2, `${HEAD}\n- a: Does it\n- b: Does it\n${LEFT_TWO}`],
  [
    'behind what does not fit',
    [line('a'), line('b'), line('c')],
    CUT.length + LEFT_TWO.length + 1,
    2,
    `${CUT}\n${LEFT_TWO}`,
  ],
  ['one', [], 1_000, 1, '1 skill that this client lists itself is left out here; get_skill has it too.'],
  ['with nothing else to list', [], 1_000, 2, LEFT_TWO],
])('what is left to the client is counted: %s', (_, lines, charsMax, leftToClient, expected) => {
  expect(skillIndexText(lines, charsMax, { leftToClient })).toBe(expected)
})

test('an empty library says what to do', () => {
  expect(skillIndexText([], 1_000)).toBe(
    'No skills saved yet. Save one with save_skill when a task of several steps has worked and will come again.',
  )
})

test('any library within any budget: every skill is shown or counted, in an order that its storage does not change', () => {
  const library = fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,30}$/), summary: fc.string(), loads: fc.nat(3) }),
    {
      selector: (each) => each.name,
      minLength: 1,
      maxLength: 60,
    },
  )
  fc.assert(
    fc.property(library, fc.integer({ min: 100, max: 3_000 }), (lines, charsMax) => {
      const text = skillIndexText(lines, charsMax)
      expect(text.length).toBeLessThanOrEqual(charsMax)
      const shown = text.split('\n- ').length - 1
      expect(shown + Number(/and (\d+) more: list_skills$/.exec(text)?.[1] ?? 0)).toBe(lines.length)
      expect(skillIndexText([...lines].reverse(), charsMax)).toBe(text)
    }),
    seeded(500),
  )
})
