// Goal: a machine's change lands where the gate has it, what is live serves on, and nobody writes over what they have not
// read: a number never means two texts.
// Method: every combination walked against rows typed out; stories of calls. Longer ones are made up in gate.property.test.ts.
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../src/domain/approval.ts'
import { type CurrentState, standing } from '../../src/domain/change-state.ts'
import { landingOf } from '../../src/domain/gate.ts'
import { GATES, type Gate } from '../../src/domain/gates.ts'
import { decideStep, type RecordStep } from '../../src/domain/lifecycle-change.ts'
import { ACTORS, type Actor, LIFECYCLES } from '../../src/domain/record.ts'
import { decideApprove, decideReject } from '../../src/domain/skill-approval.ts'
import { decideEdit, decideSave } from '../../src/domain/skill-change.ts'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { contextOf, skillJson } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'
import { byHand, hashOf, NOTHING, recordOf, stateAfter } from '../support/skill-state.ts'

const COLUMNS = {
  gate: GATES,
  actor: ACTORS,
  origin: ['builtin', 'human', 'machine'],
  pin: ['pinned', 'free'],
  approved: ['once', 'never'],
  draft: ['waiting', 'none'],
  lifecycle: LIFECYCLES,
  /** Who took the last step. */
  by: ['operator', 'agent', 'system', 'nobody'],
  rejected: ['once', 'never'],
  /** Who made the newest version. */
  newest: ['operator', 'agent', 'system', 'none'],
  /** Whether a person ever took a step, or put a version back. */
  decided: ['once', 'never'],
} as const

// gate | actor | origin | pin | approved | draft | lifecycle | last step by | rejected | newest by | decided | outcome
const TABLE = `
*       | operator,system       | * | *      | * | *       | * | * | * | * | * | live
*       | agent,model,installer | * | pinned | * | *       | * | * | * | * | * | draft
*       | agent,model,installer | * | free   | * | waiting | * | * | * | * | * | draft
open    | agent,model,installer | * | free   | * | none    | * | * | * | * | * | live
strict  | agent,model,installer | * | free   | * | none    | * | * | * | * | * | draft
guarded | agent,model,installer | builtin,human | free | *     | none | * | *        | *     | *               | *     | draft
guarded | agent,model,installer | machine       | free | once  | none | * | *        | *     | *               | *     | draft
guarded | agent,model,installer | machine       | free | never | none | * | operator | *     | *               | *     | draft
guarded | agent,model,installer | machine | free | never | none | * | agent,system,nobody | once  | *               | *     | draft
guarded | agent,model,installer | machine | free | never | none | * | agent,system,nobody | never | operator,system | *     | draft
guarded | agent,model,installer | machine | free | never | none | * | agent,system,nobody | never | agent,none      | once  | draft
guarded | agent,model,installer | machine | free | never | none | * | agent,system,nobody | never | agent,none      | never | live
`

test('where a change lands: every combination', () => {
  const { walked, faults } = walkTable(COLUMNS, TABLE, ({ gate, actor, origin, pin, lifecycle, by, newest, ...at }) => {
    const said = { isApproved: at.approved === 'once', isRejected: at.rejected === 'once' }
    const facts = { origin, lifecycle, pinned: pin === 'pinned', hasDraft: at.draft === 'waiting', lastActor: newest }
    const lastStep = by === 'nobody' ? null : { actor: by }
    return landingOf(gate, actor, recordOf({ ...facts, ...said, isDecided: at.decided === 'once', lastStep }))
  })
  expect(faults).toEqual([])
  // Gates, actors, origins, pins, approvals, drafts, states, last actors, rejections, newest actors, decisions.
  expect(walked).toBe(3 * 5 * 3 * 2 * 2 * 2 * 6 * 4 * 2 * 4 * 2)
})

const as = (actor: Actor, gate: Gate = 'guarded') => contextOf({ actor, gate })
const save = (state: CurrentState, content: string, context = as('agent'), expectedVersion?: number) =>
  stateAfter(state, decideSave(state, { content }, context, { expectedVersion, cause: 'saved' }))
const contentOf = (text: string | undefined) => text && (JSON.parse(text) as { content: string }).content
const PERSONS = save(NOTHING, 'One.', as('operator'))
const DRAFTED = save(PERSONS, 'Two.')

