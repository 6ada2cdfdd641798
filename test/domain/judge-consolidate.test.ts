import { expect, test } from 'vitest'
import type { ConsolidateAnswer } from '../../src/domain/consolidate-answer.ts'
import type { Cluster } from '../../src/domain/consolidate-candidates.ts'
import { judgeConsolidate } from '../../src/domain/judge-consolidate.ts'
import type { JudgedSkill, SaveChange, Verdict } from '../../src/domain/pass-change.ts'
import { judgedLibrary, judgedSkill, NOW, seenOf } from './judged-library.ts'

const SEND = `# Send mail

Write the letter in plain words and read it once more before it leaves.

## Delivery

Run \`mailctl send --to list\` and wait 25 seconds for the receipt from Postmark.

\`\`\`sh
mailctl send --to list
\`\`\`
`
const POST = `# Post mail

Write the letter in plain words, check the address and post it.

## Receipts

Keep the receipt below https://post.example.com/receipts for 90 days.
`
const MERGED = `# Mail

Write the letter in plain words, check the address, read it once more before it leaves, then send or post it.

## Delivery

Run \`mailctl send --to list\` and wait 25 seconds for the receipt from Postmark.

\`\`\`sh
mailctl send --to list
\`\`\`

## Receipts

Keep the receipt below https://post.example.com/receipts for 90 days.
`
const FILE = { path: 'scripts/send.sh', size: 3, sha256: 'a'.repeat(64) }
const OTHER_FILE = { path: 'scripts/post.sh', size: 4, sha256: 'b'.repeat(64) }

const send = judgedSkill('mail/send', SEND, {
  ...{ tags: ['smtp'], triggers: ['send a letter'], seeAlso: ['calendar'], files: [FILE] },
})
const post = judgedSkill('mail/post', POST, {
  ...{ tags: ['post'], triggers: ['post a letter'], seeAlso: ['mail/send', 'stamps'], dependsOn: ['stamps'] },
  ...{ files: [OTHER_FILE], createdAt: '2025-06-01T00:00:00.000Z' },
})
const filler = Array.from({ length: 40 }, (_, i) => judgedSkill(`filler-${i}`, `# Filler\n\nFill number ${i}.\n`))
const others = [
  judgedSkill('calendar', '# Calendar\n\nKeep the days.\n', { seeAlso: ['mail/post'] }),
  judgedSkill('stamps', '# Stamps\n\nBuy some stamps.\n'),
  judgedSkill('needs-post', '# Needs\n\nNeeds the post.\n', { dependsOn: ['mail/post'], parent: 'mail/post' }),
  judgedSkill('human', '# Human\n\nWrite the letter by hand and post it.\n', {
    origin: 'human',
    seeAlso: ['mail/post'],
  }),
  judgedSkill('pinned', '# Pinned\n\nStay.\n', { pinned: true }),
  judgedSkill('builtin', '# Builtin\n\nShipped.\n', { origin: 'builtin' }),
]
const ALL = [send, post, ...others, ...filler]

type Parts = { skills?: readonly JudgedSkill[]; clusters?: readonly Cluster[]; former?: string[] }

function judged(answer: Partial<ConsolidateAnswer>, { skills = ALL, clusters = [], former = [] }: Parts = {}) {
  const judging = { seen: seenOf(skills), library: judgedLibrary(skills, former), now: NOW }
  return judgeConsolidate({ saves: [], archives: [], links: [], ...answer }, clusters, judging)
}
const applied = (verdicts: readonly Verdict[]) => verdicts.flatMap((v) => (v.kind === 'apply' ? [v.change] : []))
const savedBy = (verdicts: readonly Verdict[], name: string) =>
  applied(verdicts).find((change): change is SaveChange => change.kind === 'save' && change.name === name)
const reasons = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap((v) => (v.kind === 'refuse' ? [`${v.what} ${v.name}: ${v.reason}`] : []))

const reason = 'they say the same'
const merge = (over: Partial<ConsolidateAnswer['saves'][number]> = {}) => ({
  name: 'mail/send',
  content: MERGED,
  sources: ['mail/send', 'mail/post'],
  dropped: [],
  reason,
  ...over,
})
const archive = (name: string, into = 'mail/send') => ({ name, into, reason })

