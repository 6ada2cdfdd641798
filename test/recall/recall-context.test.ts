// What others add to a recall: whole items within the budget, told as taken only when they are in, and never a failure.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTEXT_CHARS_MAX, type ContextSource, withinContext } from '../../src/domain/context-source.ts'
import { gatherContext } from '../../src/recall/recall-context.ts'

const asked = { session: 's', peers: [], actor: 'agent' } as const

test('sources answer in their order; one that fails adds nothing and is told of', async () => {
  const troubles: unknown[] = []
  const good = (kind: string): ContextSource => {
    return async () => [{ kind, text: kind }]
  }
  const bad: ContextSource = async () => {
    throw new Error('no disk')
  }
  const context = await gatherContext([good('peer'), bad, good('beliefs')], asked, (error) => troubles.push(error))
  expect(context).toEqual([
    { kind: 'peer', text: 'peer' },
    { kind: 'beliefs', text: 'beliefs' },
  ])
  expect(troubles).toEqual([new Error('no disk')])
})

test('what does not fit waits: it is not told as taken', async () => {
  const taken: string[] = []
  const source: ContextSource = async () =>
    ['a'.repeat(3_000), 'b'.repeat(3_000), 'c'].map((text) => ({
      kind: 'directive',
      text,
      taken: async () => void taken.push(text[0]!),
    }))
  const context = await gatherContext([source], asked, () => {})
  expect(context.map(({ text }) => text[0])).toEqual(['a', 'c'])
  expect(taken).toEqual(['a', 'c'])
})

test('an item that cannot be told as taken is shown all the same', async () => {
  const troubles: unknown[] = []
  const taken = async () => {
    throw new Error('no disk')
  }
  const context = await gatherContext([async () => [{ kind: 'x', text: 'y', taken }]], asked, (e) => troubles.push(e))
  expect(context).toEqual([{ kind: 'x', text: 'y' }])
  expect(troubles).toHaveLength(1)
})

test('the budget holds for whatever is offered', () => {
  const items = fc.array(fc.string({ maxLength: 3_000 }).map((text) => ({ kind: 'k', text })))
  fc.assert(
    fc.property(items, (offered) => {
      const fitting = withinContext(offered)
      expect(fitting.reduce((chars, { text }) => chars + text.length, 0)).toBeLessThanOrEqual(CONTEXT_CHARS_MAX)
      expect(offered.filter((item) => fitting.includes(item))).toEqual(fitting)
    }),
  )
})
