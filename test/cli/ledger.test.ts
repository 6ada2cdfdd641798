// What people see and set of peers at a command line, in rows.
import { expect, test, vi } from 'vitest'
import { useApp } from '../support/use-app.ts'
import { inProcess } from './in-process.ts'
import { homeWith, type Row } from './run-program.ts'

// The machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

async function homeWithPeers(): Promise<string> {
  const home = homeWith([])
  const { app, close } = await useApp(home)
  const told = { peer: 'npub-a', direction: 'in', preview: 'do "this"\nnow' } as const
  await app.ledger.recordInteraction({ ...told, promise: { text: 'data', due: '2026-01-01T00:00:00Z' } }, 's', 'agent')
  await app.ledger.recordInteraction({ peer: 'npub-b', direction: 'out' }, 's', 'agent')
  const asked = { peerId: 'npub-a', trust: 9, rationale: 'Polite.', source: 'inline' } as const
  await app.ledger.recordAssessment(asked, 'agent')
  await close()
  return home
}

async function expectRow(
  { args, exit = 0, out = /^$/, err = /^$/ }: Row,
  home: string,
  isTerminal = false,
): Promise<void> {
  const ended = await inProcess([...args, '--home', home], { isTerminal })
  expect(ended.exit, args.join(' ')).toBe(exit)
  expect(ended.out).toMatch(out)
  expect(ended.err).toMatch(err)
}

test('list, show, summary, and what is asked wrongly', async () => {
  const home = await homeWithPeers()
  const ROWS: Row[] = [
    {
      args: ['ledger'],
      out: /^peer +trust +info +interactions +since assessed +last met +note\n(?=[\s\S]*npub-a +\+3 +1\/10 +1 +0 +just now +promise overdue\n)(?=[\s\S]*npub-b +not assessed +1\/10 +1 +1 +just now\n)[\s\S]*\n2 peers\.\n$/,
    },
    { args: ['ledger', 'list', '--sort', 'trust', '--limit', '1'], out: /\nnpub-a [^\n]*\n\n1 of 2 peers\.\n$/ },
    {
      args: ['ledger', 'show', 'npub-a'],
      out: /^npub-a\n1 interaction \(1 in, 0 out\), met since [^\n]*\nInfo 1\/10: how much there is to go by\. Trust \+3\.\nA promise is overdue since 2026-01-01[^\n]*\n\nAssessments:\n {2}\d{4}-\d\d-\d\d {2}\+3 \(\+9 was proposed\), info 1, inline: "Polite\."\n\nThe last that passed:\n {2}[^\n]* in: "do \\"this\\" now" \(promised by [^\n]*: "data"\)\n$/,
    },
    {
      args: ['ledger', 'summary'],
      out: /^2 peers, 2 interactions\.\nAssessed: 1; trusted 1, distrusted 0\.\n[^\n]*: 1\. [^\n]*: 1\.\n$/,
    },
    { args: ['ledger', 'show', 'eve'], exit: 1, err: /^not-found: expected a peer [^\n]*got "eve"/ },
    { args: ['ledger', 'show'], exit: 2, err: /^bad-input: <peer>: expected the id of a peer, got none/ },
    { args: ['ledger', 'frob'], exit: 2, err: /^bad-input: <action>: expected one of list, show, summary, assess/ },
    { args: ['ledger', '--sort', 'name'], exit: 2, err: /^bad-input: --sort: expected one of recent, trust, info/ },
  ]
  for (const row of ROWS) await expectRow(row, home)
  const { out } = await inProcess(['ledger', 'summary', '--json', '--home', home])
  expect(JSON.parse(out)).toEqual({
    ...{ peers: 2, interactions: 2, assessed: 1, trusted: 1, distrusted: 0, unassessed: 1, overdue: 1 },
  })
})

test('a person assesses without a limit, and a shell alone is no person', async () => {
  const home = await homeWithPeers()
  const assess = (trust: string, ...more: string[]) => ['ledger', 'assess', 'npub-a', trust, ...more]
  const why = ['--rationale', 'Broke off twice.']
  await expectRow({ args: assess('-8', ...why), exit: 1, err: /^refused: only a person may decide this/ }, home)
  const ROWS: Row[] = [
    { args: assess('-8', ...why), out: /^npub-a: trust -8, info 1\/10\. It stands as you said\.\n$/ },
    { args: assess('+2', ...why), out: /trust \+2/ },
    {
      args: assess('12', ...why),
      exit: 2,
      err: /^bad-input: <trust>: expected a whole number from -10 to \+10, got "12"/,
    },
    { args: assess('1.5', ...why), exit: 2, err: /^bad-input: <trust>/ },
    { args: assess('1'), exit: 2, err: /^bad-input: --rationale: expected what speaks for this number, got none/ },
    { args: assess('1', '--rationale', ' '), exit: 2, err: /^bad-input: --rationale: expected 1 to 1000 characters/ },
    { args: ['ledger', 'assess', 'eve', '1', ...why], exit: 1, err: /^not-found/ },
  ]
  for (const row of ROWS) await expectRow(row, home, true)
})

test('a home without peers says so', async () => {
  const home = homeWith([])
  await expectRow({ args: ['ledger'], out: /^No peer is on record yet/ }, home)
  await expectRow({ args: ['ledger', 'summary'], out: /^No peer is on record yet/ }, home)
})