describe('guarded', () => {
  test("an agent's edit of a person's skill waits, and the live bytes stay", () => {
    const made = decideEdit(PERSONS, { oldText: 'One', newText: 'Two', all: false }, as('agent'))
    expect(made).toMatchObject({ version: 2, draft: true, changed: true, created: false, replacements: 1 })
    expect(made.live).toBeUndefined()
    expect(made.blobs.map(contentOf)).toEqual(['Two.'])
    expect(made.record).toMatchObject({ origin: 'human', lifecycle: 'released' })
    expect(made.record.draft).toMatchObject({
      version: 2,
      base: PERSONS.live!.digest,
      actor: 'agent',
      author: 'client',
    })
    expect(made.record.versions).toEqual(PERSONS.record!.versions)
  })

  test('a second edit goes onto the draft and keeps its base', () => {
    const edit = { oldText: 'Two', newText: 'Three', all: false, expectedVersion: 2 }
    const next = stateAfter(DRAFTED, decideEdit(DRAFTED, edit, as('model')))
    expect(contentOf(next.draft)).toBe('Three.')
    expect(next.record!.draft).toMatchObject({ version: 3, base: PERSONS.live!.digest, actor: 'model' })
    expect(next.live).toEqual(PERSONS.live)
    const ofLive = { oldText: 'One', newText: 'Three', all: false }
    expect(() => decideEdit(DRAFTED, ofLive, as('agent'))).toThrow('old_string: expected one match in "mail", found 0')
  })

  test('who has read the live text is told of the draft', () => {
    expect(() => save(DRAFTED, 'Three.', as('agent'), 1)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message:
          'skill "mail" was read at version 1, but a draft of it (version 2) waits for review, and a further change goes onto that draft',
        fix: 'Load it with get_skill and version "draft", apply your change to it, and save with that version.',
      }),
    )
    expect(save(DRAFTED, 'Three.', as('agent'), 2).record!.draft).toMatchObject({ version: 3 })
  })

  test('who has read the draft is not let onto the live text', () => {
    expect(() => save(DRAFTED, 'Mine.', as('operator'), 2)).toThrow(/was read at version 2 but is at version 1/)
  })

  test('a person saves live while a draft waits; the draft keeps its number, its bytes and its base', () => {
    const saved = save(DRAFTED, 'Mine.', as('operator'), 1)
    expect(saved.record!.versions.map((v) => v.version)).toEqual([1, 3])
    expect(contentOf(saved.live!.text)).toBe('Mine.')
    expect(saved.record!.draft).toEqual(DRAFTED.record!.draft)
    expect(save(saved, 'Four.', as('agent'), 2).record!.draft).toMatchObject({ version: 4, base: PERSONS.live!.digest })
  })

  test('a hand edit beside a draft has a number of its own', () => {
    const edited = byHand(DRAFTED, skillJson('mail', 'By hand.'))
    expect(standing(edited, as('operator')).record.versions.map((v) => v.version)).toEqual([1, 3])
  })

  test('to say what the draft says changes nothing', () => {
    const made = decideSave(DRAFTED, { content: 'Two.' }, as('agent'), { cause: 'saved' })
    expect(made).toMatchObject({ version: 2, digest: DRAFTED.record!.draft!.digest, changed: false, draft: true })
  })

  test('a draft whose bytes are lost: the next change begins from what is live, and its base is that', () => {
    const moved = save(DRAFTED, 'Mine.', as('operator'))
    const lost = { ...moved, draft: undefined }
    const next = save(lost, 'Four.', as('agent'), 3)
    expect(next.record!.draft).toMatchObject({ version: 4, base: moved.live!.digest })
    expect(() => save(lost, 'Four.', as('agent'), 2)).toThrow(/was read at version 2 but is at version 3/)
  })

  test.each<[who: Actor, origin: string, landing: 'live' | 'draft']>([
    ['agent', 'machine', 'live'],
    ['operator', 'machine', 'draft'],
    ['operator', 'human', 'draft'],
  ])('a name that %s archived, of %s origin, comes back from an agent %s', (who, origin, landing) => {
    const made = save(NOTHING, 'One.', as(origin === 'human' ? 'operator' : 'agent'))
    const archived = stateAfter(made, decideArchive(made, as(who)))
    const back = decideSave(archived, { content: 'Two.' }, as('agent'), { expectedVersion: 0, cause: 'saved' })
    expect(back).toMatchObject({ version: 2, created: true, draft: landing === 'draft' })
    if (landing === 'live') expect(back.record).toMatchObject({ lifecycle: 'candidate', archivedAt: null })
    else expect(back).toMatchObject({ record: { lifecycle: 'archived', draft: { base: null } } })
    expect(back.live === undefined).toBe(landing === 'draft')
  })
})

const OWN = save(save(NOTHING, 'One.'), 'Two.')
const step = (state: CurrentState, cause: RecordStep, actor: Actor) =>
  stateAfter(state, decideStep(state, cause, as(actor)))