test('a merge keeps what is not text of every source, and leads others to it before the source goes', () => {
  const verdicts = judged({ saves: [merge({ summary: 'Send or post mail' })], archives: [archive('mail/post')] })
  expect(reasons(verdicts)).toEqual([])
  expect(applied(verdicts).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'save mail/send',
    'save calendar',
    'save needs-post',
    'archive mail/post',
  ])
  expect(savedBy(verdicts, 'mail/send')).toMatchObject({
    base: send.digest,
    from: ['mail/post'],
    patch: {
      content: MERGED,
      tags: ['smtp', 'post'],
      triggers: ['send a letter', 'post a letter', 'mail post'],
      seeAlso: ['calendar', 'stamps'],
      dependsOn: ['stamps'],
      files: [OTHER_FILE, FILE],
    },
  })
  expect(savedBy(verdicts, 'calendar')).toMatchObject({ patch: { seeAlso: ['mail/send'] }, after: ['mail/send'] })
  expect(savedBy(verdicts, 'needs-post')).toMatchObject({ patch: { dependsOn: ['mail/send'], parent: 'mail/send' } })
})

test('the search words of all sources stay in the summary, whatever the model says', () => {
  const verdicts = judged({ saves: [merge({ summary: 'Mail' })], archives: [archive('mail/post')] })
  const { summary } = savedBy(verdicts, 'mail/send')!.patch
  for (const word of ['letter', 'plain', 'read', 'address', 'post']) expect(summary).toContain(word)
})

test('without a content the texts are put together as they stand, and nothing is lost', () => {
  const verdicts = judged({ saves: [merge({ content: undefined })], archives: [archive('mail/post')] })
  const { content } = savedBy(verdicts, 'mail/send')!.patch
  expect(content!.startsWith(SEND.trimEnd())).toBe(true)
  expect(content).toContain('https://post.example.com/receipts for 90 days')
})

test('a new name takes all its sources in, and is as old as the oldest', () => {
  const verdicts = judged({
    saves: [merge({ name: 'letters' })],
    archives: [archive('mail/send', 'letters'), archive('mail/post', 'letters')],
  })
  expect(reasons(verdicts)).toEqual([])
  expect(savedBy(verdicts, 'letters')).toMatchObject({
    base: null,
    from: ['mail/send', 'mail/post'],
    patch: { createdAt: '2025-06-01T00:00:00.000Z', seeAlso: ['calendar', 'stamps'] },
  })
})

type Row = [what: string, answer: Partial<ConsolidateAnswer>, refused: RegExp]
const both = (over: Parameters<typeof merge>[0]) => ({ saves: [merge(over)], archives: [archive('mail/post')] })
const REFUSED: Row[] = [
  ['a lost number', both({ content: MERGED.replace('25', 'some') }), /loses what cannot be guessed: "25"/],
  ['a lost number that is listed', both({ content: MERGED.replace('25', 'some'), dropped: ['25'] }), /"25"/],
  ['a lost command', both({ content: MERGED.replaceAll('mailctl send --to list', 'mailctl') }), /mailctl send/],
  ['a lost link', both({ content: MERGED.replace('below https://post.example.com/receipts ', '') }), /post\.example/],
  [
    'a lost name that is not listed',
    both({ content: MERGED.replace(' from Postmark', '') }),
    /loses "Postmark" and does not/,
  ],
  ['a lost heading', both({ content: MERGED.replace('## Delivery', '## Leaving') }), /loses "Delivery"/],
  ['a number that no source says', both({ content: `${MERGED}Wait 77 minutes more.\n` }), /no source says "77"/],
  [
    'a command that no source says',
    both({ content: `${MERGED}\n\`\`\`sh\nsudo halt\n\`\`\`\n` }),
    /no source says "sudo halt"/,
  ],
  ['a source that stays', { saves: [merge()] }, /both would stand/],
  ['a source that nobody was shown', both({ sources: ['mail/post', 'elsewhere'] }), /"elsewhere" was not among/],
  ['a merge with itself', { saves: [merge({ sources: ['mail/send'] })] }, /nothing but itself/],
  ['a text from nowhere', { saves: [merge({ name: 'fresh', sources: [] })] }, /made of no skill/],
  [
    "a person's skill that would go",
    { saves: [merge({ sources: ['human'] })], archives: [archive('human')] },
    /a person's/,
  ],
  ['a pinned source', { saves: [merge({ sources: ['pinned'] })], archives: [archive('pinned')] }, /pinned/],
  [
    'a built-in target',
    {
      saves: [merge({ name: 'builtin' })],
      archives: [archive('mail/post', 'builtin'), archive('mail/send', 'builtin')],
    },
    /built in/,
  ],
]

test.each(REFUSED)('a merge is refused as a whole: %s', (_what, answer, refused) => {
  const verdicts = judged(answer)
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)[0]).toMatch(refused)
})

