// Goal: a person has the library looked after and hears why, or only sees how each skill does and what became of one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHome } from '../../src/command-line.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { newRecord, withVersion } from '../../src/domain/record.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { inProcess } from './in-process.ts'
import { homeWith, place } from './run-program.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

let made = 0
function line(event: string, over: Record<string, unknown>): string {
  made += 1
  const envelope = { id: `i${made}`, sessionId: 's', timestamp: daysAgo(0), seq: made, actor: 'agent' }
  return `${JSON.stringify({ event, ...envelope, ...over })}\n`
}
const recalled = (days: number, ...skills: string[]) =>
  line('recalled', { timestamp: daysAgo(days), skills, related: [], confidence: 1, blockChars: 1 })
const loaded = (skillName: string, days: number) =>
  line('loaded', { timestamp: daysAgo(days), skillName, version: 1, how: 'recalled' })
const outcome = (skill: string, what: Outcome, days: number, more: Record<string, unknown> = {}) =>
  line('outcome', { timestamp: daysAgo(days), skill, outcome: what, key: `k${made}`, ...more })
const times = (count: number, make: () => string) => Array.from({ length: count }, make).join('')

// An agent wrote these bytes.
function placeRecord(home: string, name: string): void {
  const text = readFileSync(join(home, `skills/${name}.json`), 'utf8')
  const saved = { actor: 'agent', cause: 'saved', at: daysAgo(120) } as const
  const record = newRecord(name, 'machine', 'save_skill', null)
  const known = withVersion(record, documentBytes(text), saved)
  place(home, `cortex/records/${name}.json`, JSON.stringify(known))
}

function usedHome(): string {
  const home = homeWith([
    { name: 'tea', summary: 'Make tea', content: '# Tea\n\nBoil the water, warm the pot.', createdAt: daysAgo(60) },
    {
      name: 'failing',
      summary: 'Bake rye bread',
      content: '# Bread\n\nFeed sourdough slowly.',
      createdAt: daysAgo(60),
    },
    {
      name: 'constructor',
      summary: 'Write a class',
      content: '# Class\n\nCall super first always.',
      createdAt: daysAgo(30),
    },
    {
      name: 'forgotten',
      summary: 'Fold a letter',
      content: '# Letter\n\nThree folds, then seal.',
      createdAt: daysAgo(120),
    },
  ])
  placeRecord(home, 'forgotten')
  place(
    home,
    'skill-usage/s.jsonl',
    [
      recalled(3, 'tea', 'failing'),
      recalled(2, 'tea'),
      recalled(1, 'tea'),
      loaded('tea', 2),
      loaded('tea', 0),
      outcome('tea', 'success', 2, { contribution: 'verified' }),
      outcome('tea', 'success', 1),
      outcome('tea', 'api_error', 0),
      loaded('failing', 0),
      times(5, () => outcome('failing', 'runtime_error', 0)),
    ].join(''),
  )
  return home
}

const ask = (home: string, ...args: string[]) => inProcess([...args, '--home', home], { now: () => NOW })

const NUMBERS: Record<string, string> = {
  failing: '(health 0.457, success rate 0.143, freshness 1.000)',
  forgotten: '(health 0.413, success rate 0.500, freshness 0.063)',
}

test('a dry run says what would be done, with the numbers, and changes nothing', async () => {
  const home = usedHome()
  const before = readdirSync(home, { recursive: true }).sort()
  const { out, exit, err } = await ask(home, 'health', '--dry-run', '--numbers')
  expect([exit, err]).toEqual([0, ''])
  expect(out.split('\n').map((row) => row.trim().split(/ {2,}/))).toEqual([
    ['name', 'lifecycle', 'health', 'success rate', 'successes', 'failures', 'freshness', 'redundancy'],
    ['forgotten', 'candidate', '0.413', '0.500', '0', '0', '0.063', '0.0'],
    // Fresh and unlike any other, which is why its health alone would not tell.
    ['failing', 'released', '0.457', '0.143', '0', '5', '1.000', '0.0'],
    ['constructor', 'released', '0.500', '0.500', '0', '0', '0.500', '0.0'],
    ['tea', 'released', '0.760', '0.750', '2', '0', '1.000', '0.0'],
    [''],
    ['Would be done:'],
    [`deprecate forgotten: not used any more: freshness 0.063 and 0 reported uses ${NUMBERS.forgotten}.`],
    [''],
    ['For a person to decide:'],
    [`failing: 5 of 5 reported uses failed; a person wrote it, so it is only flagged ${NUMBERS.failing}.`],
    [''],
    ['Left alone:'],
    [`failing: 5 of 5 reported uses failed; a person wrote it, so it is only flagged ${NUMBERS.failing}.`],
    [''],
    ['4 skills looked at. Nothing to say of 2.'],
    [''],
  ])
  expect(readdirSync(home, { recursive: true }).sort()).toEqual(before)
})

