// A provider that only the reflection has: `dream` asks it for its passes, and says that the others wait for an agent.
import { expect, test } from 'vitest'
import { answerOf, openSecondLoopHome } from '../reflection/second-loop-home.ts'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { inProcess } from './in-process.ts'

test('what it answers is run, all else is left to agents', async () => {
  const server = await startFakeModelServer()
  const reflection = { provider: 'openai', baseUrl: server.baseUrl('openai'), model: 'small' }
  const { home, meet, keys } = await openSecondLoopHome({ reflection })
  await meet('bob', 5)
  const dream = (...args: string[]) => inProcess(['dream', ...args, '--home', home])
  const left = /\nNot run, for want of provider\.kind: gap, .*summarize\. An attached agent does these\.\n$/
  server.reply({ text: answerOf({ beliefs: [{ key: 'late', value: 'Answers late.' }] }) })
  const ran = await dream('--yes')
  expect(ran).toMatchObject({ exit: 0, err: '' })
  expect(ran.out).toMatch(/^reflect: /m)
  expect(ran.out).toMatch(left)
  expect([server.asked.length, await keys()]).toEqual([1, ['late']])
  const again = await dream('--yes')
  expect(again.out).toMatch(/^No pass has anything to do\.\n- reflect: /)
  expect(again.out).toMatch(left)
  const named = await dream('--pass', 'reflect')
  expect(named.out).not.toMatch(/Not run|No model provider/)
  expect((await dream('--pass', 'gap')).out).toMatch(/No model provider is set, so nothing was run\./)
})
