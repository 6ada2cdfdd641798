// Goal: no import takes a name from somebody else, and one that says what stands changes nothing.
import { expect, test } from 'vitest'
import { type ImportCandidate, type ImportOptions, type KnownName, planImport } from '../../src/domain/plan-import.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { NOW, skillOf } from '../support/builders.ts'

const HERE = '~/skills/mail'
const from = (over: Partial<Skill> = {}, origin = HERE): ImportCandidate => ({ origin, skill: skillOf(over) })
const known = (over: Partial<KnownName> = {}): KnownName => ({
  ...{ texts: [skillOf()], origins: [HERE], isArchived: false, digest: 'd'.repeat(64) },
  ...over,
})

type Row = {
  is: string
  candidates: ImportCandidate[]
  here?: Record<string, KnownName>
  names?: string[]
  options?: Partial<ImportOptions>
  /** `kind name`, or `refused name: code received`. */
  plans: (string | RegExp)[]
}

const CHANGED = { content: 'Send it twice.' }

const ROWS: Row[] = [
  { is: 'a name that nobody has', candidates: [from()], plans: ['new mail'] },
  { is: 'with a prefix', candidates: [from()], options: { prefix: 'work' }, plans: ['new work/mail'] },
  { is: 'the same text', candidates: [from()], here: { mail: known() }, plans: ['unchanged mail'] },
  {
    is: 'the same text from elsewhere',
    candidates: [from({}, '~/other')],
    here: { mail: known({ origins: [] }) },
    plans: ['unchanged mail'],
  },
  {
    is: 'the same text, later and with other dates',
    candidates: [from({ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' })],
    here: { mail: known() },
    plans: ['unchanged mail'],
  },
  {
    is: 'the text of a draft that waits',
    candidates: [from(CHANGED)],
    here: { mail: known({ texts: [skillOf(), skillOf(CHANGED)] }) },
    plans: ['unchanged mail'],
  },
  {
    is: 'another text from the same place',
    candidates: [from(CHANGED)],
    here: { mail: known() },
    plans: [/^refused mail: changed-since "mail", which was imported from here and says something else by now$/],
  },
  {
    is: 'another text from the same place, to be taken again',
    candidates: [from(CHANGED)],
    here: { mail: known() },
    options: { update: true },
    plans: ['update mail'],
  },
  {
    is: 'another text under a name that was not imported',
    candidates: [from(CHANGED)],
    here: { mail: known({ origins: [] }) },
    options: { update: true },
    plans: [/^refused mail: name-taken "mail", the name of a skill that was not imported$/],
  },
  {
    is: 'another text under a name that was imported from elsewhere',
    candidates: [from(CHANGED)],
    here: { mail: known({ origins: ['~/other'] }) },
    options: { update: true },
    plans: [/^refused mail: name-taken "mail", the name of a skill that was imported from ~\/other$/],
  },
  {
    is: 'the name of an archived skill of somebody else',
    candidates: [from()],
    here: { mail: known({ texts: [], origins: [], isArchived: true, digest: null }) },
    options: { update: true },
    plans: [/^refused mail: name-taken "mail", the name of an archived skill that was not imported$/],
  },
  {
    is: 'one that was imported from here and archived',
    candidates: [from()],
    here: { mail: known({ texts: [], isArchived: true, digest: null }) },
    plans: [/^refused mail: name-taken "mail", which was imported from here and archived since$/],
  },
  {
    is: 'the same, to be taken again',
    candidates: [from()],
    here: { mail: known({ texts: [], isArchived: true, digest: null }) },
    options: { update: true },
    plans: ['update mail'],
  },
  {
    is: 'two of one name: none is preferred',
    candidates: [from({}, '~/a'), from(CHANGED, '~/b'), from({ name: 'tea' }, '~/c')],
    plans: [/^refused mail: contested-name "mail" from ~\/b too$/, /^refused mail: contested-name/, 'new tea'],
  },
  {
    is: 'one below another',
    candidates: [from({ name: 'a' }, '~/a'), from({ name: 'a/b/c' }, '~/c')],
    plans: [
      /^refused a: contested-name "a" and "a\/b\/c", one a path of the other$/,
      /^refused a\/b\/c: contested-name "a\/b\/c" and "a", one a path of the other$/,
    ],
  },
  {
    is: 'below or above one of the library',
    candidates: [from({ name: 'mcp' }, '~/a'), from({ name: 'tea/green' }, '~/b')],
    names: ['mcp/email', 'tea'],
    plans: [
      /^refused mcp: bad-name "mcp" beside "mcp\/email"$/,
      /^refused tea\/green: bad-name "tea\/green" beside "tea"$/,
    ],
  },
  {
    is: 'a prefix that makes the name too deep',
    candidates: [from({ name: 'a/b/c/d/e' })],
    options: { prefix: 'x/y' },
    plans: [/^refused x\/y\/a\/b\/c\/d\/e: bad-name .*at most 6 segments, got 7/],
  },
]

test.each(ROWS)('$is', ({ candidates, here = {}, names = Object.keys(here), options = {}, plans }) => {
  const done = planImport(candidates, { update: false, now: NOW, names, known: (name) => here[name], ...options })
  const said = done.map((plan) =>
    plan.kind === 'refused'
      ? `refused ${plan.name}: ${plan.fault.code} ${plan.fault.received}`
      : `${plan.kind} ${plan.name}`,
  )
  expect(said).toEqual(plans.map((plan) => (typeof plan === 'string' ? plan : expect.stringMatching(plan))))
})

test('a prefix goes before references too, where what they name comes along', () => {
  const mail = from({ dependsOn: ['tea', 'git'], seeAlso: ['tea'], conflictsWith: ['tea'], parent: 'tea' })
  const [plan] = planImport([mail, from({ name: 'tea' }, '~/tea')], {
    ...{ update: false, now: NOW, names: [], known: () => undefined, prefix: 'work' },
  })
  expect(plan).toMatchObject({
    patch: { dependsOn: ['work/tea', 'git'], seeAlso: ['work/tea'], conflictsWith: ['work/tea'], parent: 'work/tea' },
  })
})

test.each<[what: string, dates: Partial<Skill>, kept: object]>([
  [
    'what is new here keeps its dates',
    { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' },
    { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' },
  ],
  [
    'nothing comes from the future',
    { createdAt: '2099-01-01T00:00:00.000Z', updatedAt: '2099-01-01T00:00:00.000Z' },
    { createdAt: NOW, updatedAt: null },
  ],
  ['what is no date is none', { createdAt: 'once', updatedAt: 'never' }, { createdAt: NOW, updatedAt: null }],
])('%s', (_what, dates, kept) => {
  const none = { update: true, now: NOW, names: [] }
  expect(planImport([from(dates)], { ...none, known: () => undefined })[0]).toMatchObject({ kind: 'new', patch: kept })
  const [update] = planImport([from({ ...dates, ...CHANGED })], { ...none, known: () => known() })
  expect(update).toMatchObject({ kind: 'update', patch: { content: 'Send it twice.' } })
  expect(Object.keys((update as { patch: object }).patch)).not.toContain('createdAt')
})

test('ten thousand are planned within three seconds', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => from({ name: `group-${i % 100}/skill-${i}` }, `~/${i}`))
  const started = performance.now()
  const plans = planImport(many, {
    update: false,
    now: NOW,
    names: many.map(({ skill }) => `old/${skill.name}`),
    known: () => undefined,
  })
  expect(plans.every(({ kind }) => kind === 'new')).toBe(true)
  expect(performance.now() - started).toBeLessThan(20_000)
})
