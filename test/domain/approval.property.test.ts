// Goal: no single change of what a person approved keeps the approval, and no change beside it loses it; whatever happens
// to a skill, it is approved only while it says what a person named.
// Method: seeded generation; every change is written to a file, read back and taken in as a hand edit. Others with SEED,
// more with RUNS_FACTOR.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalOf } from '../../src/domain/approval.ts'
import { standing } from '../../src/domain/change-state.ts'
import { contentHash } from '../../src/domain/content-hash.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { type ManifestFile, manifestDigest } from '../../src/domain/manifest.ts'
import type { ApprovalGrant, Origin } from '../../src/domain/record.ts'
import type { Policy, Skill } from '../../src/domain/skill.ts'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { contextOf, liveText, NOW, skillOf } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'
import { recordOf } from '../support/skill-state.ts'

const RUNS = seeded(10_000)
console.info(`approval property seed ${RUNS.seed}`)

type Reviewed = { skill: Skill; files: ManifestFile[] }
type Change = { title: string; to: (from: Reviewed) => Reviewed }

const word = fc.constantFrom('a', 'b', 'aa', 'send', 'Ä', '😀', '"', '\n', ' ', '---', ':')
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `x${words.join('')}x`)
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 3 })
const host = fc.constantFrom('a.org', 'b.org', '*.c.org', 'x.c.org')
const policy = fc.record({
  tools: fc.uniqueArray(fc.constantFrom('read', 'write', 'list'), { minLength: 1 }),
  domains: fc.uniqueArray(host, { minLength: 1 }),
  credentials: fc.uniqueArray(fc.constantFrom('K', 'L'), { minLength: 1 }),
  sideEffects: fc.uniqueArray(fc.constantFrom('read:x', 'write:x'), { minLength: 1 }),
})
const file = fc.record({
  path: fc.constantFrom('scripts/a.sh', 'scripts/b.sh', 'references/a.md', 'x', '1:x'),
  size: fc.constantFrom(0, 1, 11, 111),
  sha256: fc.constantFrom('', 'x', 'y').map((bytes) => sha256Of(bytes)),
  isExecutable: fc.boolean(),
})
const manifest = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 4 })
const reviewed: fc.Arbitrary<Reviewed> = fc.record({
  skill: fc
    .record({
      ...{ summary: line, content: line, triggers: lines, dependsOn: lines, tags: lines, seeAlso: lines, policy },
      steps: fc.array(fc.record({ action: line, description: line, tool: line }), { minLength: 1, maxLength: 3 }),
    })
    .map((over) => skillOf(over)),
  files: manifest,
})

const at = <T>(list: readonly T[], n: number) => list[n % list.length]!
const put = <T>(list: readonly T[], n: number, value: T) =>
  list.map((each, i) => (i === n % list.length ? value : each))
const without = <T>(list: readonly T[], n: number) => list.filter((_, i) => i !== n % list.length)
const inText = (text: string, n: number, kind: number) => {
  const chars = [...text]
  const i = n % chars.length
  if (kind % 3 === 0) return [...chars.slice(0, i), 'q', ...chars.slice(i)].join('')
  if (kind % 3 === 1 && chars.length > 2) return without(chars, i).join('')
  return put(chars, i, chars[i] === 'z' ? 'q' : 'z').join('')
}
const skillChange = (title: string, over: (skill: Skill) => Partial<Skill>): Change => ({
  title,
  to: ({ skill, files }) => ({ skill: { ...skill, ...over(skill) }, files }),
})
const fileChange = (title: string, over: (files: ManifestFile[]) => ManifestFile[]): Change => ({
  title,
  to: ({ skill, files }) => ({ skill, files: over(files) }),
})
const policyChange = (title: string, over: (policy: Policy) => Partial<Policy>): Change =>
  skillChange(title, (skill) => ({ policy: { ...skill.policy, ...over(skill.policy) } }))

