// Goal: what may come up unasked, with which warning, and why less than that.
// Method: every combination walked against rows typed out; the sentences compared to the letter.
import { expect, test } from 'vitest'
import { APPROVALS } from '../../src/domain/approval.ts'
import { EXPOSURES, type ExposureFacts, exposureOf, isListed } from '../../src/domain/exposure.ts'
import { GATES } from '../../src/domain/gates.ts'
import { LIFECYCLES } from '../../src/domain/record.ts'
import { walkTable } from '../support/rule-table.ts'
import { recordOf } from '../support/skill-state.ts'

const VERDICTS = {
  bad: { successes: 0, failures: 2 },
  none: { successes: 0, failures: 0 },
  good: { successes: 3, failures: 1 },
}
const NO = recordOf({ isRejected: true }).rejection!
const REJECTIONS = { this: NO, former: { ...NO, digest: 'f'.repeat(64) }, never: null }
const COLUMNS = {
  lifecycle: LIFECYCLES,
  origin: ['builtin', 'human', 'machine'],
  approval: APPROVALS,
  via: [
    ...['save_skill', 'edit_skill', 'cli', 'hand', 'lost-record', 'merge'],
    ...['extract', 'gap', 'consolidate', 'import', 'registry'],
  ],
  verdicts: ['bad', 'none', 'good'],
  gate: GATES,
  /** A person's no: to the text that stands, to a former one, or none. */
  rejected: ['this', 'former', 'never'],
  scan: ['severe', 'clean'],
} as const

// lifecycle | origin | approval | via | verdicts | gate | rejected | scan | outcome
const TABLE = `
deprecated,archived         | *             | * | * | *         | *       | * | * | hidden
degraded                    | builtin,human | * | * | *         | *       | * | * | listed-warn
candidate,verified,released | builtin,human | * | * | *         | *       | * | * | listed

degraded                    | machine | approved | * | *         | *       | * | * | listed-warn
candidate,verified,released | machine | approved | * | bad       | *       | * | * | listed-warn
candidate,verified,released | machine | approved | * | none,good | *       | * | * | listed

candidate,verified,released,degraded | machine | pending_review,needs_reapproval | * | * | strict | * | * | hidden
candidate,verified,released,degraded | machine | pending_review,needs_reapproval | * | *         | open    | * | severe | on-request
degraded                    | machine | pending_review,needs_reapproval | * | *         | open    | * | clean | listed-warn
candidate,verified,released | machine | pending_review,needs_reapproval | * | bad       | open    | * | clean | listed-warn
candidate,verified,released | machine | pending_review,needs_reapproval | * | none,good | open    | * | clean | listed
candidate,verified,released,degraded | machine | pending_review,needs_reapproval | *          | * | guarded | this         | * | on-request
candidate,verified,released,degraded | machine | pending_review,needs_reapproval | extract,gap,consolidate,import,registry | * | guarded | former,never | * | on-request
candidate,verified,released,degraded | machine | pending_review,needs_reapproval | save_skill,edit_skill,cli,hand,lost-record,merge | * | guarded | former,never | clean | listed-warn
candidate,verified,released,degraded | machine | pending_review,needs_reapproval | save_skill,edit_skill,cli,hand,lost-record,merge | * | guarded | former,never | severe | on-request
`

test('who is shown what: every combination', () => {
  const { walked, faults } = walkTable(
    COLUMNS,
    TABLE,
    ({ lifecycle, origin, approval, via, verdicts, gate, rejected, scan }) => {
      const plain = recordOf({ lifecycle, origin, via, isApproved: approval === 'needs_reapproval' })
      const record = { ...plain, rejection: REJECTIONS[rejected] }
      const scanned = () => {
        // A text that somebody vouched for, or that no agent wrote, is not looked through for this.
        expect(origin === 'machine' && approval !== 'approved').toBe(true)
        return scan === 'severe' ? ['secret'] : []
      }
      const facts = { record, origin, lifecycle, approval, verdicts: VERDICTS[verdicts], gate, scanned }
      const { exposure, reasons } = exposureOf(facts)
      // Less than `listed` never goes without a reason, and `listed` never with one.
      expect(reasons.length === 0).toBe(exposure === 'listed')
      return exposure
    },
  )
  expect(faults).toEqual([])
  // Lifecycles, origins, approvals, ways in, verdicts, gates, rejections, scans.
  expect(walked).toBe(6 * 3 * 3 * 11 * 3 * 3 * 3 * 2)
})

