// Goal: who may take which step from which state, in full; and a refusal says what is possible instead.
// Method: every combination walked against rows typed out; texts compared to the letter.
import { expect, test } from 'vitest'
import { GATES } from '../../src/domain/gates.ts'
import { ruleStep } from '../../src/domain/lifecycle.ts'
import { decidePin, decideStep, noStep, type RecordStep } from '../../src/domain/lifecycle-change.ts'
import {
  ACTORS,
  type Actor,
  LIFECYCLE_CAUSES,
  LIFECYCLES,
  type Lifecycle,
  type Origin,
  type SkillRecord,
} from '../../src/domain/record.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import { contextOf, liveText, NOW, skillOf } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'
import { NOTHING, type RecordFacts, recordOf } from '../support/skill-state.ts'

const COLUMNS = {
  cause: LIFECYCLE_CAUSES,
  actor: ACTORS,
  state: LIFECYCLES,
  gate: GATES,
  origin: ['builtin', 'human', 'machine'],
  pin: ['pinned', 'free'],
  approved: ['once', 'never'],
  /** Who took the last step; it began from released. */
  by: ['operator', 'agent', 'system'],
} as const

// cause | actor | state | gate | origin | pin | approved | last step by | outcome
const TABLE = `
promote   | operator         | candidate                            | * | * | * | * | * | verified
promote   | operator         | verified                             | * | * | * | * | * | released
promote   | operator         | degraded,deprecated                  | * | * | * | * | * | released
promote   | operator         | released,archived                    | * | * | * | * | * | wrong-state
promote   | agent,model      | candidate,verified,degraded,deprecated | * | * | * | * | * | proposes
promote   | agent,model      | released,archived                    | * | * | * | * | * | wrong-state
promote   | system,installer | *                                    | * | * | * | * | * | wrong-actor

approve   | operator         | candidate,verified                   | * | * | * | * | * | verified
approve   | operator         | released                             | * | * | * | * | * | released
approve   | operator         | degraded                             | * | * | * | * | * | degraded
approve   | operator         | deprecated                           | * | * | * | * | * | deprecated
approve   | operator         | archived                             | * | * | * | * | * | wrong-state
approve   | agent,model,system,installer | *                        | * | * | * | * | * | wrong-actor

deprecate | operator         | candidate,verified,released,degraded | * | * | * | * | * | deprecated
deprecate | agent,model      | candidate,verified,released,degraded | * | * | * | * | * | proposes
deprecate | operator,agent,model,system | deprecated,archived       | * | * | * | * | * | wrong-state
deprecate | system           | candidate,verified,released,degraded | * | machine | free   | * | * | deprecated
deprecate | system           | candidate,verified,released,degraded | * | machine | pinned | * | * | wrong-actor
deprecate | system           | candidate,verified,released,degraded | * | human,builtin | * | * | * | wrong-actor
deprecate | installer        | *                                    | * | * | * | * | * | wrong-actor

degrade   | system           | candidate,verified,released          | * | machine | free   | * | * | degraded
degrade   | system           | candidate,verified,released          | * | machine | pinned | * | * | wrong-actor
degrade   | system           | candidate,verified,released          | * | human,builtin | * | * | * | wrong-actor
degrade   | system           | degraded,deprecated,archived         | * | * | * | * | * | wrong-state
degrade   | operator,agent,model,installer | *                      | * | * | * | * | * | wrong-actor

recover   | system           | degraded                             | * | * | * | * | * | released
recover   | system           | candidate,verified,released,deprecated,archived | * | * | * | * | * | wrong-state
recover   | operator,agent,model,installer | *                      | * | * | * | * | * | wrong-actor

archive   | operator         | candidate,verified,released,degraded,deprecated | * | * | * | * | * | archived
archive   | operator,agent,model,system | archived                  | * | * | * | * | * | wrong-state
archive   | agent,model      | candidate,verified,released,degraded,deprecated | * | * | pinned | * | * | proposes
archive   | agent,model      | candidate,verified,released,degraded,deprecated | * | builtin | free | * | * | proposes
archive   | agent,model      | candidate,verified,released,degraded,deprecated | open | human,machine | free | * | * | archived
archive   | agent,model      | candidate,verified,released,degraded,deprecated | guarded,strict | human | free | * | * | proposes
archive   | agent,model      | candidate,verified,released,degraded,deprecated | guarded,strict | machine | free | once | * | proposes
archive   | agent,model      | candidate,verified,released,degraded,deprecated | guarded,strict | machine | free | never | agent,system | archived
archive   | agent,model      | candidate,verified,released,degraded,deprecated | guarded,strict | machine | free | never | operator | proposes
archive   | system           | candidate,verified,released,degraded | * | * | * | * | * | wrong-actor
archive   | system           | deprecated                           | * | machine | free   | * | * | archived
archive   | system           | deprecated                           | * | machine | pinned | * | * | wrong-actor
archive   | system           | deprecated                           | * | human,builtin | * | * | * | wrong-actor
archive   | installer        | *                                    | * | * | * | * | * | wrong-actor

revive    | operator         | archived                             | * | machine       | * | * | * | candidate
revive    | operator         | archived                             | * | human,builtin | * | * | * | released
revive    | agent,model      | archived                             | * | * | * | * | * | proposes
revive    | operator,agent,model | candidate,verified,released,degraded,deprecated | * | * | * | * | * | wrong-state
revive    | system,installer | *                                    | * | * | * | * | * | wrong-actor
`

