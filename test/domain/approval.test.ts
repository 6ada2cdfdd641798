// Goal: a yes is a person's, is of exact bytes, and holds for nothing else.
// Method: every combination walked against rows typed out; stories of calls through the real decisions.
import { describe, expect, test } from 'vitest'
import { approvalOf, type Bytes } from '../../src/domain/approval.ts'
import type { CurrentState } from '../../src/domain/change-state.ts'
import { contentHash } from '../../src/domain/content-hash.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import type { ManifestFile } from '../../src/domain/manifest.ts'
import { ACTORS, type ApprovalGrant, originOf, type SkillRecord } from '../../src/domain/record.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { decideApprove, decideReject, underReview } from '../../src/domain/skill-approval.ts'
import { decideSave } from '../../src/domain/skill-change.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import type { SkillPatch } from '../../src/domain/skill-patch.ts'
import { decideArchive } from '../../src/domain/skill-removal.ts'
import { tierOf } from '../../src/domain/tier.ts'
import { contextOf, NOW, skillJson, skillOf } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'
import { byHand, hashOf, NOTHING, recordOf, stateAfter } from '../support/skill-state.ts'

const OPERATOR = contextOf({ actor: 'operator', via: 'approve', gate: 'guarded' })
const AGENT = contextOf({ actor: 'agent', gate: 'guarded' })
const POLICY = { tools: ['read', 'write'], domains: ['*.example.org'], credentials: ['K'], sideEffects: ['read:x'] }
const APPROVED = skillOf({ policy: POLICY })
const FILE: ManifestFile = { path: 'scripts/a.sh', size: 1, sha256: sha256Of('x') }

const digestOf = (skill: Skill) => sha256Of(serializeSkill(skill))
const grantOf = (bare: Skill, files: ManifestFile[] = []): ApprovalGrant => {
  const skill = { ...bare, files }
  return {
    ...{ contentHash: contentHash(skill), digest: digestOf(skill), policy: skill.policy, files: files.length },
    ...{ at: NOW, actor: 'operator' },
  }
}
const bytesOf = (bare: Skill, files: ManifestFile[] = []): Bytes => {
  const skill = { ...bare, files }
  return { skill, digest: digestOf(skill) }
}
const withPolicy = (over: Partial<Skill['policy']>) => bytesOf({ ...APPROVED, policy: { ...POLICY, ...over } })

describe('what stands, held against what was approved', () => {
  const STANDS: Record<string, { grant: ApprovalGrant | null; bytes: Bytes }> = {
    none: { grant: null, bytes: bytesOf(APPROVED) },
    equal: { grant: grantOf(APPROVED), bytes: bytesOf(APPROVED) },
    reformatted: { grant: grantOf(APPROVED), bytes: { skill: APPROVED, digest: sha256Of('other bytes') } },
    retagged: { grant: grantOf(APPROVED), bytes: bytesOf({ ...APPROVED, tags: ['x'], seeAlso: ['y'], parent: 'z' }) },
    narrowed: { grant: grantOf(APPROVED), bytes: withPolicy({ tools: ['read'], domains: ['a.example.org'] }) },
    'with-files': { grant: grantOf(APPROVED, [FILE]), bytes: bytesOf(APPROVED, [FILE]) },
    widened: { grant: grantOf(APPROVED), bytes: withPolicy({ tools: ['read', 'write', 'shell'] }) },
    'side-effects': { grant: grantOf(APPROVED), bytes: withPolicy({ sideEffects: [] }) },
    content: { grant: grantOf(APPROVED), bytes: bytesOf({ ...APPROVED, content: 'Else.' }) },
    'file-came': { grant: grantOf(APPROVED), bytes: bytesOf(APPROVED, [FILE]) },
    'file-went': { grant: grantOf(APPROVED, [FILE]), bytes: bytesOf(APPROVED) },
  }
  const COLUMNS = { origin: ['builtin', 'human', 'machine'], stands: Object.keys(STANDS), actor: ACTORS } as const

  // origin | what stands | actor of the newest version | outcome
  const TABLE = `
  builtin | none,equal,reformatted,retagged,narrowed,widened,side-effects,content,file-went,with-files | * | approved
  builtin | file-came | agent,model,installer | pending_review
  builtin | file-came | operator,system       | needs_reapproval

  human   | none      | agent,model,installer | pending_review
  human   | none      | operator,system       | needs_reapproval
  machine | none      | *                     | pending_review

  human,machine | equal,reformatted,retagged,narrowed,with-files              | *                     | approved
  human,machine | widened,side-effects,content,file-came,file-went | agent,model,installer | pending_review
  human,machine | widened,side-effects,content,file-came,file-went | operator,system       | needs_reapproval
  `

  test('every combination', () => {
    const { walked, faults } = walkTable(COLUMNS, TABLE, ({ origin, stands, actor }) => {
      const { grant, bytes } = STANDS[stands]!
      return approvalOf({ ...recordOf({ origin, lastActor: actor }), approval: grant }, origin, bytes)
    })
    expect(faults).toEqual([])
    expect(walked).toBe(3 * 11 * 5)
  })

  test.each([
    ['builtin', 'approved'],
    ['human', 'needs_reapproval'],
    ['machine', 'pending_review'],
  ] as const)('without a record, of %s origin: %s', (origin, approval) => {
    expect(approvalOf(undefined, origin, bytesOf(APPROVED))).toBe(approval)
  })

  test('a text too large to have a hash is not approved, and is no error', () => {
    const long = { ...APPROVED, triggers: Array.from({ length: 200 }, () => '\u0001'.repeat(500)) }
    const record = { ...recordOf({ lastActor: 'operator' }), approval: grantOf(APPROVED) }
    expect(approvalOf(record, 'machine', bytesOf(long))).toBe('needs_reapproval')
  })
})