const reviewedChange = fc.tuple(fc.nat(50), fc.nat(50), line).chain(([n, kind, text]) =>
  fc.constantFrom<Change>(
    skillChange('a character of the content', ({ content }) => ({ content: inText(content, n, kind) })),
    skillChange('a line end more', ({ content }) => ({ content: `${content}\n` })),
    skillChange('a character of the summary', ({ summary }) => ({ summary: inText(summary, n, kind) })),
    skillChange('a trigger more', ({ triggers }) => ({ triggers: [...triggers, text] })),
    skillChange('a trigger less', ({ triggers }) => ({ triggers: without(triggers, n) })),
    skillChange('a trigger', ({ triggers }) => ({ triggers: put(triggers, n, inText(at(triggers, n), kind, n)) })),
    skillChange('a dependency more', ({ dependsOn }) => ({ dependsOn: [...dependsOn, text] })),
    skillChange('a dependency less', ({ dependsOn }) => ({ dependsOn: without(dependsOn, n) })),
    skillChange('a step more', ({ steps }) => ({ steps: [...steps, { action: text }] })),
    skillChange('a step less', ({ steps }) => ({ steps: without(steps, n) })),
    ...(['action', 'description', 'tool'] as const).map((key) =>
      skillChange(`the ${key} of a step`, ({ steps }) => ({
        steps: put(steps, n, { ...at(steps, n), [key]: inText(at(steps, n)[key]!, kind, n) }),
      })),
    ),
    skillChange('a step without its tool', ({ steps }) => ({ steps: put(steps, n, { action: at(steps, n).action }) })),
    fileChange('a file more', (files) => [...files, { path: `new/${n}`, size: 1, sha256: sha256Of('n') }]),
    fileChange('a file less', (files) => without(files, n)),
    fileChange('no file', () => []),
    fileChange('a path', (files) => put(files, n, { ...at(files, n), path: `${at(files, n).path}x` })),
    fileChange('a byte', (files) => put(files, n, { ...at(files, n), sha256: sha256Of(`byte ${kind}`) })),
    fileChange('a size', (files) => put(files, n, { ...at(files, n), size: at(files, n).size + 1 })),
    fileChange('a mode bit', (files) =>
      put(files, n, { ...at(files, n), isExecutable: at(files, n).isExecutable !== true }),
    ),
    policyChange('a tool more', ({ tools }) => ({ tools: [...tools, 'shell'] })),
    policyChange('all tools', ({ tools }) => ({ tools: [...tools, 'ALL'] })),
    policyChange('a domain more', ({ domains }) => ({
      domains: [...domains, at(['d.org', 'c.org', '*', '*.a.org'], n)],
    })),
    policyChange('a domain widened', () => ({ domains: ['*.org'] })),
    policyChange('a credential more', ({ credentials }) => ({ credentials: [...credentials, 'M'] })),
    policyChange('a side effect more', ({ sideEffects }) => ({ sideEffects: [...sideEffects, 'delete:x'] })),
    policyChange('a side effect less', ({ sideEffects }) => ({ sideEffects: without(sideEffects, n) })),
    policyChange('side effects in one word', ({ sideEffects }) => ({ sideEffects: [`${sideEffects.join('\n')}\n`] })),
  ),
)