test('every step from every state by everybody', () => {
  const { walked, faults } = walkTable(COLUMNS, TABLE, ({ cause, actor, state, gate, origin, pin, approved, by }) => {
    const lastStep = { cause: 'deprecate' as const, from: 'released' as const, actor: by }
    const facts = { origin, lifecycle: state, pinned: pin === 'pinned', isApproved: approved === 'once', lastStep }
    const ruling = ruleStep(recordOf(facts), cause, actor, gate)
    return ruling.kind === 'to' ? ruling.state : ruling.kind === 'refused' ? ruling.why : ruling.kind
  })
  expect(faults).toEqual([])
  // Causes, actors, states, gates, origins, pins, approvals, last actors.
  expect(walked).toBe(7 * 5 * 6 * 3 * 3 * 2 * 2 * 3)
})

test("archive by an agent: what a person said or did makes it another's", () => {
  const columns = {
    gate: GATES,
    approved: ['once', 'never'],
    rejected: ['once', 'never'],
    newest: ['operator', 'agent', 'system', 'none'],
    by: ['operator', 'agent', 'system', 'nobody'],
    decided: ['once', 'never'],
  } as const
  // gate | approved | rejected | newest version by | last step by | a person ever decided | outcome
  const table = `
  open           | *     | *     | *               | *                   | *     | archived
  guarded,strict | once  | *     | *               | *                   | *     | proposes
  guarded,strict | never | once  | *               | *                   | *     | proposes
  guarded,strict | never | never | operator,system | *                   | *     | proposes
  guarded,strict | never | never | agent,none      | operator            | *     | proposes
  guarded,strict | never | never | agent,none      | agent,system,nobody | once  | proposes
  guarded,strict | never | never | agent,none      | agent,system,nobody | never | archived
  `
  const { walked, faults } = walkTable(columns, table, ({ gate, approved, rejected, newest, by, decided }) => {
    const said = { isApproved: approved === 'once', isRejected: rejected === 'once', isDecided: decided === 'once' }
    const lastStep = by === 'nobody' ? null : { actor: by }
    const ruling = ruleStep(recordOf({ ...said, lastActor: newest, lastStep }), 'archive', 'agent', gate)
    return ruling.kind === 'to' ? ruling.state : ruling.kind
  })
  expect(faults).toEqual([])
  expect(walked).toBe(3 * 2 * 2 * 4 * 4 * 2)
})

