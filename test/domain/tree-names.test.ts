// Goal: the skills of a foreign tree get names that stand here; nobody's name goes to somebody else, and every reference
// within the tree leads where it led.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSkillName } from '../../src/domain/skill-name.ts'
import { type FoundSkill, nameTree, nowCalled } from '../../src/domain/tree-names.ts'
import { skillOf } from '../support/builders.ts'

const found = (path: string, name = path, seeAlso: string[] = []): FoundSkill => ({
  ...{ file: `${path}.json`, path, skill: skillOf({ name, seeAlso }) },
})
const told = (all: FoundSkill[]) =>
  nameTree(all).map(({ skill, diagnostics }) =>
    [
      skill?.name ?? 'refused',
      ...diagnostics.map(({ code, severity, received }) => `${severity} ${code} ${received}`),
    ].join('; '),
  )

test.each<[what: string, found: FoundSkill[], told: (string | RegExp)[]]>([
  ['names that are names', [found('tea'), found('mcp/email')], ['tea', 'mcp/email']],
  ['other characters', [found('Plan_Meeting')], [/^plan-meeting; warning bad-name "Plan_Meeting" \(/]],
  ['a file that was moved by hand', [found('old/tea', 'tea')], ['tea; warning name-mismatch "tea"']],
  [
    'a skill beside the folder of its name',
    [found('mcp'), found('mcp/email')],
    ['mcp/guide; warning bad-name "mcp" with skills below it', 'mcp/email'],
  ],
  ['and its guide stands already', [found('mcp'), found('mcp/guide')], ['mcp', 'mcp/guide']],
  [
    'two steps of the same',
    [found('a'), found('a/b'), found('a/b/c')],
    [
      'a/guide; warning bad-name "a" with skills below it',
      'a/b/guide; warning bad-name "a/b" with skills below it',
      'a/b/c',
    ],
  ],
  [
    'a copy that kept the name',
    [found('tea'), found('tea copy', 'tea')],
    ['tea', 'refused; error contested-name "tea", and tea.json is "tea"'],
  ],
  [
    'one that becomes what another is',
    [found('Tea'), found('tea')],
    ['refused; error contested-name "Tea", and tea.json is "tea"', 'tea'],
  ],
  // Nobody has more right to it: planImport refuses both.
  ['two that become the same', [found('Tea'), found('TEA')], [/^tea; warning bad-name/, /^tea; warning bad-name/]],
  ['nothing that a name could be made of', [found('__')], [/^refused; error bad-name "__" \(/]],
  ['a name that is no path', [found('a', '../../etc/passwd')], [/^refused; error bad-name/]],
  [
    'one that would have to be cut',
    [found('a'.repeat(65)), found('a/b/c/d/e/f/G')],
    [/^refused; error bad-name/, /^refused; error bad-name/],
  ],
])('%s', (_what, all, lines) => {
  expect(told(all)).toEqual(lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))))
})

test('references follow, in whatever case they were written, and lead to no skill itself', () => {
  const all = [
    found('Plan_Meeting', 'Plan_Meeting', ['MCP', 'plan_meeting', 'mcp', 'gone/Far']),
    found('mcp'),
    found('mcp/x'),
  ]
  expect(nameTree(all)[0]!.skill?.seeAlso).toEqual(['mcp/guide', 'gone/Far'])
})

test('a name in its very spelling comes before one in another', () => {
  const here = nowCalled([
    ['Tea', 'one'],
    ['tea', 'two'],
  ])
  expect([here('Tea'), here('tea'), here('TEA'), here('__proto__')]).toEqual(['one', 'two', 'one', undefined])
})

test('whatever the names are: each skill is told, gets a name or an error, and owners share theirs with nobody', () => {
  const segment = fc.constantFrom('a', 'A', 'b', 'guide', 'a_b', 'a-b', '', '..', 'con', 'ä', '__proto__')
  const name = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), (paths) => {
      const named = nameTree(paths.map((path) => found(path)))
      expect(named).toHaveLength(paths.length)
      for (const [index, { skill, diagnostics }] of named.entries()) {
        expect(skill === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'))
        if (skill === undefined) continue
        expect(isSkillName(skill.name)).toBe(true)
        if (skill.name !== paths[index]) expect(diagnostics.map(({ code }) => code)).toContain('bad-name')
        else expect(named.filter((other) => other.skill?.name === skill.name)).toHaveLength(1)
      }
    }),
    { seed: 20_261_122, numRuns: 3_000 },
  )
})