test('health does it, once, and says what it did', async () => {
  const home = usedHome()
  const first = await ask(home, 'health', 'forgotten')
  expect(first.exit).toBe(0)
  expect(first.out).toContain(
    `\nDone:\n  Deprecated forgotten, from candidate to deprecated: not used any more: freshness 0.063 and 0 reported uses ${NUMBERS.forgotten}.\n\n1 skill looked at. Nothing to say of 0.\n`,
  )
  const record = JSON.parse(readFileSync(join(home, 'cortex/records/forgotten.json'), 'utf8'))
  expect(record).toMatchObject({ lifecycle: 'deprecated', lastStep: { cause: 'deprecate', actor: 'system' } })
  expect(JSON.parse((await ask(home, 'health', '--json')).out)).toMatchObject({ dryRun: false, steps: [], total: 4 })
})

test('health as a document, and as many skills as asked', async () => {
  const { out } = await ask(usedHome(), 'health', '--json', '--dry-run', '--limit', '2')
  const failing = {
    ...{ successes: 0, failures: 5, successRate: 0.143, utility: 0.071, freshness: 1, redundancy: 0 },
    ...{ failureRisk: 0.857, health: 0.457, inARow: 0 },
  }
  const reason = '5 of 5 reported uses failed; a person wrote it, so it is only flagged'
  expect(JSON.parse(out)).toEqual({
    dryRun: true,
    steps: [
      expect.objectContaining({ name: 'forgotten', step: 'deprecate', outcome: { kind: 'planned' }, health: 0.413 }),
    ],
    flagged: [{ name: 'failing', why: 'failing', reason, ...failing }],
    left: [{ name: 'failing', why: 'human-written', reason, ...failing }],
    pairsLeftOut: 0,
    unremarkable: 2,
    skills: [
      expect.objectContaining({ name: 'forgotten', origin: 'machine', lifecycle: 'candidate' }),
      {
        ...{ name: 'failing', origin: 'human', lifecycle: 'released', ...failing },
        ...{ recalled: 1, loads: 1, lastUsedAt: daysAgo(0), streak: { successes: 0, failures: 5 } },
      },
    ],
    total: 4,
  })
})

test('a copy is redundant, and so is what was copied; the pair is told once', async () => {
  const content = '# Tea\n\nBoil the water, warm the pot, wait four minutes.'
  const home = homeWith(
    ['tea', 'tea-again'].map((name) => ({ name, summary: 'Make tea', content, createdAt: daysAgo(0) })),
  )
  expect((await ask(home, 'health')).out).toBe(
    'For a person to decide:\n  tea: says nearly what "tea-again" says (similarity 1.00).\n\n2 skills looked at. Nothing to say of 0.\n',
  )
  const { skills } = JSON.parse((await ask(home, 'health', '--json')).out)
  expect(skills.map((skill: Record<string, unknown>) => [skill.name, skill.redundancy, skill.health])).toEqual([
    ['tea', 0.3, 0.54],
    ['tea-again', 0.3, 0.54],
  ])
})

