// Goal: whoever does what to a skill under whichever gate, a number never means two texts, nobody writes over what they
// have not read, a machine changes only what it may, and nothing is approved but what a person named.
// Method: seeded stories of saves, yeses, noes, hand edits, archives and restores, each step checked against what was
// seen before. Others with SEED, more with RUNS_FACTOR.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalOf } from '../../src/domain/approval.ts'
import {
  asItStands,
  type ChangeContext,
  type CurrentState,
  type Decision,
  standing,
} from '../../src/domain/change-state.ts'
import { contentHash } from '../../src/domain/content-hash.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import type { GATES } from '../../src/domain/gates.ts'
import { isMachine, latestVersion } from '../../src/domain/record.ts'
import { decideApprove, decideReject } from '../../src/domain/skill-approval.ts'
import { decideSave } from '../../src/domain/skill-change.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { contextOf, NOW, skillJson } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'
import { byHand, hashOf, NOTHING, stateAfter } from '../support/skill-state.ts'

const RUNS = seeded(1_000)
console.info(`gate property seed ${RUNS.seed}`)

const KINDS = ['save', 'save', 'save', 'approve', 'reject', 'archive', 'restore', 'by-hand', 'delete'] as const
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  // What the system brings in is as shipped, which the bytes alone decide.
  actor: fc.constantFrom('operator', 'operator', 'agent', 'agent', 'model', 'installer'),
  content: fc.constantFrom('one', 'two', 'three'),
  draft: fc.constantFrom('keep', 'discard'),
  /** Which of the numbers that were ever seen the caller holds; none for a save that names no version. */
  read: fc.option(fc.nat(20)),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What somebody watching has seen. */
type Seen = {
  texts: Map<number, string>
  kept: Map<string, string>
  named: Set<string>
  byMachine: Set<string>
  /** Whether a person ever said yes or no, archived it or put a version back. */
  isDecided: boolean
}
const DECISIONS: ReadonlySet<string> = new Set(['approve', 'reject', 'archive', 'restore'])

const parsed = (text: string) => parseSkillFile(text, { file: 'x', pathName: 'mail', createdAt: NOW }).skill!
const numbersOf = (state: CurrentState, context: ChangeContext) => {
  const { record } = standing(state, context)
  const versions = record.versions.map(({ version, digest }) => [version, digest] as const)
  return record.draft === null ? versions : [...versions, [record.draft.version, record.draft.digest] as const]
}

function look(state: CurrentState, seen: Seen, context: ChangeContext): void {
  const newest = Math.max(0, ...seen.texts.keys())
  for (const [number, digest] of numbersOf(state, context)) {
    const known = seen.texts.get(number)
    if (known === undefined) expect(number, 'a new number is above all former ones').toBeGreaterThan(newest)
    else expect(digest, `number ${number} means one text`).toBe(known)
    seen.texts.set(number, digest)
  }
}

function decide(state: CurrentState, at: Step, seen: Seen, context: ChangeContext): Decision {
  switch (at.kind) {
    case 'save': {
      const expectedVersion = at.read === null ? undefined : [...seen.texts.keys()][at.read % seen.texts.size]
      return decideSave(state, { content: at.content }, context, { expectedVersion, cause: 'saved' })
    }
    case 'approve':
      return decideApprove(state, hashOf(state), context)
    case 'reject':
      return decideReject(state, { note: 'no', draft: at.draft }, context)
    case 'archive':
      return decideArchive(state, context)
    case 'restore': {
      const versions = state.record!.versions.filter(({ digest }) => seen.kept.has(digest))
      const version = versions[(at.read ?? 0) % versions.length]!
      return decideRestore(state, { version, text: seen.kept.get(version.digest)! }, context)
    }
    default:
      throw new Error(`${at.kind} is no decision`)
  }
}

