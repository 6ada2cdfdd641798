// Goal: a SKILL.md that only some readers take is written so that all do; it says the same, keeps what we do not know, and
// is not touched again.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { repairSkillMd } from '../../src/domain/skill-md-repair.ts'

const repairOf = (text: string, folder = 'pdf') => repairSkillMd(text, { file: 'pdf/SKILL.md', folder })
const md = (front: string, body = '# PDF\n\nRead it.\n') => `---\n${front}---\n\n${body}`
const GOOD = md('name: pdf\ndescription: Reads a PDF\n')

const PUT_RIGHT: [is: string, text: string, after: string][] = [
  ['a byte order mark', `\ufeff${GOOD}`, GOOD],
  ['line ends of Windows', GOOD.replaceAll('\n', '\r\n'), GOOD],
  ['no name', md('description: Reads a PDF\n'), md('name: pdf\ndescription: "Reads a PDF"\n')],
  ['another name', md('name: doc\ndescription: Reads a PDF\n'), md('name: pdf\ndescription: "Reads a PDF"\n')],
  ['a name out of form', md('name: My PDF\ndescription: Reads a PDF\n'), md('name: pdf\ndescription: "Reads a PDF"\n')],
  [
    'a value that needs quotes',
    md('name: pdf\ndescription: Use when: a PDF comes\nlicense: MIT\nallowed-tools: Read, Grep\n'),
    md('name: pdf\ndescription: "Use when: a PDF comes"\nlicense: "MIT"\nallowed-tools: "Read, Grep"\n'),
  ],
  [
    'both, with keys of others kept',
    md('license: MIT\ndescription: Use when: a PDF comes\nmetadata:\n  author: me\n  version: 1.10\n'),
    md(
      'name: pdf\ndescription: "Use when: a PDF comes"\nlicense: "MIT"\nmetadata:\n  author: "me"\n  version: "1.10"\n',
    ),
  ],
]

test.each(PUT_RIGHT)('put right: %s', (_is, text, after) => {
  expect(repairOf(text)).toEqual({ kind: 'repaired', text: after, repairs: expect.anything() })
  expect(repairOf(after)).toEqual({ kind: 'fine' })
})

test('the content keeps each byte, and no date of ours is put in', () => {
  const body = '\n---\n# Mail\r\n\tx  \n\n'
  const repair = repairOf(md('name: doc\ndescription: d\n', body))
  expect(repair).toMatchObject({ kind: 'repaired', text: md('name: pdf\ndescription: "d"\n', body) })
})

test('comments in the front matter are told before they go', () => {
  expect(repairOf(md('# mine\nname: doc\ndescription: d\n'))).toMatchObject({
    repairs: ['another name than the folder\'s, "pdf"', 'comments in the front matter, which are not kept'],
  })
})

const FINE: [is: string, text: string, folder?: string][] = [
  ['a plain one', GOOD],
  ['comments, keys of others, other quotes', md("# mine\nname: 'pdf'\ndescription: >\n  Reads\n  it\nlicense: MIT\n")],
  [
    'a whole name whose last part is the folder',
    md('name: pdf\ndescription: d\nmetadata:\n  skill-cortex-name: a/pdf\n'),
  ],
]
test.each(FINE)('fine: %s', (_is, text, folder) => {
  expect(repairOf(text, folder)).toEqual({ kind: 'fine' })
})

const LEFT: [is: string, text: string, folder?: string][] = [
  ['no front matter', '# PDF\n'],
  ['one that does not end', '---\nname: pdf\n'],
  ['no description, which only a person can give', md('name: pdf\n')],
  ['no description and another name', md('name: doc\n')],
  ['a description that is too long, and another name', md(`name: doc\ndescription: ${'long '.repeat(300)}\n`)],
  ['no text', md('name: doc\ndescription: d\n', '')],
  ['a key twice', md('name: pdf\nname: doc\ndescription: d\n')],
  ['a folder that is no name', md('description: d\n'), 'My PDF'],
  ['a field of ours that cannot be read', md('name: doc\ndescription: d\nmetadata:\n  skill-cortex-tags: "{"\n')],
  [
    'a whole name that the folder contradicts',
    md('name: doc\ndescription: d\nmetadata:\n  skill-cortex-name: a/doc\n'),
  ],
]
test.each(LEFT)('left: %s', (_is, text, folder) => {
  expect(repairOf(text, folder)).toEqual({ kind: 'left' })
})

test('a mark goes though the rest is left', () => {
  expect(repairOf('\ufeff# PDF\n')).toEqual({ kind: 'repaired', text: '# PDF\n', repairs: ['the byte order mark'] })
})

const line = fc.oneof(
  fc.constantFrom(
    'name: pdf',
    'name: doc',
    'name: My',
    'description: Use: it',
    'description: d',
    'license: MIT',
    '# c',
  ),
  fc.constantFrom('metadata:', '  author: me', '  skill-cortex-name: a/b', 'x: [a', 'tags: {a: 1}', '---', ' odd', ''),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
test('no text throws; what is repaired says the same skill, and nothing is repaired twice', () => {
  const texts = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('', '\ufeff'), fc.constantFrom('\n', '\r\n'))
    .map(([lines, mark, end]) => `${mark}---${end}${lines.join(end)}${end}---${end}${end}Body${end}`)
  const property = fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
    const repair = repairOf(text)
    if (repair.kind !== 'repaired') return
    expect(repairOf(repair.text).kind).not.toBe('repaired')
    const options = { file: '', fallbackName: 'pdf', now: '' }
    expect(readSkillMd(repair.text, options).skill).toEqual(readSkillMd(text, options).skill)
  })
  fc.assert(property, { seed: 20261122, numRuns: 2_000 })
})
