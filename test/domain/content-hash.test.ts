// Goal: the hash that an approval is of stays what it is, and says nothing about how a file was written down.
// Method: texts and digests typed out; the digests were computed a second time with another program, from the texts.
import { describe, expect, test } from 'vitest'
import { canonicalSkillMd, contentHash } from '../../src/domain/content-hash.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { type ManifestFile, manifestDigest } from '../../src/domain/manifest.ts'
import { coversDomain, policyHash, widens } from '../../src/domain/policy-scope.ts'
import { bareSkill, type Policy, type Skill } from '../../src/domain/skill.ts'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { writeSkillMd } from '../../src/domain/skill-md-writer.ts'
import { NOW, skillOf } from '../support/builders.ts'

const BARE = bareSkill('mail', '# Mail\n\nSend it.\n', NOW)
const PLAIN = { ...bareSkill('mail', 'Send it.\n', NOW), summary: 'Send mail' }
const FULL: Skill = {
  ...bareSkill('mcp/email', '# Mail\r\n\r\nÄ 😀', NOW),
  ...{ summary: 'Send mail', triggers: ['send a mail', 'b'], dependsOn: ['login'] },
  steps: [{ action: 'send', description: 'now', tool: 'smtp' }],
}
const NO_POLICY: Policy = { tools: [], domains: [], credentials: [], sideEffects: [] }
const fileOf = (path: string, bytes: string | Uint8Array, over: Partial<ManifestFile> = {}): ManifestFile => ({
  ...{ path, size: Buffer.byteLength(bytes), sha256: sha256Of(bytes), ...over },
})
const parse = (text: string) =>
  parseSkillFile(text, { file: 'x', pathName: (JSON.parse(text) as Skill).name, createdAt: NOW }).skill!

describe('golden', () => {
  test.each<[title: string, skill: Skill, text: string, hash: string]>([
    [
      'a name and a text: the summary is a stand-in',
      BARE,
      '---\nname: mail\ndescription: "Send it"\nmetadata:\n  skill-cortex-description-stand-in: "Send it"\n---\n\n# Mail\n\nSend it.\n',
      '27e4b546490071c14d092ab1760a21f0c9ef1af8572f073c8e9dd877644a090c',
    ],
    [
      'a name, a summary and a text: what every reader of Agent Skills knows',
      PLAIN,
      '---\nname: mail\ndescription: "Send mail"\n---\n\nSend it.\n',
      'ca053c9e2b6eb92aaba37010a7de8c71bbeec4f9ac1cbed3261bd1a956fe04ff',
    ],
    [
      'everything that is hashed; line ends kept, a missing last one noted',
      FULL,
      [
        ...['---', 'name: email', 'description: "Send mail"', 'metadata:', '  skill-cortex-name: "mcp/email"'],
        '  skill-cortex-triggers: "[\\"send a mail\\",\\"b\\"]"',
        '  skill-cortex-depends-on: "[\\"login\\"]"',
        '  skill-cortex-steps: "[{\\"action\\":\\"send\\",\\"description\\":\\"now\\",\\"tool\\":\\"smtp\\"}]"',
        ...['  skill-cortex-final-newline: "added"', '---', '', '# Mail\r\n\r\nÄ 😀\n'],
      ].join('\n'),
      'b35c0e4db78a183267781eafa73d3c2dd27cc474df73a35ecfdc9561907133e8',
    ],
  ])('%s', (_, skill, text, hash) => {
    expect(canonicalSkillMd(skill)).toBe(text)
    expect(contentHash(skill)).toBe(hash)
  })

  test.each<[title: string, files: ManifestFile[], digest: string]>([
    ['no file: the digest of nothing', [], 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [
      'two files',
      [fileOf('a', 'x'), fileOf('b', 'y')],
      '66e276de5b102365c7dc361bc2c80b859b6565088ff96292e2891e8ce2e87709',
    ],
    [
      'one that holds what the two say',
      [fileOf('a', 'xb\0y')],
      'e8ea8256d36dd61453a370497f26662f1fbe9413d7da75fbe4a9b5daef52f256',
    ],
  ])('manifest: %s', (_, files, digest) => {
    expect(manifestDigest(files)).toBe(digest)
  })

  test('a skill with a program beside it', () => {
    const script = fileOf('scripts/a.sh', 'abc', { isExecutable: true })
    expect(contentHash({ ...BARE, files: [script] })).toBe(
      '27acc6b7cf57f2d02740db072e9d19eee7473625e3be0c8d0ce09c744bfb6dae',
    )
  })

  test.each<[title: string, policy: Policy, hash: string]>([
    ['nothing allowed', NO_POLICY, '210e130878aabaf46f1fe72749a263f9eb71c6a262b80f13882ed08d472c0ecd'],
    [
      'lists as sets',
      {
        ...{ tools: ['write', 'read', 'read'], domains: ['*.example.org'] },
        ...{ credentials: ['K'], sideEffects: ['write:x'] },
      },
      '5ae4f886590ee6aa8e8e0558326b5072ca025b0b8fdb0fdb8722a10ff9c75cc8',
    ],
  ])('policy: %s', (_, policy, hash) => {
    expect(policyHash(policy)).toBe(hash)
  })
})

test('the hash does not depend on how the JSON was written', () => {
  const text = serializeSkill({ ...FULL, tags: ['x'], extra: { color: 'red' } })
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, each]) => [key, turned(each)]),
    )
  }
  const other = JSON.stringify(turned(JSON.parse(text)))
  expect(sha256Of(other)).not.toBe(sha256Of(text))
  expect(contentHash(parse(other))).toBe(contentHash(parse(text)))
  expect(contentHash(parse(text))).toBe(contentHash(FULL))
})