test.each<[state: 'degraded' | 'deprecated', from: Lifecycle | null, origin: Origin, former: Lifecycle]>([
  ['degraded', 'candidate', 'human', 'candidate'],
  ['degraded', 'verified', 'machine', 'verified'],
  ['degraded', 'released', 'machine', 'released'],
  ['degraded', 'degraded', 'machine', 'candidate'],
  ['degraded', 'deprecated', 'machine', 'candidate'],
  ['degraded', 'archived', 'machine', 'candidate'],
  ['degraded', 'archived', 'human', 'released'],
  ['degraded', null, 'machine', 'candidate'],
  ['degraded', null, 'builtin', 'released'],
  ['deprecated', 'candidate', 'machine', 'candidate'],
  ['deprecated', 'degraded', 'machine', 'degraded'],
  ['deprecated', 'deprecated', 'human', 'released'],
  ['deprecated', 'archived', 'machine', 'candidate'],
  ['deprecated', null, 'machine', 'candidate'],
])('what is %s since it was %s, of %s origin, goes back to %s', (lifecycle, from, origin, former) => {
  const record = recordOf({ origin, lifecycle, lastStep: from === null ? null : { from } })
  expect(ruleStep(record, 'promote', 'operator', 'guarded')).toEqual({ kind: 'to', state: former })
  if (lifecycle === 'degraded') {
    expect(ruleStep(record, 'recover', 'system', 'guarded')).toEqual({ kind: 'to', state: former })
  }
})

const LIVE = liveText(serializeSkill(skillOf()))
const standingAs = (facts: RecordFacts) => ({ live: LIVE, record: recordOf(facts) })

test.each<
  [facts: RecordFacts, cause: RecordStep, actor: Actor, refusal: { code: string; message: string; fix: string }]
