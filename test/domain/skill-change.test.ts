// Goal: what a save or an edit does to a skill follows from what stands, and every refusal says so.
// Method: rows of a state, a change and what comes of it, through one check function each.
import { describe, expect, test } from 'vitest'
import type { CurrentState } from '../../src/domain/change-state.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { decideEdit, decideSave } from '../../src/domain/skill-change.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import type { SkillPatch } from '../../src/domain/skill-patch.ts'
import { contextOf, liveText, skillJson, skillOf, stateOf } from '../support/builders.ts'

const LATER = '2026-11-22T10:00:00.000Z'
const CONTEXT = contextOf({ now: LATER })
const NOTHING: CurrentState = { live: undefined, record: undefined }
const standing = (...skills: Partial<Skill>[]) => stateOf(skills.map((over) => serializeSkill(skillOf(over))))
const FULL = skillOf({
  ...{
    tags: ['smtp'],
    triggers: ['send a mail'],
    seeAlso: ['mcp/calendar'],
    dependsOn: ['login'],
    parent: 'mcp/guide',
  },
  ...{ steps: [{ action: 'send' }], conflictsWith: ['post'], extra: { color: 'red' } },
})
const save = (state: CurrentState, patch: SkillPatch, options: { expectedVersion?: number; force?: boolean } = {}) =>
  decideSave(state, patch, CONTEXT, { ...options, cause: 'saved' })

describe('a save', () => {
  test('of a new skill makes version 1, candidate, with a summary from its text', () => {
    const made = save(NOTHING, { content: '# Mail\n\nSend it now. Then rest.\n' })
    expect(made).toMatchObject({ version: 1, created: true, changed: true, blobs: [made.live] })
    expect(made.record).toMatchObject({
      origin: 'machine',
      lifecycle: 'candidate',
      via: 'save_skill',
      author: 'client',
    })
    expect(JSON.parse(made.live!)).toMatchObject({ summary: 'Send it now', createdAt: LATER, updatedAt: null })
  })

  test.each<[title: string, patch: SkillPatch, changed: Partial<Skill>]>([
    ['a text', { content: 'New.' }, { content: 'New.' }],
    ['a summary', { summary: ' Post a letter ' }, { summary: 'Post a letter' }],
    ['a list, even an empty one', { tags: [], triggers: ['post'] }, { tags: [], triggers: ['post'] }],
    ['nothing for what is undefined', { content: 'New.', tags: undefined }, { content: 'New.' }],
    ['nothing for a blank summary', { content: 'New.', summary: ' ' }, { content: 'New.' }],
  ])('changes what is given and keeps the rest: %s', (_, patch, changed) => {
    const made = save(stateOf([serializeSkill(FULL)]), patch)
    expect(made.live).toBe(serializeSkill({ ...FULL, ...changed, updatedAt: LATER }))
    expect(made).toMatchObject({ version: 2, created: false, changed: true })
  })

  test('makes an extracted summary anew and keeps one that somebody wrote', () => {
    const extracted = standing({ content: 'Send it.', summary: 'Send it' })
    expect(JSON.parse(save(extracted, { content: 'Post it.' }).live!)).toMatchObject({ summary: 'Post it' })
    const written = standing({ content: 'Send it.', summary: 'Mail, quickly' })
    expect(JSON.parse(save(written, { content: 'Post it.' }).live!)).toMatchObject({ summary: 'Mail, quickly' })
  })

  test('that says what stands writes nothing', () => {
    expect(save(standing({}), { content: '# Mail\nSend it.\n' })).toMatchObject({
      version: 1,
      changed: false,
      blobs: [],
    })
  })

  test('takes a hand edit in as a version of its own and keeps its bytes', () => {
    const state = { ...standing({}), live: liveText(skillJson('mail', 'By hand.')) }
    const made = save(state, { tags: ['x'] })
    expect(made.record.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual([
      '1 saved by agent',
      '2 hand-edited by operator',
      '3 saved by agent',
    ])
    expect(made.blobs).toEqual([made.live, state.live.text])
  })

  test.each([
    ['human', 'released'],
    ['machine', 'candidate'],
  ] as const)('of a skill whose record is gone takes the origin that the ledger knows: %s', (lostOrigin, lifecycle) => {
    const state = { live: liveText(skillJson('mail', 'x')), record: undefined }
    const made = decideSave(state, { content: 'y' }, contextOf({ lostOrigin }), { cause: 'saved' })
    expect(made).toMatchObject({ version: 2, created: false, record: { origin: lostOrigin, lifecycle } })
  })

  test.each<[title: string, patch: SkillPatch, code: string, message: string]>([
    ['without a text', { tags: ['x'] }, 'bad-input', 'content: expected the procedure as text, got nothing'],
    [
      'with a blank text',
      { content: ' \n' },
      'bad-input',
      'content: expected the procedure as text, got an empty text',
    ],
    [
      'too long',
      { content: 'x'.repeat(1024 * 1024 + 1) },
      'too-large',
      'skill "mail": expected content of at most 1048576 bytes, got 1048577 bytes',
    ],
    ['with too many tags', { content: 'x', tags: Array(201).fill('t') }, 'bad-input', 'skill "mail": expected "tags"'],
  ])('%s is refused', (_, patch, code, message) => {
    expect(() => save(NOTHING, patch)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message), fix: expect.stringMatching(/\.$/) }),
    )
  })

  test('never overwrites a damaged file, not even by force', () => {
    const damaged = { ...standing({}), live: liveText('{"name": "mail",\n<<<<<<< ours\n') }
    for (const force of [false, true]) {
      expect(() => save(damaged, { content: 'New.' }, { force })).toThrow(
        expect.objectContaining({
          code: 'damaged',
          message: expect.stringContaining('skills/mail.json:2: error merge-conflict'),
        }),
      )
    }
  })
})

