import { expect, test } from 'vitest'
import { MISSING_FACTS_MAX, missingFacts } from '../../src/domain/kept-facts.ts'
import { mergedContent } from '../../src/domain/merge-text.ts'

type Row = [what: string, source: string, merged: string, missing: string[]]

const KEPT: Row[] = [
  [
    'all of an equal text',
    'Run `npm ci` on mx42, see https://a.org/x.',
    'Run `npm ci` on mx42, see https://a.org/x.',
    [],
  ],
  ['plain words are free', 'Send it slowly and carefully.', 'Write something else.', []],
  ['a code span that became a line of code', 'Run `npm run build`.', '```\nnpm run build\n```', []],
  ['a command whose spaces changed', '```sh\n  git   push origin\n```', '~~~\ngit push origin\n~~~', []],
  ['a name in a heading of another case', 'Ask Acme and then Berta first.', 'ASK ACME, BERTA', []],
  ['the first word of a sentence is no name', '- Send it.\n1. Wait. Then go on.', 'Nothing.', []],
  ['one digit alone is no fact', 'Try it 3 times.', 'Try it.', []],
  ['words of a heading are no names', '## Send The Mail', 'x', []],
]

const LOST: Row[] = [
  ['a number', 'Wait 25 seconds.', 'Wait 2500 seconds.', ['25']],
  ['a number with a comma', 'At most 1,024 rows.', 'At most 1,025 rows.', ['1,024']],
  ['a number inside of another', 'Version 25 it is.', 'Version 3.25 it is.', ['25']],
  ['a date and a time', 'From 2024-05-01 on, at 10:30.', 'From May on.', ['2024-05-01', '10:30']],
  ['an identifier in camel case', 'Call getUser there.', 'Call getuser there.', ['getUser']],
  ['an identifier in snake case', 'Set the max_rows here.', 'Set maxrows.', ['max_rows']],
  ['a host with digits', 'Log in to db-prod-1 first.', 'Log in first.', ['db-prod-1']],
  ['an acronym', 'Use the SMTP relay.', 'Use the relay.', ['SMTP']],
  ['a flag', 'Add --dry-run first.', 'Add a flag first.', ['--dry-run']],
  ['a flag of another case', 'Say `curl -F` here.', 'Say `curl -f` here.', ['curl -F']],
  ['a code span', 'Type `make all`.', 'Type make.', ['make all']],
  ['a code span in two backticks', 'Type ``a`b`` now.', 'Type it.', ['a`b']],
  ['a command line', '```\nrm -r build\n```', '```\nrm build\n```', ['rm -r build']],
  ['a command in a fence that nobody closes', '```\nmake it so', 'x', ['make it so']],
  ['a link', 'See https://a.org/x for it.', 'See https://a.org/xy for it.', ['https://a.org/x']],
  [
    'a link inside of a longer one',
    'See https://a.org/x for it.',
    'See https://a.org/x/y for it.',
    ['https://a.org/x'],
  ],
  ['the target of a markdown link', '[here](https://a.org/x)', '[here](https://a.org/z)', ['https://a.org/x']],
  ['an address', 'Write to a.b@example.org now.', 'Write now.', ['a.b@example.org']],
  ['a path', 'Look in /etc/hosts and ~/notes and src/app/.', 'Look.', ['/etc/hosts', '~/notes', 'src/app/']],
  ['a file name', 'Open config.json there.', 'Open it.', ['config.json']],
  ['a proper noun', 'Then ask Berta about it.', 'Then ask about it.', ['Berta']],
  ['each once, in order', 'At 22 and 11 and 22.', 'x', ['22', '11']],
]

test.each([...KEPT, ...LOST])('%s', (_, source, merged, missing) => {
  expect(missingFacts([source], merged)).toEqual(missing)
})

test('facts of all sources count, and no more are told than anybody reads', () => {
  expect(missingFacts(['Use AA11.', 'Use BB22.'], 'Use AA11.')).toEqual(['BB22'])
  const many = Array.from({ length: 5_000 }, (_, i) => `id-${i + 10}`).join(' ')
  expect(missingFacts([many], 'x')).toHaveLength(MISSING_FACTS_MAX)
})

const MEGABYTE = 1024 * 1024
const LINES = Array.from({ length: 20_000 }, (_, i) => `Run \`deploy-${i} --to host${i}\` and see https://a.org/${i}.`)

test.each([
  ['two megabytes of facts', LINES.join('\n'), [...LINES].reverse().join('\n')],
  ['one word of dashes', `${'-'.repeat(MEGABYTE)}x`, 'x'],
  ['backticks that close nothing', '`a``b```c'.repeat(MEGABYTE / 9), 'x'],
  ['a heading of spaces', `# a${' '.repeat(MEGABYTE)}b`, 'x'],
  ['a heading of hashes', `# a ${'#'.repeat(MEGABYTE)}b`, 'x'],
  ['one line of capitals', 'Aa '.repeat(MEGABYTE / 3), 'x'],
  ['what stands in nearly the right place everywhere', 'At 25 it is.', '3.25 '.repeat(MEGABYTE / 5)],
])('no text takes longer than seconds: %s', (_, source, merged) => {
  const began = performance.now()
  missingFacts([source], merged)
  mergedContent({ name: 'a', summary: '', content: merged }, { name: 'b', summary: 'b', content: source })
  expect(performance.now() - began).toBeLessThan(60_000)
})