>([
  [
    { lifecycle: 'released' },
    'promote',
    'operator',
    {
      code: 'conflict',
      message: 'skill "mail" is released: there is no step "promote" from released',
      fix: 'Possible: deprecate to deprecated (operator), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'released' },
    'promote',
    'agent',
    {
      code: 'conflict',
      message: 'skill "mail" is released: there is no step "promote" from released',
      fix: 'Possible: deprecate to deprecated (operator), archive to archived (operator), archive to archived (agent).',
    },
  ],
  [
    { lifecycle: 'candidate' },
    'recover',
    'system',
    {
      code: 'conflict',
      message: 'skill "mail" is candidate: there is no step "recover" from candidate',
      fix: 'Possible: promote to verified (operator), approve to verified (operator), deprecate to deprecated (operator), deprecate to deprecated (system), degrade to degraded (system), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'deprecated', lastStep: { from: 'verified' }, origin: 'human' },
    'degrade',
    'operator',
    {
      code: 'refused',
      message: 'skill "mail": "degrade" from deprecated is not for a person to take',
      fix: 'Possible: promote to verified (operator), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'released', origin: 'human', lastActor: 'operator' },
    'deprecate',
    'system',
    {
      code: 'refused',
      message: 'skill "mail": "deprecate" from released is not for the health job to take',
      fix: 'Possible: deprecate to deprecated (operator), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'released', pinned: true },
    'degrade',
    'model',
    {
      code: 'refused',
      message: 'skill "mail": "degrade" from released is not for a model to take',
      fix: 'Possible: deprecate to deprecated (operator), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'candidate', pinned: true },
    'promote',
    'installer',
    {
      code: 'refused',
      message: 'skill "mail": "promote" from candidate is not for an installer to take',
      fix: 'Possible: promote to verified (operator), approve to verified (operator), deprecate to deprecated (operator), archive to archived (operator).',
    },
  ],
  [
    { lifecycle: 'candidate' },
    'promote',
    'agent',
    {
      code: 'needs-person',
      message: 'skill "mail": a person decides whether to promote it',
      fix: 'Ask the person to do it at a terminal or in the dashboard.',
    },
  ],
])('%o: "%s" by %s is refused', (facts, cause, actor, refusal) => {
  const attempt = () => decideStep(standingAs(facts), cause, contextOf({ actor, gate: 'guarded' }))
  expect(attempt).toThrow(expect.objectContaining(refusal))
})

test('from the archive a person alone leads back', () => {
  const record = recordOf({ lifecycle: 'archived', origin: 'human' })
  const refused = { kind: 'refused', why: 'wrong-state' } as const
  expect(noStep(record, 'archive', { actor: 'agent', gate: 'open' }, refused)).toMatchObject({
    code: 'conflict',
    message: 'skill "mail" is archived: there is no step "archive" from archived',
    fix: 'Possible: revive to released (operator).',
  })
})

test('what is not there takes no step and no pin', () => {
  const notFound = expect.objectContaining({ code: 'not-found' })
  for (const state of [NOTHING, { live: undefined, record: recordOf({ lifecycle: 'archived' }) }]) {
    expect(() => decideStep(state, 'promote', contextOf({ actor: 'operator' }))).toThrow(notFound)
    expect(() => decidePin(state, true, contextOf({ actor: 'operator' }))).toThrow(notFound)
  }
})

test('a step says what led to it, and touches no text', () => {
  const context = contextOf({ actor: 'operator' })
  const made = decideStep(standingAs({ lifecycle: 'released' }), 'deprecate', context, {
    ...{ reason: 'the server is gone', supersededBy: 'post' },
  })
  expect(made).toMatchObject({ version: 1, digest: LIVE.digest, changed: true, created: false, draft: false })
  expect(made.live).toBeUndefined()
  expect(made.record).toMatchObject({ lifecycle: 'deprecated', supersededBy: 'post', archivedAt: null })
  expect(made.record.lastStep).toEqual({
    ...{ cause: 'deprecate', from: 'released', actor: 'operator', at: NOW, reason: 'the server is gone' },
  })
  expect(made.record.decidedAt).toBe(NOW)
  const back = decideStep({ live: LIVE, record: made.record }, 'promote', context)
  expect(back.record).toMatchObject({ lifecycle: 'released', supersededBy: null })
})

// Approval is another axis: no step gives or takes one, and none but `archive` lets a text go.
test.each<[cause: RecordStep, actor: Actor, state: Lifecycle]>([
  ['promote', 'operator', 'verified'],
  ['deprecate', 'operator', 'degraded'],
  ['degrade', 'system', 'released'],
  ['recover', 'system', 'degraded'],
])('"%s" by %s from %s leaves approval, draft, pin, origin and versions', (cause, actor, lifecycle) => {
  const record = recordOf({ lifecycle, isApproved: true, hasDraft: true, lastStep: { from: 'released' } })
  const kept = ({ approval, draft, pinned, origin, versions, numbersUsed }: SkillRecord) => ({
    ...{ approval, draft, pinned, origin, versions, numbersUsed },
  })
  const made = decideStep({ live: LIVE, record }, cause, contextOf({ actor })).record
  expect(kept(made)).toEqual(kept(record))
})

test.each<[actor: Actor, isAllowed: boolean]>(ACTORS.map((actor) => [actor, actor === 'operator']))(
  'a pin is set and taken by %s: %s',
  (actor, isAllowed) => {
    for (const isPinned of [true, false]) {
      const pin = () => decidePin(standingAs({ pinned: !isPinned }), isPinned, contextOf({ actor }))
      const refusal = { code: 'refused', message: `skill "mail": only a person may ${isPinned ? 'pin' : 'unpin'} it` }
      if (isAllowed) expect(pin()).toMatchObject({ changed: true, record: { pinned: isPinned } })
      else expect(pin).toThrow(expect.objectContaining(refusal))
    }
    const again = () => decidePin(standingAs({ pinned: true }), true, contextOf({ actor: 'operator' }))
    expect(again().changed).toBe(false)
  },
)

// The bytes decide what `builtin` is: a shipped skill that was changed is no longer under our protection.
test.each<[bytes: string, isShipped: boolean, by: Actor, code: string | undefined]>([
  ['as we shipped them', true, 'system', 'refused'],
  ["a person's", false, 'operator', 'refused'],
  ["an agent's", false, 'agent', undefined],
])('a builtin record whose bytes are %s now: "deprecate" by the health job', (_, isShipped, by, code) => {
  const { live, record } = standingAs({ origin: 'builtin' })
  const current = { live, record: { ...record, versions: record.versions.map((v) => ({ ...v, actor: by })) } }
  const attempt = () => decideStep(current, 'deprecate', contextOf({ actor: 'system', isShipped: () => isShipped }))
  if (code === undefined) expect(attempt().record).toMatchObject({ lifecycle: 'deprecated', origin: 'builtin' })
  else expect(attempt).toThrow(expect.objectContaining({ code }))
})