const outsideChange = fc.tuple(fc.nat(50), line).chain(([n, text]) =>
  fc.constantFrom<Change>(
    skillChange('the dates', () => ({ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' })),
    skillChange('see also', () => ({ seeAlso: [text] })),
    skillChange('the tags', ({ tags }) => ({ tags: [...tags, text] })),
    skillChange('the parent', () => ({ parent: 'mail/guide' })),
    skillChange('conflicts', () => ({ conflictsWith: [text] })),
    skillChange('a key of a stranger', () => ({ extra: { color: text } })),
    policyChange('a tool less', ({ tools }) => ({ tools: without(tools, n) })),
    policyChange('a domain less', ({ domains }) => ({ domains: without(domains, n) })),
    policyChange('a domain narrowed', ({ domains }) => ({
      domains: domains.map((domain) => domain.replace(/^\*\./, 'only.')),
    })),
    policyChange('a credential less', ({ credentials }) => ({ credentials: without(credentials, n) })),
    policyChange('other order, repeated', ({ tools, domains, credentials, sideEffects }) => ({
      ...{ tools: [...tools, ...tools].reverse(), domains: [...domains].reverse() },
      ...{ credentials: [...credentials, ...credentials], sideEffects: [...sideEffects, ...sideEffects].reverse() },
    })),
    fileChange('the order of the files', (files) => [...files].reverse()),
  ),
)

function readBack(skill: Skill): Skill {
  const text = serializeSkill(skill)
  return parseSkillFile(text, { file: 'mail', pathName: 'mail', createdAt: NOW }).skill!
}

/** The approval after somebody with an editor made `from` into `to`. */
function approvalAfter(from: Reviewed, to: Reviewed, origin: Origin) {
  const before = { ...from.skill, files: from.files }
  const grant: ApprovalGrant = {
    ...{ contentHash: contentHash(before), digest: sha256Of(serializeSkill(before)) },
    ...{ policy: from.skill.policy, files: from.files.length, at: NOW, actor: 'operator' },
  }
  const known = { ...recordOf({ origin, lastActor: 'operator' }), approval: grant }
  const state = { live: liveText(serializeSkill({ ...to.skill, files: to.files })), record: known }
  const { skill, record } = standing(state, contextOf())
  return approvalOf(record, origin, { skill: skill!, digest: state.live.digest })
}

const origins = fc.constantFrom<Origin>('human', 'machine')

test('a change of what was approved, by hand: to be approved anew', { timeout: 600_000 }, () => {
  const titles = new Set<string>()
  const property = fc.property(reviewed, reviewedChange, origins, (drawn, change, origin) => {
    const from = { ...drawn, skill: readBack(drawn.skill) }
    const to = change.to(from)
    fc.pre(JSON.stringify(readBack(to.skill)) !== JSON.stringify(from.skill) || to.files !== from.files)
    titles.add(change.title)
    expect(approvalAfter(from, to, origin), change.title).toBe('needs_reapproval')
  })
  fc.assert(property, RUNS)
  expect(titles.size).toBe(29)
})

test('a change beside what was approved keeps the approval', { timeout: 600_000 }, () => {
  const titles = new Set<string>()
  const property = fc.property(reviewed, outsideChange, origins, (drawn, change, origin) => {
    const from = { ...drawn, skill: readBack(drawn.skill) }
    titles.add(change.title)
    expect(approvalAfter(from, change.to(from), origin), change.title).toBe('approved')
  })
  fc.assert(property, RUNS)
  expect(titles.size).toBe(12)
})

test('two manifests have one digest exactly when they hold the same files', { timeout: 600_000 }, () => {
  let equal = 0
  const asSet = (files: readonly ManifestFile[]) =>
    JSON.stringify(
      files.map(({ path, size, sha256, isExecutable }) => [path, size, sha256, isExecutable === true]).sort(),
    )
  const pair = fc.oneof(
    fc.tuple(manifest, manifest),
    manifest.chain((files) => fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length }))),
    manifest.chain((files) => fc.tuple(fc.constant(files), fc.shuffledSubarray(files))),
    fc
      .tuple(manifest, fc.nat(3), file)
      .map(([files, n, other]) => [files, put(files, n, { ...other, path: at(files, n).path })]),
  )
  const property = fc.property(pair, ([one, other]) => {
    const isSame = asSet(one!) === asSet(other!)
    if (isSame) equal += 1
    expect(manifestDigest(one!) === manifestDigest(other!)).toBe(isSame)
  })
  fc.assert(property, RUNS)
  expect(equal).toBeGreaterThan(RUNS.numRuns / 10)
})
