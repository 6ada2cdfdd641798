// Whoever decides by a text that was looked at decides about that text alone: the check is made under the skill's lock.
import { expect, test } from 'vitest'
import type { Caller } from '../../src/library/library.ts'
import { OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

type Opened = Awaited<ReturnType<typeof openLibrary>>
const DECISIONS: [what: string, decide: (opened: Opened, caller: Caller) => Promise<unknown>][] = [
  ['archive', ({ library }, caller) => library.archive('mail', caller)],
  ['deprecate', ({ review }, caller) => review.step('mail', 'deprecate', caller)],
  ['restore', ({ library }, caller) => library.restore('mail', 1, caller)],
  ['pin', ({ review }, caller) => review.pin('mail', true, caller)],
  [
    'merge',
    ({ requests }, caller) => requests.carryOut({ kind: 'merge', name: 'mail', source: 'post', reason: null }, caller),
  ],
]

test.each(DECISIONS)('%s', async (_, decide) => {
  const layout = tempHome()
  const opened = await openLibrary(layout)
  const { library, shelf, store } = opened
  await library.save('mail', { content: '# Mail\n\nSend it.\n' }, OPERATOR)
  await library.save('mail', { content: '# Mail\n\nSend it with `mailx`.\n' }, OPERATOR)
  await library.save('post', { content: '# Post\n\nPost it at the post office.\n' }, OPERATOR)
  const seen = new Map([['mail', shelf.entry('mail')!.digest]])
  // Another process, of which this one has not heard.
  await (await openLibrary(layout)).library.save('mail', { content: '# Mail\n\nNever send it.\n' }, OPERATOR)
  const before = await store.read('mail')
  await expect(decide(opened, { ...OPERATOR, seen })).rejects.toMatchObject({
    code: 'conflict',
    message: 'skill "mail": the text that was looked at was expected, but another one stands now',
  })
  expect(await store.read('mail')).toEqual(before)
  await decide(opened, { ...OPERATOR, seen: new Map([['mail', before!.digest]]) })
})
