// Goal: what only one side changed is never lost, and what a person chooses for each contested place is what comes out.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyForm,
  type Form,
  faultsOf,
  isSameForm,
  policyChange,
  sent,
} from '../../src/dashboard/pages/designer/form.ts'
import { type Choice, mergeForms, type Place, resolved } from '../../src/dashboard/pages/designer/merge-forms.ts'
import { seeded } from '../support/seed.ts'

const TEXT = ['# Tea', '', 'Boil water.', 'Warm the pot.', 'Steep.', ''].join('\n')
const form = (part: Partial<Form> = {}): Form => ({ ...emptyForm('tea'), content: TEXT, ...part })
const text = (from: string, to: string, part: Partial<Form> = {}) => form({ content: TEXT.replace(from, to), ...part })

function conflictOf(three: { base: Form; ours: Form; theirs: Form }): Place[] {
  const merge = mergeForms(three)
  if (merge.kind !== 'conflict') throw new Error('expected a conflict')
  return merge.places
}
const every = (places: readonly Place[], choice: Choice) => new Map(places.map(({ key }) => [key, choice]))

test('changes of different places and fields are brought together', () => {
  const ours = text('Boil water', 'Boil spring water', { tags: ['hot'] })
  const theirs = text('Steep', 'Steep five minutes', { summary: 'Make tea' })
  expect(mergeForms({ base: form(), ours, theirs })).toEqual({
    kind: 'merged',
    form: form({
      content: TEXT.replace('Boil water', 'Boil spring water').replace('Steep', 'Steep five minutes'),
      ...{ tags: ['hot'], summary: 'Make tea' },
    }),
  })
})

const CHOSEN: [choice: Choice, line: string][] = [
  ['ours', 'Boil milk.'],
  ['theirs', 'Boil oil.'],
  ['both', 'Boil milk.\nBoil oil.'],
]
test.each(CHOSEN)('of the same line changed by both: %s', (choice, line) => {
  const three = {
    base: form(),
    ours: text('Boil water.', 'Boil milk.', { tags: ['mine'] }),
    theirs: text('Boil water.', 'Boil oil.', { triggers: ['theirs'] }),
  }
  const places = conflictOf(three)
  expect(places).toMatchObject([
    { title: 'Text, line 3', base: 'Boil water.', ours: 'Boil milk.', theirs: 'Boil oil.' },
  ])
  expect(resolved(three, places, every(places, choice))).toEqual(
    form({ content: TEXT.replace('Boil water.', line), tags: ['mine'], triggers: ['theirs'] }),
  )
})

test('a line that one took out and the other changed', () => {
  const three = { base: form(), ours: text('Warm the pot.\n', ''), theirs: text('Warm the pot.', 'Warm it.') }
  const places = conflictOf(three)
  expect(resolved(three, places, every(places, 'ours'))).toEqual(three.ours)
  expect(resolved(three, places, every(places, 'theirs'))).toEqual(three.theirs)
})

test('a field that both changed is one choice, whatever of it differs', () => {
  const three = {
    base: form({ steps: [{ action: 'a', tool: 'x' }] }),
    ours: form({ steps: [{ action: 'a', tool: 'y' }], parent: 'kitchen/guide' }),
    theirs: form({ steps: [{ action: 'a', tool: 'z' }], parent: 'drinks/guide' }),
  }
  const places = conflictOf(three)
  expect(places.map(({ key }) => key).sort()).toEqual(['parent', 'steps'])
  const chosen = new Map<string, Choice>([
    ['steps', 'theirs'],
    ['parent', 'ours'],
  ])
  expect(resolved(three, places, chosen)).toEqual(form({ steps: three.theirs.steps, parent: 'kitchen/guide' }))
})

const line = fc.constantFrom('a', 'b', 'c', 'd', '')
const someText = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const someForm = fc.record({ content: someText, summary: line }).map(form)

test('whatever the three say, what is chosen for each place comes out, in its order', () => {
  fc.assert(
    fc.property(someForm, someForm, someForm, (base, ours, theirs) => {
      const places = mergeForms({ base, ours, theirs })
      if (places.kind === 'merged') return
      for (const choice of ['ours', 'theirs', 'both'] as const) {
        const { content } = resolved({ base, ours, theirs }, places.places, every(places.places, choice))
        let rest = `\n${content}\n`
        for (const { lines, ...place } of places.places) {
          if (lines === undefined) continue
          const sides = choice === 'both' ? (['ours', 'theirs'] as const) : [choice]
          for (const side of sides) {
            if (lines[side].lines === 0) continue
            const at = rest.indexOf(`\n${place[side]}\n`)
            expect(at, `${choice} ${JSON.stringify([place[side], content])}`).toBeGreaterThanOrEqual(0)
            rest = rest.slice(at + place[side].length + 1)
          }
        }
      }
    }),
    seeded(2_000),
  )
})

test('where the whole text is contested, all of one side is that side', () => {
  fc.assert(
    fc.property(someText, someText, (mine, other) => {
      const three = { base: form({ content: 'was' }), ours: form({ content: mine }), theirs: form({ content: other }) }
      const merge = mergeForms(three)
      if (merge.kind === 'merged') return
      for (const side of ['ours', 'theirs'] as const) {
        expect(resolved(three, merge.places, every(merge.places, side)).content).toBe(three[side].content)
      }
    }),
    seeded(500),
  )
})

test('a form says what is sent, what of the policy changes, and what keeps it from being saved', () => {
  const changed = form({ summary: '  Make tea ', steps: [{ action: ' pour ', description: ' ', tool: '' }] })
  expect(sent(changed)).toMatchObject({ summary: 'Make tea', steps: [{ action: 'pour' }] })
  expect(isSameForm(form({ summary: ' x' }), form({ summary: 'x' }))).toBe(true)
  const [none, some] = [form().policy, { ...form().policy, tools: ['Bash'], domains: ['x.org'] }]
  expect(policyChange(none, none)).toBeUndefined()
  expect(policyChange(some, { ...some, tools: ['Read'] })).toMatchObject({
    add: { tools: ['Read'] },
    remove: { tools: ['Bash'] },
  })
  expect(faultsOf(form({ name: 'No Name', content: ' ', steps: [{ action: '' }] }), none)).toEqual({
    name: expect.stringContaining('Lower-case'),
    content: 'A skill has a text.',
    steps: expect.any(String),
  })
  const bad = form({ policy: { ...none, domains: ['https://x.org/'] } })
  expect(faultsOf(bad, none).policy).toContain('expected a host')
  // What stands already is kept, whatever its form.
  expect(faultsOf(bad, bad.policy)).toEqual({})
})