test('prose without a single fact cannot be left out either', () => {
  const prose =
    'Ask before promising anything, thank whoever helped, never quote colleagues without consent, soften harsh wording, and sleep over anger, doubt or triumph.'
  const long = judgedSkill(
    'mail/post',
    POST.replace('check the address and post it.', `check the address and post it. ${prose}`),
  )
  const skills = [send, long, ...filler]
  expect(reasons(judged(both({}), { skills }))[0]).toMatch(/too few words of "mail\/post"/)
  expect(reasons(judged(both({ content: `${MERGED}\n${prose}\n` }), { skills }))).toEqual([])
})

test("a person's skill goes into another of a person, where all of it waits for that person", () => {
  const human = judgedSkill('mail/post', POST, { origin: 'human' })
  const answer = { saves: [merge()], archives: [archive('mail/post')] }
  const into = (target: JudgedSkill) => reasons(judged(answer, { skills: [target, human, ...filler] }))
  expect(into(judgedSkill('mail/send', SEND, { origin: 'human' }))).toEqual([])
  expect(into(judgedSkill('mail/send', SEND, { approved: true }))).toEqual([])
  expect(into(send)[0]).toMatch(/goes into no skill that a model may change alone/)
})

test('a few names may go if they are listed, and no more', () => {
  const names = 'Anna Berta Clara Doris'.split(' ')
  const long = judgedSkill(
    'mail/post',
    POST.replace('check the address', `ask ${names.join(' and ')}, check the address`),
  )
  const skills = [send, long, ...filler]
  const ask = (dropped: string[], kept: string[]) =>
    judged(
      both({ content: MERGED.replace('check the address', `ask ${kept.join(' and ')}, check the address`), dropped }),
      {
        skills,
      },
    )
  expect(reasons(ask(names.slice(0, 3), names.slice(3)))).toEqual([])
  expect(reasons(ask(names, []))[0]).toMatch(/drops 4 facts/)
})

test('an archive needs a save of the same answer that says what it said', () => {
  const everything = ALL.map(({ skill }) => archive(skill.name, 'calendar'))
  const verdicts = judged({ saves: [merge({ name: 'unrelated', sources: [] })], archives: everything })
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)).toHaveLength(1 + ALL.length)
  expect(reasons(verdicts).at(-1)).toMatch(/no save of the same answer/)
  expect(reasons(judged({ archives: [archive('stamps', 'stamps')] }))).toEqual([
    'archive stamps: a skill cannot be merged with itself',
  ])
})

test('of two equal texts one goes, and its name is still found', () => {
  const copy = judgedSkill('letters/out', SEND)
  const answer = {
    saves: [merge({ content: undefined, sources: ['letters/out'] })],
    archives: [archive('letters/out')],
  }
  const verdicts = judged(answer, { skills: [judgedSkill('mail/send', SEND), copy, ...filler] })
  expect(reasons(verdicts)).toEqual([])
  expect(savedBy(verdicts, 'mail/send')!.patch).toMatchObject({ content: SEND, triggers: ['letters out'] })
})

test('what an accepted merge has come to name does not go in a later one', () => {
  const stamped = judgedSkill('stamped', '# Stamps\n\nBuy some stamps.\n')
  const verdicts = judged(
    {
      saves: [merge(), { name: 'stamped', sources: ['stamps'], reason }],
      archives: [archive('mail/post'), archive('stamps', 'stamped')],
    },
    { skills: [...ALL, stamped] },
  )
  expect(savedBy(verdicts, 'mail/send')!.patch.dependsOn).toEqual(['stamps'])
  expect(
    applied(verdicts)
      .filter(({ kind }) => kind === 'archive')
      .map(({ name }) => name),
  ).toEqual(['mail/post'])
  expect(reasons(verdicts)[0]).toMatch(/^save stamped: "mail\/send" names a skill that would go/)
})

test('an archive of what is no source keeps the merge from happening', () => {
  const verdicts = judged({ saves: [merge()], archives: [archive('mail/post'), archive('stamps')] })
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)[0]).toMatch(/"stamps" is archived into it and is none of its sources/)
})

test("who needs a skill that goes, and is not a model's to change, keeps it", () => {
  const holder = judgedSkill('holder', '# Holder\n\nHold on.\n', { origin: 'human', dependsOn: ['mail/post'] })
  const verdicts = judged({ saves: [merge()], archives: [archive('mail/post')] }, { skills: [...ALL, holder] })
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)[0]).toMatch(/"holder" depends on "mail\/post"/)
})

test('two files of one path and other bytes are not merged', () => {
  const rival = judgedSkill('mail/post', POST, { files: [{ ...OTHER_FILE, path: FILE.path }] })
  const verdicts = judged({ saves: [merge()], archives: [archive('mail/post')] }, { skills: [send, rival, ...filler] })
  expect(reasons(verdicts)[0]).toMatch(/both have a file "scripts\/send\.sh"/)
})