const save = (state: CurrentState, patch: SkillPatch, context = AGENT) =>
  stateAfter(state, decideSave(state, patch, context, { cause: 'saved' }))
const approve = (state: CurrentState, context = OPERATOR) =>
  stateAfter(state, decideApprove(state, hashOf(state), context))
const approvalNow = ({ live, record }: CurrentState) => {
  const skill = { ...skillOf(), ...(JSON.parse(live!.text) as Skill) }
  return approvalOf(record, record!.origin, { skill, digest: live!.digest })
}
const codeOf = (attempt: () => unknown) => {
  try {
    attempt()
    return 'done'
  } catch (error) {
    if (error instanceof SkillError) return error.code
    throw error
  }
}

// A machine's own live text; a person's with a machine's draft beside it; nothing.
const LIVE = save(NOTHING, { content: 'One.' })
const PERSONS = save(NOTHING, { content: 'One.' }, OPERATOR)
const DRAFT = save(PERSONS, { content: 'Two.', policy: POLICY })
const TARGETS: Record<string, CurrentState> = { live: LIVE, draft: DRAFT, none: NOTHING }

describe('a yes', () => {
  const COLUMNS = {
    actor: ACTORS,
    target: ['live', 'draft', 'none'],
    hash: ['right', 'former', 'other-policy', 'empty', 'prefix', 'upper-case', 'of-live', 'of-content', 'of-file'],
  } as const
  // actor | target | hash | outcome. Beside a draft the hash of the live text is not the right one.
  const TABLE = `
  agent,model,system,installer | * | * | refused
  operator | live,draft | right | done
  operator | live  | of-live | done
  operator | draft | of-live | conflict
  operator | live,draft | former,other-policy,empty,prefix,upper-case,of-content,of-file | conflict
  operator | none | * | not-found
  `

  test('by everybody, of everything, with every hash', () => {
    const { walked, faults } = walkTable(COLUMNS, TABLE, ({ actor, target, hash }) => {
      const state = TARGETS[target]!
      const looked = underReview(state, OPERATOR)
      const right = looked?.hash ?? '0'.repeat(64)
      const skill = looked?.skill ?? skillOf()
      const hashes: Record<typeof hash, string> = {
        ...{ right, empty: '', prefix: right.slice(0, 12), 'upper-case': right.toUpperCase() },
        former: hashOf(save(NOTHING, { content: 'Zero.' })),
        'other-policy': hashOf(save(NOTHING, { ...skill, policy: { ...POLICY, tools: [] } })),
        'of-live': hashOf(target === 'draft' ? PERSONS : LIVE),
        'of-content': contentHash(skill),
        'of-file': looked?.digest ?? '',
      }
      return codeOf(() => decideApprove(state, hashes[hash], { ...OPERATOR, actor }))
    })
    expect(faults).toEqual([])
    expect(walked).toBe(5 * 3 * 9)
  })

  test('to a candidate makes it verified and approved, and changes no byte', () => {
    const made = decideApprove(LIVE, hashOf(LIVE), OPERATOR)
    expect(made).toMatchObject({ version: 1, changed: true, created: false, draft: false, digest: LIVE.live!.digest })
    expect(made.live).toBeUndefined()
    const next = stateAfter(LIVE, made)
    expect(next.record).toMatchObject({ origin: 'machine', lifecycle: 'verified', rejection: null })
    expect(next.record!.approval).toMatchObject({ digest: LIVE.live!.digest, actor: 'operator', at: NOW, files: 0 })
    expect([approvalNow(LIVE), approvalNow(next)]).toEqual(['pending_review', 'approved'])
  })

  test('to a draft puts it live under the number it was read by, as the work of its author', () => {
    const twice = save(DRAFT, { content: 'Three.' })
    const next = approve(twice)
    expect(JSON.parse(next.live!.text)).toMatchObject({ content: 'Three.' })
    expect([twice.record!.draft!.version, next.record!.draft]).toEqual([3, null])
    expect(next.record!.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual([
      ...['1 saved by operator', '3 accepted by agent'],
    ])
    expect(approvalNow(next)).toBe('approved')
  })

  test.each<[title: string, moved: CurrentState]>([
    ['a person saved', save(DRAFT, { content: 'Mine.' }, OPERATOR)],
    ['a file was edited', byHand(DRAFT, skillJson('mail', 'By hand.'))],
    ['the file is gone', byHand(DRAFT, null)],
    ['it was archived', stateAfter(DRAFT, decideArchive(DRAFT, OPERATOR))],
  ])('to a draft whose base has moved is a conflict: %s', (_, moved) => {
    expect(underReview(moved, OPERATOR)).toMatchObject({ which: 'draft' })
    expect(() => approve(moved)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'skill "mail": its draft (version 2) was made from a text that has changed since',
      }),
    )
  })

  test('cannot be given to what was put in its place meanwhile', () => {
    const seen = hashOf(DRAFT)
    const swapped = save(DRAFT, { content: 'Something else.' })
    expect(() => decideApprove(swapped, seen, OPERATOR)).toThrow(/expected the hash of what stands .*its draft/)
    const widened = save(DRAFT, { policy: { ...POLICY, tools: ['ALL'] } })
    expect(() => decideApprove(widened, seen, OPERATOR)).toThrow(expect.objectContaining({ code: 'conflict' }))
    const seenLive = hashOf(LIVE)
    const edited = save(LIVE, { content: 'Something else.' })
    expect(() => decideApprove(edited, seenLive, OPERATOR)).toThrow(/its live text/)
  })

  test('whose draft is lost is of the live text, and says so by its hash', () => {
    const lost = { ...DRAFT, draft: undefined }
    expect(underReview(lost, OPERATOR)).toMatchObject({ which: 'live' })
    expect(codeOf(() => decideApprove(lost, hashOf(DRAFT), OPERATOR))).toBe('conflict')
  })

  test('to a deprecated skill does not bring it back', () => {
    const { live, record } = LIVE
    const deprecated = { live, record: { ...record!, lifecycle: 'deprecated' as const, supersededBy: 'post' } }
    expect(approve(deprecated).record).toMatchObject({ lifecycle: 'deprecated', supersededBy: 'post' })
  })

  // The name was a person's; the text is a machine's, and stays one whoever lets it in.
  test.each<[title: string, gone: CurrentState]>([
    ['archived', stateAfter(PERSONS, decideArchive(PERSONS, OPERATOR))],
    ['deleted by hand', byHand(PERSONS, null)],
  ])('to a draft for a name that was %s makes it a verified skill of a machine', (_, gone) => {
    const waiting = save(gone, { content: 'New.' })
    expect(waiting).toMatchObject({ live: undefined, record: { draft: { base: null } } })
    const { record } = approve(waiting)
    expect(record).toMatchObject({ origin: 'machine', lifecycle: 'verified', archivedAt: null, supersededBy: null })
    expect(tierOf(record!.origin, 'approved')).toBe(2)
  })
})

