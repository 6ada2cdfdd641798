// Goal: one value says how a skill stands; its axes do not lend to each other.
// Method: every combination walked against rows typed out; numbers and sentences typed out.
import { expect, test } from 'vitest'
import { APPROVALS } from '../../src/domain/approval.ts'
import { contentHash } from '../../src/domain/content-hash.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { GATES } from '../../src/domain/gates.ts'
import { type Performance, performanceOf } from '../../src/domain/performance.ts'
import { LIFECYCLES, type SkillRecord } from '../../src/domain/record.ts'
import { serializeSkill } from '../../src/domain/skill-file.ts'
import { isReliable, nearTieFactor, type Standing, standingOf } from '../../src/domain/standing.ts'
import { tierOf } from '../../src/domain/tier.ts'
import { NOW, skillOf } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'
import { type RecordFacts, recordOf } from '../support/skill-state.ts'

const SKILL = skillOf()
const DIGEST = sha256Of(serializeSkill(SKILL))
const GRANT = {
  ...{ contentHash: contentHash(SKILL), digest: DIGEST, policy: SKILL.policy, files: 0 },
  ...{ at: '2026-10-01T10:00:00.000Z', actor: 'operator' as const },
}
const NONE = { successes: 0, failures: 0 }
const facts = (over: RecordFacts, hasYes: 'equal' | 'other' | 'none') => {
  const record: SkillRecord = { ...recordOf({ ...over, isApproved: hasYes === 'other' }) }
  if (hasYes === 'equal') record.approval = GRANT
  if (hasYes === 'other') record.approval!.at = GRANT.at
  const { origin, lifecycle } = record
  return {
    record,
    origin,
    lifecycle,
    bytes: { skill: SKILL, digest: DIGEST },
    verdicts: NONE,
    gate: 'guarded' as const,
    scanned: () => [],
  }
}

test('tier, approval and executable: every combination', () => {
  const columns = {
    lifecycle: LIFECYCLES,
    origin: ['builtin', 'human', 'machine'],
    yes: ['equal', 'other', 'none'],
    actor: ['operator', 'agent', 'system'],
    gate: GATES,
  } as const
  // lifecycle | origin | what a yes was given to | actor of the newest version | gate | tier, approval, executable
  const table = `
  candidate,verified,released,degraded | builtin | * | * | * | 4 approved runs
  deprecated,archived                  | builtin | * | * | * | 4 approved stays
  candidate,verified,released,degraded | human   | equal | * | * | 3 approved runs
  deprecated,archived                  | human   | equal | * | * | 3 approved stays
  *                                    | human   | other,none | operator,system | * | 3 needs_reapproval stays
  *                                    | human   | other,none | agent           | * | 3 pending_review stays
  candidate,verified,released,degraded | machine | equal | * | * | 2 approved runs
  deprecated,archived                  | machine | equal | * | * | 2 approved stays
  *                                    | machine | other | operator,system | * | 1 needs_reapproval stays
  *                                    | machine | other | agent           | * | 1 pending_review stays
  *                                    | machine | none  | *               | * | 1 pending_review stays
  `
  const { walked, faults } = walkTable(columns, table, ({ lifecycle, origin, yes, actor, gate }) => {
    const standing = standingOf({ ...facts({ lifecycle, origin, lastActor: actor }, yes), gate })
    return `${standing.tier} ${standing.approval} ${standing.executable ? 'runs' : 'stays'}`
  })
  expect(faults).toEqual([])
  expect(walked).toBe(6 * 3 * 3 * 3 * 3)
})

test.each(
  (['builtin', 'human', 'machine'] as const).flatMap((origin) =>
    APPROVALS.map((approval) => [origin, approval] as const),
  ),
)('the tier of %s, %s', (origin, approval) => {
  const machines = approval === 'approved' ? 2 : 1
  expect(tierOf(origin, approval)).toBe({ builtin: 4, human: 3, machine: machines }[origin])
})

test('a skill as every surface shows it', () => {
  const over = { origin: 'human', lifecycle: 'released', hasDraft: true, pinned: true, supersededBy: 'post' } as const
  expect(standingOf(facts(over, 'equal'))).toEqual({
    ...{ tier: 3, origin: 'human', lifecycle: 'released', approval: 'approved', exposure: 'listed', executable: true },
    ...{ pinned: true, draft: true, supersededBy: 'post', warnings: [] },
  })
  expect(standingOf({ ...facts({}, 'none'), record: undefined, origin: 'machine', lifecycle: 'candidate' })).toEqual({
    ...{ tier: 1, origin: 'machine', lifecycle: 'candidate', approval: 'pending_review', exposure: 'listed-warn' },
    ...{ executable: false, pinned: false, draft: false, supersededBy: null },
    warnings: ['written by an agent and not reviewed'],
  })
})