/** What may never come of one step. */
function check(before: CurrentState, made: Decision, at: Step, seen: Seen, context: ChangeContext): void {
  const { record } = standing(before, context)
  const isLiveChanged = typeof made.live === 'string'
  expect(made.draft && made.live !== undefined, 'a draft leaves the live file').toBe(false)
  if (at.kind === 'save' && at.read !== null && made.changed) {
    const expected = [...seen.texts.keys()][at.read % seen.texts.size]
    const stood = made.draft && before.draft !== undefined ? record.draft!.digest : before.live?.digest
    if (expected !== undefined) expect(seen.texts.get(expected), 'saved over what was read').toBe(stood)
  }
  if (!isMachine(context.actor) || !isLiveChanged) return
  expect(context.gate).not.toBe('strict')
  expect(record.draft, 'no machine passes by a draft').toBeNull()
  if (context.gate !== 'guarded') return
  expect([originIn(before, context), record.approval]).toEqual(['machine', null])
  expect(seen.isDecided, 'a person decided something about it').toBe(false)
  const newest = record.versions.at(-1)
  expect(newest === undefined || isMachine(newest.actor), "a machine's text was the newest").toBe(true)
}

const originIn = (state: CurrentState, context: ChangeContext) => {
  const { record, skill } = standing(state, context)
  return asItStands(record, context, skill).origin
}

function checkStanding({ live, record }: CurrentState, seen: Seen, context: ChangeContext): void {
  if (live === undefined || record === undefined) return
  const skill = parsed(live.text)
  const isNamed = seen.named.has(contentHash(skill))
  const origin = originIn({ live, record }, context)
  const approval = approvalOf(record, origin, { skill, digest: live.digest })
  if (approval === 'approved') expect(isNamed, 'a person named what is approved').toBe(true)
  if (seen.byMachine.has(live.digest) && !isNamed) expect(origin, "a machine's text is nobody else's").toBe('machine')
}

function tell(story: readonly Step[], gates: readonly (typeof GATES)[number][]): void {
  const seen: Seen = { texts: new Map(), kept: new Map(), named: new Set(), byMachine: new Set(), isDecided: false }
  let state: CurrentState = NOTHING
  for (const [i, at] of story.entries()) {
    const now = new Date(Date.parse(NOW) + i * 1_000).toISOString()
    const context = contextOf({ actor: at.actor, gate: gates[i % gates.length]!, now })
    const before = state
    if (at.kind === 'by-hand') state = byHand(state, skillJson('mail', at.content, { tags: [now] }))
    else if (at.kind === 'delete') state = byHand(state, null)
    else if (at.kind !== 'restore' || state.record?.versions.some(({ digest }) => seen.kept.has(digest)) === true) {
      if (at.kind === 'approve' && state.live === undefined && state.draft === undefined) continue
      try {
        const made = decide(state, at, seen, context)
        check(before, made, at, seen, context)
        if (at.kind === 'approve') seen.named.add(contentHash(parsed(made.live ?? before.live!.text)))
        for (const text of made.blobs) seen.kept.set(sha256Of(text), text)
        if (at.kind === 'save' && made.changed && isMachine(at.actor)) seen.byMachine.add(made.digest)
        if (made.changed && context.actor === 'operator' && DECISIONS.has(at.kind)) seen.isDecided = true
        if (made.changed) state = stateAfter(state, made)
      } catch (error) {
        if (!(error instanceof SkillError)) throw error
        expect(['conflict', 'needs-person', 'refused', 'not-found']).toContain(error.code)
      }
    }
    look(state, seen, context)
    // As the library does: what changed outside is written down before its number is told to anybody.
    if (state.live !== undefined) state = { ...state, record: standing(state, context).record }
    checkStanding(state, seen, context)
    if (state.record !== undefined)
      expect(latestVersion(state.record)).toBeLessThanOrEqual(Math.max(0, ...seen.texts.keys()))
  }
}

test.each<[title: string, gates: (typeof GATES)[number][]]>([
  ['guarded', ['guarded']],
  ['strict', ['strict']],
  ['the gate moves', ['guarded', 'open', 'strict']],
])('stories: %s', { timeout: 600_000 }, (_, gates) => {
  const property = fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (story) => tell(story, gates))
  fc.assert(property, RUNS)
})