const archive = (state: CurrentState, actor: Actor) => stateAfter(state, decideArchive(state, as(actor)))
const approve = (state: CurrentState) => stateAfter(state, decideApprove(state, hashOf(state), as('operator')))
const reject = (state: CurrentState, draft: 'keep' | 'discard' = 'keep') =>
  stateAfter(state, decideReject(state, { note: 'no', draft }, as('operator')))
const restoreOne = (state: CurrentState, actor: Actor) => {
  const text = save(NOTHING, 'One.').live!.text
  return stateAfter(state, decideRestore(state, { version: state.record!.versions[0]!, text }, as(actor)))
}

describe("a machine's own skill, guarded: the machine's next text", () => {
  test.each<[after: string, state: CurrentState, landing: 'live' | 'draft']>([
    ['nothing at all', OWN, 'live'],
    ['a machine put a former text back', restoreOne(OWN, 'model'), 'live'],
    ['a machine archived it', archive(OWN, 'agent'), 'live'],
    ['the health job marked it', step(OWN, 'degrade', 'system'), 'live'],
    ['the health job put it away', archive(step(OWN, 'deprecate', 'system'), 'system'), 'live'],
    ['a yes', approve(OWN), 'draft'],
    ['a no', reject(OWN), 'draft'],
    ['a yes and a no', reject(approve(OWN)), 'draft'],
    ['a no to a draft that was let go', reject(save(OWN, 'Three.', as('agent', 'strict')), 'discard'), 'draft'],
    ["a person's text", save(OWN, 'Three.', as('operator')), 'draft'],
    ['a hand edit', byHand(OWN, skillJson('mail', 'By hand.')), 'draft'],
    ['a person promoted it', step(OWN, 'promote', 'operator'), 'draft'],
    ['a person put a former text back', restoreOne(OWN, 'operator'), 'draft'],
    ['a person archived it', archive(OWN, 'operator'), 'draft'],
    // What the health job does then takes no decision back.
    [
      'a person promoted it, the health job marked it',
      step(step(OWN, 'promote', 'operator'), 'degrade', 'system'),
      'draft',
    ],
    [
      'a person put it away, the health job archived it',
      archive(step(OWN, 'deprecate', 'operator'), 'system'),
      'draft',
    ],
  ])('after %s', (_, state, landing) => {
    expect(decideSave(state, { content: 'Next.' }, as('agent'), { cause: 'saved' }).draft).toBe(landing === 'draft')
  })

  // What is the machine's own is also its to archive.
  test.each<[after: string, state: CurrentState, archives: boolean]>([
    ['nothing at all', OWN, true],
    ['a no', reject(OWN), false],
    ["a person's text", save(OWN, 'Three.', as('operator')), false],
    [
      'a person promoted it, the health job marked it',
      step(step(OWN, 'promote', 'operator'), 'degrade', 'system'),
      false,
    ],
  ])('after %s: an agent archives it: %s', (_, state, archives) => {
    if (archives) expect(decideArchive(state, as('agent')).live).toBeNull()
    else expect(() => archive(state, 'agent')).toThrow(expect.objectContaining({ code: 'needs-person' }))
  })
})

describe("a person's skill that a machine wrote over in the open gate, guarded again", () => {
  const OVER = save(PERSONS, 'Two.', as('agent', 'open'))
  test.each<[after: string, state: CurrentState, landing: 'live' | 'draft']>([
    ['nothing at all', OVER, 'live'],
    ['a person changed it', save(OVER, 'Mine.', as('operator')), 'draft'],
    ['a person put their text back', byHand(OVER, PERSONS.live!.text), 'draft'],
    ['a yes', approve(OVER), 'draft'],
    ['an accepted draft', approve(save(PERSONS, 'Two.')), 'draft'],
  ])('after %s', (_, state, landing) => {
    expect(decideSave(state, { content: 'Next.' }, as('agent'), { cause: 'saved' }).draft).toBe(landing === 'draft')
  })
})