test.each<[over: RecordFacts, yes: 'equal' | 'other' | 'none', warnings: string[]]>([
  [{ origin: 'human', lastActor: 'operator' }, 'none', []],
  [{ origin: 'human', lastActor: 'operator' }, 'equal', []],
  [{ origin: 'human', lastActor: 'operator' }, 'other', ['changed since it was approved on 2026-10-01']],
  [
    { origin: 'human', lifecycle: 'degraded', lastActor: 'operator' },
    'other',
    ['degraded: of earlier uses too many failed', 'changed since it was approved on 2026-10-01'],
  ],
  [{ origin: 'machine' }, 'equal', []],
  [{ origin: 'machine' }, 'other', ['changed by an agent since it was approved']],
  [{ origin: 'machine' }, 'none', ['written by an agent and not reviewed']],
  [{ origin: 'builtin' }, 'other', []],
])('%o, a yes to %s bytes: %j', (over, yes, warnings) => {
  expect(standingOf(facts(over, yes)).warnings).toEqual(warnings)
})

test('what a machine may rely on: every combination', () => {
  const today = performanceOf(NONE, { since: NOW, nearDuplicates: 0 }, new Date(NOW))
  const rates: Record<string, Partial<Performance>> = {
    ...{ 'rate-0.29': { successRate: 0.29 }, 'rate-0.3': { successRate: 0.3 } },
    ...{ 'health-0.29': { health: 0.29 }, 'health-0.3': { health: 0.3 }, 'nothing-reported': {} },
  }
  const columns = {
    lifecycle: LIFECYCLES,
    origin: ['builtin', 'human', 'machine'],
    yes: ['equal', 'none'],
    performance: Object.keys(rates),
  } as const
  // lifecycle | origin | yes | performance | outcome
  const table = `
  deprecated,archived                  | *             | *     | *           | no
  candidate,verified,released,degraded | *             | equal | health-0.29 | no
  candidate,verified,released,degraded | builtin,human | none  | health-0.29 | no
  candidate,verified,released,degraded | machine       | none  | *           | no
  candidate,verified,released,degraded | builtin,human | *     | rate-0.29,rate-0.3,health-0.3,nothing-reported | yes
  candidate,verified,released,degraded | machine       | equal | rate-0.29                                      | no
  candidate,verified,released,degraded | machine       | equal | rate-0.3,health-0.3,nothing-reported           | yes
  `
  const { walked, faults } = walkTable(columns, table, ({ lifecycle, origin, yes, performance }) => {
    const standing: Standing = standingOf(facts({ lifecycle, origin }, yes))
    return isReliable(standing, { ...today, ...rates[performance] }) ? 'yes' : 'no'
  })
  expect(faults).toEqual([])
  expect(walked).toBe(6 * 3 * 2 * 5)
})

test.each([
  [undefined, '1.0000'],
  [{ successes: 0, failures: 0 }, '1.0000'],
  [{ successes: 0, failures: 2 }, '0.9500'],
  [{ successes: 2, failures: 0 }, '1.0500'],
  [{ successes: 3, failures: 3 }, '1.0000'],
  [{ successes: 0, failures: 1_000_000 }, '0.9000'],
  [{ successes: 1_000_000, failures: 0 }, '1.1000'],
])('near ties of %o bend by %s, those of a degraded skill by 0.9', (verdicts, factor) => {
  for (const lifecycle of [undefined, ...LIFECYCLES.filter((each) => each !== 'degraded')]) {
    expect(nearTieFactor(lifecycle, verdicts).toFixed(4)).toBe(factor)
  }
  expect(nearTieFactor('degraded', verdicts)).toBe(0.9)
})

test('near ties bend by a tenth at most, and further with every success', () => {
  const factors = Array.from({ length: 200 }, (_, n) =>
    nearTieFactor('released', n < 100 ? { successes: 0, failures: 100 - n } : { successes: n - 100, failures: 0 }),
  )
  expect(factors.every((each, i) => each >= 0.9 && each <= 1.1 && (i === 0 || each > factors[i - 1]!))).toBe(true)
})