describe('a no', () => {
  const COLUMNS = { actor: ACTORS, target: ['live', 'draft', 'none'], draft: ['keep', 'discard'] } as const
  // actor | target | draft | outcome: what is kept of approval, draft, note
  const TABLE = `
  agent,model,system,installer | * | * | refused
  operator | none  | *       | not-found
  operator | live  | *       | unapproved, no draft, noted
  operator | draft | keep    | approved, draft, noted
  operator | draft | discard | approved, no draft, noted
  `

  test('by everybody, to everything', () => {
    const approvedDraft = save(approve(PERSONS), { content: 'Two.' })
    const targets: Record<string, CurrentState> = { live: approve(LIVE), draft: approvedDraft, none: NOTHING }
    const { walked, faults } = walkTable(COLUMNS, TABLE, ({ actor, target, draft }) => {
      const state = targets[target]!
      let record: SkillRecord | undefined
      const code = codeOf(() => {
        const made = decideReject(state, { note: 'too broad', draft }, { ...OPERATOR, actor })
        expect(made.live).toBeUndefined()
        record = made.record
      })
      if (record === undefined) return code
      expect(record.rejection).toEqual({ digest: underReview(state, OPERATOR)!.digest, note: 'too broad', at: NOW })
      const approval = record.approval === null ? 'unapproved' : 'approved'
      return `${approval}, ${record.draft === null ? 'no draft' : 'draft'}, noted`
    })
    expect(faults).toEqual([])
    expect(walked).toBe(5 * 3 * 2)
  })

  test('names what it is given to, where it names anything', () => {
    const columns = {
      target: ['live', 'draft', 'lost-draft', 'none'],
      draft: ['keep', 'discard'],
      hash: ['absent', 'right', 'of-live', 'of-draft', 'empty'],
    } as const
    // target | draft | hash | outcome. Whose draft is lost has its live text looked at.
    const table = `
    live,draft,lost-draft | * | absent,right    | done
    none                  | * | absent          | not-found
    none                  | * | right,of-live,of-draft,empty | conflict
    live,lost-draft       | * | of-live         | done
    live,lost-draft       | * | of-draft,empty  | conflict
    draft                 | * | of-draft        | done
    draft                 | * | of-live,empty   | conflict
    `
    const targets = { ...{ live: PERSONS, draft: DRAFT, none: NOTHING }, 'lost-draft': { ...DRAFT, draft: undefined } }
    const { walked, faults } = walkTable(columns, table, ({ target, draft, hash }) => {
      const state = targets[target]
      const looked = underReview(state, OPERATOR)
      const hashes = {
        ...{ absent: undefined, right: looked?.hash ?? '0'.repeat(64), empty: '' },
        ...{ 'of-live': hashOf(PERSONS), 'of-draft': hashOf(DRAFT) },
      }
      return codeOf(() => decideReject(state, { note: 'no', draft, hash: hashes[hash] }, OPERATOR))
    })
    expect(faults).toEqual([])
    expect(walked).toBe(4 * 2 * 5)
  })

  test('keeps the draft, which can be mended and accepted; the yes takes the no back', () => {
    const rejected = stateAfter(DRAFT, decideReject(DRAFT, { note: 'no', draft: 'keep' }, OPERATOR))
    expect(rejected.draft).toBe(DRAFT.draft)
    const mended = save(rejected, { content: 'Better.' })
    expect(mended.record).toMatchObject({ rejection: { note: 'no' }, draft: { version: 3 } })
    expect(approve(mended).record).toMatchObject({ rejection: null, draft: null })
  })

  test('of a draft is told with its number and bytes, not with those of what is live', () => {
    for (const draft of ['keep', 'discard'] as const) {
      const { version, digest } = decideReject(DRAFT, { note: 'no', draft }, OPERATOR)
      expect({ version, digest }).toEqual({ version: 2, digest: DRAFT.record!.draft!.digest })
    }
  })

  test.each<[what: string, live: boolean]>([
    ['beside a live text, which keeps its approval', true],
    ['of which nothing is live', false],
  ])('lets a draft go whose bytes are lost: %s', (_, isLive) => {
    const approvedDraft = save(approve(PERSONS), { content: 'Two.' })
    const { live } = isLive ? approvedDraft : { live: undefined }
    const lost: CurrentState = { live, record: approvedDraft.record }
    const gone = decideReject(lost, { note: 'its text is lost', draft: 'discard' }, OPERATOR).record
    expect(gone).toMatchObject({
      draft: null,
      numbersUsed: 2,
      approval: approvedDraft.record!.approval,
      rejection: null,
    })
  })

  test('that discards a draft leaves its number to nobody else', () => {
    const discarded = stateAfter(DRAFT, decideReject(DRAFT, { note: 'no', draft: 'discard' }, OPERATOR))
    expect(save(discarded, { content: 'Mine.' }, OPERATOR).record!.versions.at(-1)!.version).toBe(3)
    const stale = () =>
      decideSave(save(discarded, { content: 'Mine.' }, OPERATOR), { content: 'x' }, AGENT, {
        ...{ expectedVersion: 2, cause: 'saved' },
      })
    expect(stale).toThrow(expect.objectContaining({ code: 'conflict' }))
  })
})

test.each(ACTORS.filter((actor) => originOf(actor) === 'machine'))(
  'the %s cannot bring an approval with it, in any gate',
  (actor) => {
    for (const gate of ['open', 'guarded', 'strict'] as const) {
      const context = contextOf({ actor, gate })
      const forged = { approval: grantOf(APPROVED), lifecycle: 'released', origin: 'human', tier: 4 }
      const made = decideSave(NOTHING, { content: 'x', extra: forged }, context, { cause: 'saved' })
      expect(made.record).toMatchObject({ origin: 'machine', lifecycle: 'candidate', approval: null })
      const edited = decideSave(approve(LIVE), { content: 'x', extra: forged }, context, { cause: 'saved' })
      const state = stateAfter(approve(LIVE), edited)
      expect(approvalNow(state)).toBe(gate === 'open' ? 'pending_review' : 'approved')
      expect(state.live!.digest === LIVE.live!.digest).toBe(gate !== 'open')
    }
  },
)