test('a merge that goes beyond the limit of a run is not done by half', () => {
  const skills = [
    send,
    post,
    ...others.slice(0, 3),
    judgedSkill('extra', '# Extra\n\nMore.\n', { seeAlso: ['mail/post'] }),
  ]
  const more = ['a', 'b'].map((name) => judgedSkill(name, `# ${name}\n\nMore.\n`, { seeAlso: ['mail/post'] }))
  const verdicts = judged({ saves: [merge()], archives: [archive('mail/post')] }, { skills: [...skills, ...more] })
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)[0]).toMatch(/may touch 5 skills here, and with this it would touch 7/)
})

test('what is refused keeps nothing else: bad names between good items', () => {
  const verdicts = judged({
    saves: [merge({ name: '../../etc/passwd' }), merge(), merge()],
    archives: [archive('mail/post'), archive('../x', '../y'), archive('mail/post', 'letters')],
    links: [
      { name: 'stamps', seeAlso: ['calendar'], reason },
      { name: 'UP', seeAlso: ['calendar'], reason },
    ],
  })
  expect(applied(verdicts).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...['save mail/send', 'save calendar', 'save needs-post', 'archive mail/post', 'save stamps'],
  ])
  expect(reasons(verdicts)).toHaveLength(5)
})

const MAIL: Cluster = { prefix: 'mail', guide: 'mail/guide', members: ['mail/send', 'mail/post'] }
const GUIDE = '# Which mail\n\nFor a letter that must leave now: mail/send. With a stamp: mail/post.\n'
const guide = (content: string | undefined = GUIDE) => ({ name: 'mail/guide', content, sources: [], reason })

test('a guide is saved under its cluster and becomes the parent of its members', () => {
  const verdicts = judged({ saves: [guide()] }, { clusters: [MAIL] })
  expect(reasons(verdicts)).toEqual([])
  expect(savedBy(verdicts, 'mail/guide')).toMatchObject({ base: null, patch: { seeAlso: ['mail/send', 'mail/post'] } })
  for (const member of MAIL.members) {
    expect(savedBy(verdicts, member)).toMatchObject({ patch: { parent: 'mail/guide' }, after: ['mail/guide'] })
  }
})

const GUIDES: [what: string, content: string | undefined, refused: RegExp][] = [
  ['that leaves a member out', '# Mail\n\nUse mail/send.\n', /does not name "mail\/post"/],
  ['that makes something up', `${GUIDE}Wait 99 days.\n`, /no skill of it says "99"/],
]
test.each(GUIDES)('a guide is refused %s', (_what, content, refused) => {
  const verdicts = judged({ saves: [guide(content)] }, { clusters: [MAIL] })
  expect(applied(verdicts)).toEqual([])
  expect(reasons(verdicts)[0]).toMatch(refused)
})

test('a guide is none where nobody asked for one, where the name was used, or where its members are merged', () => {
  expect(reasons(judged({ saves: [guide()] }))[0]).toMatch(/no guide that was asked for/)
  expect(reasons(judged({ saves: [guide()] }, { clusters: [MAIL], former: ['mail/guide'] }))[0]).toMatch(/taken/)
  const merged = judged({ saves: [guide(), merge()], archives: [archive('mail/post')] }, { clusters: [MAIL] })
  expect(reasons(merged)).toEqual(['save mail/guide: fewer than two skills are left for it to choose between'])
})

test('links are added to those that stand, lead to heirs, and take nothing away', () => {
  const verdicts = judged({
    saves: [merge()],
    archives: [archive('mail/post')],
    links: [
      { name: 'stamps', seeAlso: ['mail/post', 'nowhere', 'stamps'], reason },
      { name: 'filler-1', seeAlso: ['nowhere'], reason },
      { name: 'filler-2', seeAlso: filler.slice(5, 12).map(({ skill }) => skill.name), reason },
      { name: 'pinned', seeAlso: ['stamps'], reason },
      { name: 'filler-3', seeAlso: [], parent: 'calendar', reason },
    ],
  })
  expect(savedBy(verdicts, 'stamps')!.patch).toEqual({ seeAlso: ['mail/send'] })
  expect(reasons(verdicts)).toEqual([
    'save filler-1: it adds no link to a skill that stands',
    'save filler-2: it adds 7 links; at most 5',
    'save pinned: "pinned" is pinned: only a person changes it',
    'save filler-3: "calendar" is no guide of it',
  ])
})
