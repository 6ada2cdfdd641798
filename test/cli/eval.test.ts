// Goal: what an agent was right about is a regression case from then on. Told in order, on one home: an agent works on a
// real server, a person changes a description, `eval` says what that cost, and what is forgotten is no case any more.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openApp } from '../../src/app.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'
import { inProcess } from './in-process.ts'
import { expectRow, homeWith, place, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { folder: home, remove } = makeFolder()
const RUNBOOK = { summary: 'Restart the payment gateway' }
const CHANGED = { summary: 'Conventions of the operators' }

beforeAll(() => {
  writeSkill(home, 'ops/runbook', '# Steps\n\n1. Look.\n', RUNBOOK)
  writeSkill(home, 'mcp/email', '# Email\n\n1. Ask for the address.\n', { summary: 'Send email to people' })
  writeSkill(home, 'pdf/merge', '# Merge\n\n1. Order the pages.\n', { summary: 'Merge PDF files into one' })
})
afterAll(remove)

async function seen(...args: string[]): Promise<{ exit: number; out: string }> {
  const { exit, out, err } = await inProcess(['eval', ...args, '--home', home])
  expect(err).toBe('')
  return { exit, out }
}
async function document(...args: string[]) {
  const { out } = await seen('--json', ...args)
  return JSON.parse(out)
}
const keptPath = join(home, 'cortex/eval.json')

test('At first there are no cases, and it says how they come about.', async () => {
  const { exit, out } = await seen()
  expect(exit).toBe(0)
  expect(out).toMatch(
    /^There are no cases yet\. [\s\S]*report_outcome[\s\S]*recall-cases\.jsonl; --help shows how\.\n$/,
  )
  const failed = await seen('--fail-under', '0')
  expect(failed.exit).toBe(1)
  expect(failed.out).toMatch(
    /\n--fail-under 0: failed, because there are no cases in which a skill should be found\.\n$/,
  )
  expect(existsSync(join(home, 'cortex'))).toBe(false)
})

test('An agent recalls a skill, loads it, and reports how that went.', async () => {
  const agent = await connectClient('v2 auto', { kind: 'stdio', home })
  const use = async (session: string, message: string, name: string, outcome: string) => {
    await agent.call('recall_skills', { message, session })
    await agent.call('get_skill', { name, session })
    const { isError } = await agent.call('report_outcome', { name, outcome, session })
    expect(isError).not.toBe(true)
  }
  await use('monday', 'restart the payment gateway please', 'ops/runbook', 'success')
  await use('tuesday', 'send an email to all the people', 'mcp/email', 'success')
  await use('wednesday', 'merge the files of the payment', 'ops/runbook', 'task_mismatch')
  await agent.close()
})

test('Both uses are cases now, and are found.', async () => {
  const { exit, out } = await seen('--fail-under', '100')
  expect(out).toMatch(
    /^3 cases: 2 from confirmed uses and 1 where the skill was the wrong one\.\nTried as well: 100 everyday messages that no skill is for\.\n\nmeasure +static +with learning\nskill first \(Recall@1\) +100% \(2 of 2\) +100% \(2 of 2\)\nwithin three \(Recall@3\) .*\nwithin five \(Recall@5\) +100% .*\nanswered \(confidence 0\.5 or more\) +100% .*\nfalse recalls: wrong skill first +0 of 1 +0 of 1\nfalse recalls: everyday messages +\d+ of 100 +\d+ of 100\n\nThis is the first run: there is nothing to compare it with\.\n/,
  )
  expect(out).toMatch(/\n--fail-under 100: passed, Recall@5 with learning is 100% \(2 of 2\)\.\n$/)
  expect(exit).toBe(0)
})

test('A second run says that nothing changed; a process of its own says the same as this one.', async () => {
  const { out } = await seen()
  expect(out).toContain('\nSince the last run: no change.\n')
  expect(await seen()).toEqual({ exit: 0, out })
  expect(await skillCortex(['eval', '--home', home])).toEqual({ exit: 0, out, err: '' })
})

test('A changed description makes a case fail: eval names it, and --fail-under fails.', async () => {
  writeSkill(home, 'ops/runbook', '# Steps\n\n1. Look.\n', CHANGED)
  const { exit, out } = await seen('--fail-under', '90')
  expect(out).toMatch(
    /\nSince the last run:\n {2}lost: ops\/runbook, for gateway payment restart: place 1 before and not found now\n/,
  )
  expect(out).toMatch(
    /\n\nNot among the first five \(1\):\n {2}ops\/runbook, for gateway payment restart: it holds none of these words, and the past speaks against it\n/,
  )
  expect(out).toMatch(/\n--fail-under 90: failed, Recall@5 with learning is 50% \(1 of 2\)\.\n$/)
  expect(exit).toBe(1)
  // Half is enough for one who asks for half.
  expect((await seen('--fail-under', '50')).exit).toBe(0)
})

test('A dry run is not remembered.', async () => {
  const before = readFileSync(keptPath, 'utf8')
  writeSkill(home, 'ops/runbook', '# Steps\n\n1. Look.\n', RUNBOOK)
  const won = /\n {2}won: ops\/runbook, for gateway payment restart: not found before and place 1 now\n/
  expect((await seen('--dry-run')).out).toMatch(won)
  expect(readFileSync(keptPath, 'utf8')).toBe(before)
  expect((await seen()).out).toMatch(won)
  expect((await seen()).out).toContain('Since the last run: no change.')
})

test('What is remembered can be lost: then it is a first run.', async () => {
  writeFileSync(keptPath, '{"use-1": {"static": "first"}}')
  expect((await seen()).out).toContain('This is the first run')
  expect((await seen()).out).toContain('Since the last run: no change.')
})

test('Cases of a file count, and a line that is none is named.', async () => {
  const lines = [
    '{"message": "merge two pdf files", "skill": "pdf/merge"}',
    '{"message": "thank you so much", "silent": true}',
    'pdf/merge: merge two pdf files',
    '{"stems": ["letter", "write"], "skill": "mcp/email"}',
    '{"message": "email all the people at once", "silent": true}',
  ]
  place(home, 'recall-cases.jsonl', lines.join('\n'))
  const { exit, out } = await seen()
  expect(out).toMatch(/^7 cases: 2 from .*, 1 where .* and 4 from recall-cases\.jsonl\.\n/)
  expect(out).toMatch(/\nfalse recalls: silent in recall-cases\.jsonl +1 of 2 +1 of 2\n/)
  expect(out).toMatch(/\nSince the last run:\n {2}4 new cases\n/)
  expect(out).toMatch(
    /\nNot among the first five \(1\):\n {2}mcp\/email, for letter write: it holds none of these words\n/,
  )
  expect(out).toMatch(
    /\nRecalled, and should not be \(1\):\n {2}"email all the people at once": recalls mcp\/email with confidence 0\.\d\d\n/,
  )
  expect(out).toMatch(
    /\nPassed over:\n {2}recall-cases\.jsonl:3: expected one JSON object a line, got "pdf\/merge: merge two pdf files"\n {2}Write \{.*\n$/,
  )
  expect(exit).toBe(0)
  expect(await document()).toMatchObject({
    cases: { used: 2, wrong: 1, kept: 2, keptSilent: 2, everyday: 100 },
    withLearning: { cases: 4, recallAt5: 0.75, falseRecalls: { silent: { count: 1, of: 2 } } },
    changes: { lost: [], won: [], added: 0, removed: 0 },
    missed: [{ kind: 'find', source: 'file', skill: 'mcp/email', words: ['letter', 'write'] }],
    faults: [{ file: 'recall-cases.jsonl', line: 3, code: 'bad-case' }],
    failUnder: null,
  })
})

test('With recall.learn off both columns are those of the text.', async () => {
  place(home, 'config.json', '{"recall": {"learn": "off"}}')
  expect((await seen('--dry-run')).out).toContain('\nThe setting recall.learn is off: ')
  const { learning, static: byText, withLearning } = await document('--dry-run')
  expect([learning, withLearning]).toEqual(['off', byText])
  place(home, 'config.json', '{}')
})

test('What is forgotten is no case any more.', async () => {
  const app = await openApp({ flags: { home }, log: () => undefined, serving: false })
  await app.learner.forget({ scope: 'skill', of: 'ops/runbook' }, 'operator')
  await app.close()
  const { out } = await seen()
  expect(out).toMatch(/^5 cases: 1 from confirmed use and 4 from recall-cases\.jsonl\.\n/)
  expect(out).toMatch(/\nSince the last run:\n {2}2 cases no longer there\n/)
  expect(readFileSync(keptPath, 'utf8')).not.toMatch(/wrong-/)
})

test('A case file that is a link is told, and harms nothing.', async () => {
  const elsewhere = homeWith([{ name: 'mcp/email', summary: 'Send email', content: 'Send it.' }])
  symlinkSync(join(home, 'recall-cases.jsonl'), join(elsewhere, 'recall-cases.jsonl'))
  await expectRow(
    {
      args: ['eval'],
      out: /^There are no cases yet\. [\s\S]*\nPassed over:\n {2}recall-cases\.jsonl: expected a readable file of at most \d+ bytes, got a link, folder or device\n {2}Replace it by a copy of the file itself\.\n$/,
    },
    elsewhere,
  )
  for (const percent of ['101', '-1', '89.5', 'all']) {
    await expectRow(
      {
        args: ['eval', `--fail-under=${percent}`],
        exit: 2,
        err: /^bad-input: --failUnder: expected a whole number from 0 to 100, got /,
      },
      elsewhere,
    )
  }
})
