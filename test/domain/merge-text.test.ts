import { expect, test } from 'vitest'
import { openFence } from '../../src/domain/markdown-blocks.ts'
import { mergedSteps } from '../../src/domain/merge-steps.ts'
import { mergedSummary } from '../../src/domain/merge-summary.ts'
import { mergedContent } from '../../src/domain/merge-text.ts'
import type { Step } from '../../src/domain/skill.ts'

type TextRow = [what: string, target: string, source: string, merged: string]

const LONG = 'Before you send anything, read the whole thread once and note who is asked to answer.'

const TEXTS: TextRow[] = [
  ['an equal text adds nothing', '# Mail\n\nSend it.\n', '# Mail\n\nSend it.\n', '# Mail\n\nSend it.\n'],
  ['case, articles and marks are no difference', 'Send the **mail**.', 'send mail', 'Send the **mail**.'],
  ['what is new comes last', 'Send it.\n', 'Keep a copy.\n', 'Send it.\n\n## From other\n\nKeep a copy.\n'],
  ['only what is new', 'Send it.', 'Send it.\n\nKeep a copy.', 'Send it.\n\n## From other\n\nKeep a copy.\n'],
  ['a "not" is a difference', 'Delete it.', 'Do not delete it.', 'Delete it.\n\n## From other\n\nDo not delete it.\n'],
  [
    'a number is a difference',
    'Wait 25 seconds.',
    'Wait 30 seconds.',
    'Wait 25 seconds.\n\n## From other\n\nWait 30 seconds.\n',
  ],
  [
    'an identifier of another case is a difference',
    'Use `curl -f`.',
    'Use `curl -F`.',
    'Use `curl -f`.\n\n## From other\n\nUse `curl -F`.\n',
  ],
  [
    'headings come below ours, and only where something new follows',
    '# Mail\n\nSend it.\n\n## Undo\n\nCall it back.',
    '# Post\n\nSend it.\n\n## Undo\n\nCall it back.\n\n## Stamps\n\nBuy some.\n\n### Rare\n\nAsk.',
    '# Mail\n\nSend it.\n\n## Undo\n\nCall it back.\n\n## From other\n\n### Post\n\n#### Stamps\n\nBuy some.\n\n##### Rare\n\nAsk.\n',
  ],
  [
    'a short sentence means something else under another heading',
    '## Staging\n\nRun it again.',
    '## Production\n\nRun it again.',
    '## Staging\n\nRun it again.\n\n## From other\n\n### Production\n\nRun it again.\n',
  ],
  ['a long one does not', `## Reading\n\n${LONG}`, `## The thread\n\n${LONG}`, `## Reading\n\n${LONG}`],
  [
    'code stays whole, its blank lines and its hashes too',
    'Send it.',
    'Run:\n```sh\n# not a heading\n\nnpm ci\n```',
    'Send it.\n\n## From other\n\nRun:\n```sh\n# not a heading\n\nnpm ci\n```\n',
  ],
  [
    'code is compared to the letter',
    '```\nmake All\n```',
    '```\nmake all\n```',
    '```\nmake All\n```\n\n## From other\n\n```\nmake all\n```\n',
  ],
  [
    'a code block that we leave open is closed first',
    'Run:\n~~~~\nnpm ci',
    'Keep a copy.',
    'Run:\n~~~~\nnpm ci\n~~~~\n\n## From other\n\nKeep a copy.\n',
  ],
  [
    'line ends of another system',
    'Send it.\r\n\r\nWait.',
    'Wait.\r\n\r\nGo.',
    'Send it.\r\n\r\nWait.\n\n## From other\n\nGo.\n',
  ],
]

test.each(TEXTS)('content: %s', (_, target, source, merged) => {
  const words = (name: string, content: string) => ({ name, content, summary: '' })
  expect(mergedContent(words('mail', target), words('other', source))).toBe(merged)
})

test('a summary that the source alone has is not lost', () => {
  const source = { name: 'other', summary: 'Letters by pigeon', content: 'Send it.' }
  expect(mergedContent({ name: 'mail', summary: 'x', content: 'Send it.' }, source)).toBe(
    'Send it.\n\n## From other\n\nLetters by pigeon\n',
  )
})

test.each([
  ['```\na', '```'],
  ['````md\n```\na\n```', '````'],
  ['```\na\n```', undefined],
  ['Say ```a``` here.', undefined],
])('the fence that %j leaves open', (text, mark) => {
  expect(openFence(text)).toBe(mark)
})

const FIFTEEN = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'

test.each([
  ['both in one line', 'Send mail', 'Write letters.', 'Send mail; Write letters.'],
  ['nothing new', 'Send mails to people', 'Send mail', 'Send mails to people'],
  ['all of ours and more', 'Send mail', 'Send mail to people', 'Send mail to people'],
  [
    'only its new search words when both are too long',
    FIFTEEN,
    'Send the five letters by post',
    `${FIFTEEN}; Send letters post`,
  ],
  ['none of ours', '', 'Send mail', 'Send mail'],
  ['a full stop goes', 'Send mail.', 'Write letters', 'Send mail; Write letters'],
  ['a number is new', 'Wait 25 seconds', 'Wait 30 seconds', 'Wait 25 seconds; Wait 30 seconds'],
  ['never longer than a summary may be', `mail ${'y'.repeat(1_012)}`, 'pigeon', `mail ${'y'.repeat(1_012)}`],
])('summary: %s', (_, target, source, merged) => {
  expect(mergedSummary(target, source)).toBe(merged)
})

type StepRow = [what: string, target: Step[], source: Step[], merged: Step[]]

const STEPS: StepRow[] = [
  ['new ones come last', [{ action: 'a' }], [{ action: 'b' }], [{ action: 'a' }, { action: 'b' }]],
  ['equal ones once', [{ action: 'Send  it.' }], [{ action: 'send it' }], [{ action: 'Send  it.' }]],
  [
    'what one alone says of it is kept',
    [{ action: 'a' }],
    [{ action: 'a', description: 'Slowly.', tool: 't' }],
    [{ action: 'a', description: 'Slowly.', tool: 't' }],
  ],
  [
    'what both say of it is kept',
    [{ action: 'a', description: 'Slowly.' }],
    [{ action: 'a', description: 'With care.' }],
    [{ action: 'a', description: 'Slowly.\nWith care.' }],
  ],
  [
    'the same with another tool is another step',
    [{ action: 'a', tool: 't' }],
    [{ action: 'a', tool: 'u' }],
    [
      { action: 'a', tool: 't' },
      { action: 'a', tool: 'u' },
    ],
  ],
  [
    'an identifier of another case is another step',
    [{ action: 'Call getUser' }],
    [{ action: 'call getuser' }, { action: 'Call GetUser' }],
    [{ action: 'Call getUser' }, { action: 'Call GetUser' }],
  ],
  [
    'and so it is in what is said of it',
    [{ action: 'a', description: 'Add -f there.' }],
    [{ action: 'a', description: 'add -F there' }],
    [{ action: 'a', description: 'Add -f there.\nadd -F there' }],
  ],
  ['no repeats of its own', [], [{ action: 'a' }, { action: 'A' }], [{ action: 'a' }]],
]

test.each(STEPS)('steps: %s', (_, target, source, merged) => {
  expect(mergedSteps(target, source)).toEqual(merged)
})