test('a step that fails is told, and the command fails', async () => {
  const home = usedHome()
  const { out, exit } = await inProcess(['health', '--home', home], {
    now: () => NOW,
    open: async (flags) => {
      const opened = await openHome(flags, () => undefined)
      const step = () => Promise.reject(new SkillError('storage', 'the disk is full', 'Make room.'))
      return { ...opened, review: { ...opened.review, step } }
    },
  })
  expect(exit).toBe(1)
  expect(out).toContain('Failed: deprecate forgotten: the disk is full. It is tried again the next time.\n')
  expect(out).toMatch(/ 1 step failed\.\n$/)
})

test('a skill that is not there, and what can be no name', async () => {
  expect(await ask(usedHome(), 'health', 'te')).toMatchObject({ exit: 1, err: expect.stringMatching(/^not-found: /) })
  expect(await ask(usedHome(), 'health', '__x')).toMatchObject({ exit: 2, err: expect.stringMatching(/^bad-name: /) })
})

test.each<[what: string, name: string, text: RegExp]>([
  [
    'was recalled, loaded and reported on',
    'tea',
    /^tea\n\nstage +times +last\nrecalled +3 +2026-11-20\nloaded +2 +2026-11-21\nreported +3 +2026-11-21\n\noutcome +times\nsuccess +2\napi_error +1\n\nWhat the skill had to do with its successes: 1 verified\.\nLast outcome: api_error\.\n2 successes in a row\.\n\nSuccess rate 0\.750 \(2 successes, 0 failures\), freshness 1\.000, health 0\.760\.\n$/,
  ],
  [
    'always fails',
    'failing',
    /\nLast outcome: runtime_error\.\n5 failures in a row\.\n\nSuccess rate 0\.143 .*\nOf concern: degrade; see: skill-cortex health --help\n$/,
  ],
  [
    'was never touched',
    'constructor',
    /\nrecalled +0 +never\nloaded +0 +never\nreported +0 +never\n\nSuccess rate 0\.500 \(0 successes, 0 failures\)/,
  ],
])('stats of a skill that %s', async (_, name, text) => {
  const { out, exit } = await ask(usedHome(), 'stats', name)
  expect(exit).toBe(0)
  expect(out).toMatch(text)
})

test('stats of one skill as a document', async () => {
  const { out } = await ask(usedHome(), 'stats', 'tea', '--json')
  expect(JSON.parse(out)).toEqual({
    ...{ name: 'tea', stands: true, recalled: 3, lastRecalledAt: daysAgo(1), loads: 2, lastUsedAt: daysAgo(0) },
    ...{ successes: 2, failures: 0, reported: 3, lastOutcome: { outcome: 'api_error', at: daysAgo(0) } },
    outcomes: {
      ...{ success: 2, task_mismatch: 0, runtime_error: 0 },
      ...{ auth_error: 0, dependency_missing: 0, api_error: 1, cancelled: 0, unknown: 0 },
    },
    contributions: { verified: 1, mixed: 0, unknown: 1 },
    streak: { successes: 2, failures: 0 },
    latest: [
      { verdict: 'success', at: daysAgo(2) },
      { verdict: 'success', at: daysAgo(1) },
    ],
    performance: {
      ...{ successes: 2, failures: 0, successRate: 0.75, utility: 0.525, freshness: 1 },
      ...{ redundancy: 0, failureRisk: 0.25, health: 0.76 },
    },
    concern: null,
  })
})

test('stats of what was used and is gone, of what never was, and of days', async () => {
  const home = usedHome()
  place(home, 'skill-usage/t.jsonl', loaded('gone', 4))
  expect((await ask(home, 'stats', 'gone')).out).toMatch(
    /\nloaded +1 +2026-11-17\n[\s\S]*No skill of this name stands now\.\n$/,
  )
  for (const [args, exit, err] of [
    [['stats', 'te'], 1, /^not-found: /],
    [['stats', '__proto__'], 2, /^bad-name: /],
    [['stats', 'tea', '--days', '3'], 2, /^bad-input: --days: expected no days with the name of a skill/],
  ] as [string[], number, RegExp][]) {
    const ended = await ask(home, ...args)
    expect([args, ended.exit, ended.out]).toEqual([args, exit, ''])
    expect(ended.err).toMatch(err)
  }
})

test('an empty library', async () => {
  expect((await ask(homeWith([]), 'health')).out).toBe('There are no skills.\n')
})
