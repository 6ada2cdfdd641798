// Goal: whatever a workspace holds and whatever it claims, a run changes no name that it did not check out, takes none that
// was ever used, and sets no policy of a skill that stands.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Checkout } from '../../src/domain/checkout.ts'
import type { ManifestFile } from '../../src/domain/manifest.ts'
import { type NameHere, planExtract, type WorkspacePackage } from '../../src/domain/plan-extract.ts'
import { bareSkill } from '../../src/domain/skill.ts'

const NOW = '2026-11-22T10:00:00.000Z'
const NAMES = ['a', 'b', 'c']
const file = (path: string, what: number): ManifestFile => ({ path, size: 1, sha256: String(what).repeat(64) })

const policies = fc.constantFrom<string[]>([], ['api.example.org'], ['*.example.org', 'evil.example'])
const packages = fc.record({
  name: fc.constantFrom(...NAMES),
  text: fc.nat(3),
  script: fc.nat(3),
  front: policies,
  beside: fc.option(policies, { nil: undefined }),
})
type Given = { name: string; text: number; script: number; front: string[]; beside: string[] | undefined }

function packageOf({ name, text, script, front, beside }: Given, at: number): WorkspacePackage {
  const policy = { tools: [], domains: front, credentials: [], sideEffects: [] }
  const files = script === 0 ? [] : [file('scripts/x.sh', script)]
  const texts = [file('SKILL.md', text), ...(beside === undefined ? [] : [file('policy.json', beside.length)])]
  return {
    ...{ label: `p${at}`, manifest: [...texts, ...files] },
    skill: { ...bareSkill(name, `Text ${text}.`, NOW), summary: name, policy, files },
    ...(beside === undefined ? {} : { beside: { ...policy, domains: beside } }),
  }
}

const standings = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.record({ live: fc.option(fc.nat(3), { nil: undefined }), draft: fc.option(fc.nat(3), { nil: undefined }) }),
  { noNullPrototype: true },
)
const hereOf = (name: string, { live, draft }: { live: number | undefined; draft: number | undefined }): NameHere => {
  const standing = (version: number) => ({ version: version + 1, skill: bareSkill(name, `Text ${version}.`, NOW) })
  return {
    ...(live === undefined ? {} : { live: standing(live) }),
    ...(draft === undefined ? {} : { draft: standing(draft + 10) }),
  }
}
const checkoutOf = (name: string): Checkout => ({
  ...{ runId: 'r', dir: '/w', name, version: 1, contentHash: '0'.repeat(64), at: NOW },
  manifest: [file('SKILL.md', 0)],
})

test('a plan is new for unknown names, a change of what was checked out, or a refusal', () => {
  fc.assert(
    fc.property(
      fc.array(packages, { maxLength: 4 }),
      standings,
      fc.uniqueArray(fc.constantFrom(...NAMES)),
      (given, stands, checkedOut) => {
        const plans = planExtract(given.map(packageOf), {
          baselines: new Map(checkedOut.map((name) => [name, checkoutOf(name)])),
          known: (name) => (stands[name] === undefined ? undefined : hereOf(name, stands[name])),
          now: NOW,
        })
        expect(plans.map(({ name }) => name)).toEqual(given.map(({ name }) => name))
        for (const plan of plans) {
          const isSingle = given.filter(({ name }) => name === plan.name).length === 1
          const isOwn = checkedOut.includes(plan.name)
          const here = stands[plan.name]
          if (!isSingle || (!isOwn && here !== undefined)) expect(plan.kind).toBe('refused')
          if (plan.kind === 'new') expect([isSingle, isOwn, here]).toEqual([true, false, undefined])
          if (plan.kind !== 'update') continue
          const onto = hereOf(plan.name, here!)
          expect([isSingle, isOwn, (onto.draft ?? onto.live)?.version]).toEqual([true, true, 1])
          expect(plan.patch ?? {}).not.toHaveProperty('policy')
          expect(plan.version).toBe(1)
        }
      },
    ),
  )
})

test('what policy.json asks is held against what is declared, in both directions', () => {
  const baselines = new Map([['a', checkoutOf('a')]])
  const policy = { tools: ['Bash'], domains: ['old.example.org'], credentials: [], sideEffects: [] }
  const live = { version: 1, skill: { ...bareSkill('a', 'Text 0.', NOW), policy } }
  const each = packageOf({ name: 'a', text: 0, script: 0, front: [], beside: ['new.example.org'] }, 0)
  const none = { tools: [], domains: [], credentials: [], sideEffects: [] }
  expect(planExtract([each], { baselines, known: () => ({ live }), now: NOW })).toMatchObject([
    {
      ...{ kind: 'update', patch: undefined },
      policy: {
        add: { ...none, domains: ['new.example.org'] },
        remove: { ...none, tools: ['Bash'], domains: ['old.example.org'] },
      },
    },
  ])
})