describe('the version that the caller read', () => {
  const twice = standing({ content: 'One.' }, { content: 'Two.' })
  const handEdited = { ...twice, live: liveText(skillJson('mail', 'By hand.')) }
  const gone = { live: undefined, record: twice.record }

  test.each<[title: string, state: CurrentState, expectedVersion: number | undefined, outcome: number | string]>([
    ['none given, new', NOTHING, undefined, 1],
    ['none given, standing', twice, undefined, 3],
    ['0 means new: it is', NOTHING, 0, 1],
    ['0 means new: it is not', twice, 0, 'expected to be new but is at version 2'],
    ['0 means new: an archived one counts as new', gone, 0, 3],
    ['what stands', twice, 2, 3],
    ['older than what stands', twice, 1, 'was read at version 1 but is at version 2'],
    ['newer than what stands', twice, 3, 'was read at version 3 but is at version 2'],
    ['of a skill that is not there', NOTHING, 1, 'was read at version 1 but is not there'],
    ['before a hand edit', handEdited, 2, 'was read at version 2 but is at version 3'],
    ['after a hand edit', handEdited, 3, 4],
  ])('%s', (_, state, expectedVersion, outcome) => {
    const attempt = () => save(state, { content: 'Three.' }, expectedVersion === undefined ? {} : { expectedVersion })
    if (typeof outcome === 'number') expect(attempt().version).toBe(outcome)
    else
      expect(attempt).toThrow(expect.objectContaining({ code: 'conflict', message: expect.stringContaining(outcome) }))
  })

  test('is not asked for by force', () => {
    expect(save(twice, { content: 'Three.' }, { expectedVersion: 1, force: true }).version).toBe(3)
  })
})

describe('an edit', () => {
  const state = standing({ content: 'one two two' })
  const edit = (oldText: string, newText: string, all = false, expectedVersion?: number) =>
    decideEdit(state, { oldText, newText, all, expectedVersion }, CONTEXT)

  test.each<[oldText: string, newText: string, all: boolean, content: string, replacements: number]>([
    ['one', '1', false, '1 two two', 1],
    ['two', '2', true, 'one 2 2', 2],
    ['one ', '', false, 'two two', 1],
    ['one', '$& $1', false, '$& $1 two two', 1],
  ])('%j to %j, all: %s', (oldText, newText, all, content, replacements) => {
    const made = edit(oldText, newText, all)
    expect(made).toMatchObject({ replacements, version: 2, changed: true })
    expect(JSON.parse(made.live!)).toMatchObject({ content, summary: 'Send mail' })
  })

  test.each<[oldText: string, all: boolean, code: string, message: string]>([
    ['three', false, 'conflict', 'old_string: expected one match in "mail", found 0'],
    ['three', true, 'conflict', 'old_string: expected one match in "mail", found 0'],
    ['two', false, 'conflict', 'old_string: expected one match in "mail", found 2'],
    ['', true, 'bad-input', 'old_string: expected the text to replace, got an empty text'],
    ['one two two', false, 'bad-input', 'content: expected the procedure as text, got an empty text'],
  ])('of %j, all: %s, is refused', (oldText, all, code, message) => {
    expect(() => edit(oldText, '', all)).toThrow(expect.objectContaining({ code, message }))
  })

  test('of a version that no longer stands is a conflict', () => {
    expect(() => edit('one', '1', false, 7)).toThrow(/was read at version 7 but is at version 1/)
  })

  test('of what is not there says so', () => {
    const nothing = () => decideEdit(NOTHING, { oldText: 'a', newText: 'b', all: false }, CONTEXT)
    expect(nothing).toThrow(expect.objectContaining({ code: 'not-found', message: 'no skill is named "mail"' }))
  })
})