describe("over another's draft", () => {
  const ANOTHER = { ...as('agent'), author: 'another' }
  const OTHERS = save(PERSONS, 'Theirs.', ANOTHER)
  const NAMED = {
    code: 'conflict',
    message:
      'skill "mail" was not read, but a draft of it (version 2) waits for review, and a further change goes onto that draft',
    fix: 'Load it with get_skill and version "draft", apply your change to it, and save with that version.',
  }
  type Patch = Parameters<typeof decideSave>[1]
  type Options = Partial<Parameters<typeof decideSave>[3]>
  test.each<
    [
      what: string,
      state: CurrentState,
      patch: Patch,
      options: Options,
      outcome: 'draft' | 'live' | 'conflict',
      actor?: Actor,
    ]
  >([
    ['a whole text', OTHERS, { content: 'Mine.' }, {}, 'conflict'],
    ['a whole text that was there to be edited', OTHERS, { content: 'Mine.' }, { cause: 'edited' }, 'draft'],
    ['a whole text by who has read it', OTHERS, { content: 'Mine.' }, { expectedVersion: 2 }, 'draft'],
    ['a whole text by force', OTHERS, { content: 'Mine.' }, { force: true }, 'draft'],
    ['no text', OTHERS, { tags: ['x'] }, {}, 'draft'],
    ["a person's text", OTHERS, { content: 'Mine.' }, {}, 'live', 'operator'],
    ["one's own draft", DRAFTED, { content: 'Mine.' }, {}, 'draft'],
    ['what nobody can read any more', { ...OTHERS, draft: undefined }, { content: 'Mine.' }, {}, 'draft'],
  ])('%s', (_, state, patch, options, outcome, actor = 'agent') => {
    const attempt = () => decideSave(state, patch, as(actor), { cause: 'saved', ...options })
    if (outcome === 'conflict') expect(attempt).toThrow(expect.objectContaining(NAMED))
    else expect(attempt().draft).toBe(outcome === 'draft')
  })
})

describe('drafts that were replaced or let go', () => {
  const formerOf = ({ record }: CurrentState) => record!.formerDrafts.map(({ version }) => version)

  test('stay, newest last, and the waiting one is not among them', () => {
    const thrice = save(save(DRAFTED, 'Three.'), 'Four.')
    expect([formerOf(PERSONS), formerOf(DRAFTED), formerOf(thrice)]).toEqual([[], [], [2, 3]])
    expect(thrice.record!.formerDrafts.map(({ digest }) => digest)).toContain(DRAFTED.record!.draft!.digest)
    expect(formerOf(reject(thrice, 'keep'))).toEqual([2, 3])
    expect(formerOf(reject(thrice, 'discard'))).toEqual([2, 3, 4])
    expect(formerOf(approve(thrice))).toEqual([2, 3])
    expect(formerOf(archive(thrice, 'operator'))).toEqual([2, 3])
  })

  test('also one whose bytes are lost is let go into them', () => {
    expect(formerOf(reject({ ...DRAFTED, draft: undefined }, 'discard'))).toEqual([2])
  })

  test('the oldest beyond ten are let go', () => {
    const many = Array.from({ length: 14 }, (_, i) => `Text ${i}.`).reduce((state, text) => save(state, text), PERSONS)
    expect(formerOf(many)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(many.record!.draft).toMatchObject({ version: 15 })
  })
})

describe('strict', () => {
  test('a new skill of an agent has no live file until a person lets it in', () => {
    const made = decideSave(NOTHING, { content: 'New.' }, as('agent', 'strict'), { expectedVersion: 0, cause: 'saved' })
    expect(made).toMatchObject({ version: 1, created: true, changed: true, draft: true })
    expect(made.live).toBeUndefined()
    expect(made.record).toMatchObject({
      origin: 'machine',
      lifecycle: 'candidate',
      versions: [],
      draft: { base: null },
    })
    const waiting = stateAfter(NOTHING, made)
    expect(waiting.live).toBeUndefined()
    const again = decideSave(waiting, { content: 'Newer.' }, as('agent', 'strict'), { cause: 'saved' })
    expect(again).toMatchObject({ version: 2, created: false, draft: true })
    const accepted = stateAfter(waiting, decideApprove(waiting, hashOf(waiting), as('operator', 'strict')))
    expect(contentOf(accepted.live!.text)).toBe('New.')
    expect(accepted.record).toMatchObject({ origin: 'machine', lifecycle: 'verified', versions: [{ version: 1 }] })
  })

  test('a file that a person puts beside a new draft is the person’s text with its own number', () => {
    const waiting = save(NOTHING, 'New.', as('agent', 'strict'))
    const placed = standing(byHand(waiting, skillJson('mail', 'Mine.')), as('operator'))
    expect(placed.record.versions.map((v) => v.version)).toEqual([2])
  })
})

test("open: an agent's edit of a person's skill is live at once, and nobody's approval is", () => {
  const approved = stateAfter(PERSONS, decideApprove(PERSONS, hashOf(PERSONS), as('operator')))
  const edited = save(approved, 'Two.', as('agent', 'open'))
  expect(edited.record!.draft).toBeNull()
  const skill = parseSkillFile(edited.live!.text, { file: 'x', pathName: 'mail', createdAt: '' }).skill!
  expect(approvalOf(edited.record, 'human', { skill, digest: edited.live!.digest })).toBe('pending_review')
})