const STEP = { cause: 'deprecate', actor: 'operator' } as const
test.each<[facts: Partial<ExposureFacts>, reasons: string[]]>([
  [{}, ['written by an agent and not reviewed']],
  [{ gate: 'open' }, []],
  [{ scanned: () => ['secret'] }, ['the scan found something severe: secret', 'written by an agent and not reviewed']],
  [
    { gate: 'open', scanned: () => ['hidden-text', 'secret', 'path-escape'], verdicts: VERDICTS.bad },
    [
      'the scan found something severe: hidden-text and 2 more severe rules',
      ...['written by an agent and not reviewed', 'often fails: 2 of 2 reported uses failed'],
    ],
  ],
  [
    { scanned: () => ['secret'], record: recordOf({ isRejected: true }) },
    ['rejected by a person on 2026-11-21: too broad'],
  ],
  [{ gate: 'strict' }, ['written by an agent and not reviewed; the gate is strict']],
  [{ approval: 'approved' }, []],
  [{ record: recordOf({ isApproved: true }) }, ['changed by an agent since it was approved']],
  [{ record: recordOf({ isApproved: true, lastActor: 'operator' }) }, ['changed since it was approved']],
  [{ record: undefined }, ['written by an agent and not reviewed']],
  [{ verdicts: VERDICTS.bad }, ['often fails: 2 of 2 reported uses failed', 'written by an agent and not reviewed']],
  [{ verdicts: VERDICTS.bad, gate: 'open' }, ['often fails: 2 of 2 reported uses failed']],
  [{ verdicts: { successes: 2, failures: 6 }, approval: 'approved' }, []],
  [{ verdicts: { successes: 2, failures: 7 }, approval: 'approved' }, ['often fails: 7 of 9 reported uses failed']],
  [{ verdicts: VERDICTS.bad, origin: 'human' }, []],
  [{ lifecycle: 'degraded', origin: 'human' }, ['degraded: of earlier uses too many failed']],
  [
    { lifecycle: 'degraded', verdicts: VERDICTS.bad },
    ['degraded: 2 of 2 reported uses failed', 'written by an agent and not reviewed'],
  ],
  [
    { record: recordOf({ via: 'extract' }), verdicts: VERDICTS.bad },
    ['written by an agent and not reviewed', 'often fails: 2 of 2 reported uses failed'],
  ],
  [{ record: recordOf({ isRejected: true }) }, ['rejected by a person on 2026-11-21: too broad']],
  [
    { record: recordOf({ isRejected: true, via: 'extract' }), lifecycle: 'degraded', verdicts: VERDICTS.bad },
    ['rejected by a person on 2026-11-21: too broad', 'degraded: 2 of 2 reported uses failed'],
  ],
  [{ record: recordOf({ isRejected: true }), gate: 'open' }, []],
  [
    { record: recordOf({ isRejected: true }), gate: 'strict' },
    ['written by an agent and not reviewed; the gate is strict'],
  ],
  [{ record: { ...recordOf(), rejection: REJECTIONS.former } }, ['written by an agent and not reviewed']],
  [{ lifecycle: 'deprecated', record: undefined }, ['deprecated']],
  [{ lifecycle: 'deprecated', record: recordOf({ lastStep: STEP }) }, ['deprecated on 2026-11-21']],
  [
    { lifecycle: 'deprecated', record: recordOf({ lastStep: { ...STEP, reason: 'the server is gone' } }) },
    ['deprecated on 2026-11-21: the server is gone'],
  ],
  [
    { lifecycle: 'archived', record: recordOf({ lifecycle: 'archived', supersededBy: 'post' }) },
    ['archived on 2026-11-21, superseded by "post"'],
  ],
  [
    {
      lifecycle: 'archived',
      gate: 'strict',
      record: recordOf({ lastStep: { reason: 'merged' }, supersededBy: 'post' }),
    },
    ['archived on 2026-11-21, superseded by "post": merged'],
  ],
])('%o is said to be %j', (over, reasons) => {
  const facts = { origin: 'machine', lifecycle: 'candidate', approval: 'pending_review', gate: 'guarded' } as const
  expect(
    exposureOf({ record: recordOf(), ...facts, verdicts: VERDICTS.none, scanned: () => [], ...over }).reasons,
  ).toEqual(reasons)
})

test('what may come up unasked', () => {
  expect(EXPOSURES.map((exposure) => [exposure, isListed(exposure)])).toEqual([
    ['hidden', false],
    ['on-request', false],
    ['listed-warn', true],
    ['listed', true],
  ])
})