test.each([BARE, PLAIN, FULL])('$name goes JSON, SKILL.md and back under one hash', (skill) => {
  const first = parse(serializeSkill({ ...skill, tags: ['x'], policy: { ...NO_POLICY, tools: ['read'] } }))
  const md = readSkillMd(writeSkillMd(first), { file: 'SKILL.md', fallbackName: skill.name, now: NOW })
  expect(md.diagnostics).toEqual([])
  const back = parse(serializeSkill(md.skill!))
  expect([contentHash(back), policyHash(back.policy)]).toEqual([contentHash(first), policyHash(first.policy)])
})

test.each([PLAIN, FULL])('what is served of $name is read back without a complaint, under the same hash', (skill) => {
  const md = readSkillMd(canonicalSkillMd(skill), { file: 'SKILL.md', fallbackName: skill.name, now: NOW })
  expect(md.diagnostics).toEqual([])
  expect(md.skill).toMatchObject({ name: skill.name, content: skill.content, summary: skill.summary, extra: {} })
  expect(contentHash(md.skill!)).toBe(contentHash(skill))
})

// Each pair is one text for a hash without lengths, of text instead of bytes, or blind to the mode bit.
test.each<[title: string, one: ManifestFile[], other: ManifestFile[]]>([
  ['a boundary', [fileOf('a', 'x'), fileOf('b', 'y')], [fileOf('a', 'xb\0y')]],
  ['a longer path', [fileOf('ab', 'x')], [fileOf('a', 'bx')]],
  ['bytes that are no text', [fileOf('a', Uint8Array.of(0xff))], [fileOf('a', Uint8Array.of(0xfe))]],
  ['a program', [fileOf('a', 'x', { isExecutable: true })], [fileOf('a', 'x')]],
  ['a program beside a file named x', [fileOf('a', '', { isExecutable: true })], [fileOf('a', ''), fileOf('x', '')]],
  ['swapped bytes', [fileOf('a', 'x'), fileOf('b', 'y')], [fileOf('a', 'y'), fileOf('b', 'x')]],
  ['a folder', [fileOf('a/b', 'x')], [fileOf('a-b', 'x')]],
])('two manifests are told apart: %s', (_, one, other) => {
  expect(manifestDigest(one)).not.toBe(manifestDigest(other))
})

test('a manifest is sorted by code unit, not by language', () => {
  const paths = ['b', 'B', 'ä', 'a', 'Z', 'a/b', 'a-b']
  const files = paths.map((path) => fileOf(path, path))
  expect(manifestDigest(files)).toBe(manifestDigest([...files].reverse()))
  expect(manifestDigest(files)).toBe(manifestDigest(files.map((file) => ({ ...file, isExecutable: false }))))
})

const policy = (over: Partial<Policy>): Policy => ({ ...NO_POLICY, ...over })
test.each<[title: string, approved: Partial<Policy>, now: Partial<Policy>, isWider: boolean]>([
  ['nothing to nothing', {}, {}, false],
  ['a tool more', { tools: ['read'] }, { tools: ['read', 'write'] }, true],
  ['a tool less', { tools: ['read', 'write'] }, { tools: ['read'] }, false],
  ['one of all tools', { tools: ['ALL'] }, { tools: ['write'] }, false],
  ['all tools', { tools: ['read'] }, { tools: ['ALL'] }, true],
  ['a domain below', { domains: ['*.example.org'] }, { domains: ['a.example.org', '*.b.example.org'] }, false],
  ['the domain above', { domains: ['*.example.org'] }, { domains: ['example.org'] }, true],
  ['a domain that ends alike', { domains: ['*.example.org'] }, { domains: ['badexample.org'] }, true],
  ['everything', { domains: ['*.example.org'] }, { domains: ['*'] }, true],
  ['one of everything', { domains: ['*'] }, { domains: ['evil.org'] }, false],
  ['another host with ours behind it', { domains: ['*.example.org'] }, { domains: ['evil.org/.example.org'] }, true],
  [
    'another host in front of a line end',
    { domains: ['*.example.org'] },
    { domains: ['evil.org\n.example.org'] },
    true,
  ],
  ['a person at another host', { domains: ['*.example.org'] }, { domains: ['evil.org#.example.org'] }, true],
  ['a credential more', { credentials: ['A'] }, { credentials: ['A', 'B'] }, true],
  ['a credential less', { credentials: ['A', 'B'] }, { credentials: [] }, false],
  ['a side effect more', { sideEffects: ['write:x'] }, { sideEffects: ['write:x', 'delete:x'] }, true],
  ['a side effect less', { sideEffects: ['write:x'] }, { sideEffects: [] }, true],
  ['two side effects for one that names both', { sideEffects: ['a\nb'] }, { sideEffects: ['a', 'b'] }, true],
  [
    'other order, repeated',
    { sideEffects: ['a', 'b'], tools: ['r'] },
    { sideEffects: ['b', 'a', 'b'], tools: ['r', 'r'] },
    false,
  ],
])('a policy: %s', (_, approved, now, isWider) => {
  expect(widens(policy(approved), policy(now))).toBe(isWider)
})

test.each([
  ['example.org', 'example.org', true],
  ['example.org', 'EXAMPLE.org', false],
  ['*.example.org', '*.example.org', true],
  ['*.example.org', '.example.org', false],
  ['*.', 'evil.org.', false],
])('%s covers %s: %s', (allowed, domain, covers) => {
  expect(coversDomain(allowed, domain)).toBe(covers)
})

test('a skill that does not fit into a SKILL.md has no hash', () => {
  const long = skillOf({ triggers: Array.from({ length: 200 }, () => '\u0001'.repeat(500)) })
  expect(() => contentHash(long)).toThrow(expect.objectContaining({ code: 'too-large' }))
})
