// What becomes a regression case of recall, when one is passed, and what a run of them comes to.
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/lesson.ts'
import {
  type CaseKind,
  caseFromFile,
  casesFromUse,
  everydayCases,
  isPassed,
  type Place,
  type RecallCase,
  USED_CASES_MAX,
} from '../../src/domain/recall-case.ts'
import { FILE_CASES_MAX, readCaseFile } from '../../src/domain/recall-case-file.ts'
import {
  type CaseTrial,
  changesSince,
  type EvalResults,
  evalResultsSchema,
  measuresOf,
  reaches,
  resultsOf,
} from '../../src/domain/recall-measures.ts'
import { NOW } from '../support/builders.ts'

const PLACES: Place[] = [null, 1, 2, 5, 6, 20]

test.each<[CaseKind, boolean[]]>([
  ['find', [false, true, true, true, false, false]],
  ['not-first', [true, false, true, true, true, true]],
  ['silence', [true, false, false, false, false, false]],
])('a case of kind %s is passed at these places', (kind, expected) => {
  expect(PLACES.map((place) => isPassed(kind, place))).toEqual(expected)
})

let turns = 0
function lessonOf(skill: string, stems: string, verdict: Lesson['verdict'], at = NOW): Lesson {
  return { id: `turn-${++turns}/${skill}`, skill, session: 's', at, how: 'searched', stems: stems.split(' '), verdict }
}
const told = (cases: RecallCase[]) =>
  cases.map((each) => `${each.kind} ${each.kind === 'silence' ? '' : each.skill} ${each.words}`).sort()
const [EARLIER, LATER] = ['2026-11-20T10:00:00.000Z', '2026-11-22T10:00:00.000Z']

describe('cases from use', () => {
  test.each<[string, Lesson[], string[]]>([
    ['nothing was learned', [], []],
    ['nobody said how it went', [lessonOf('mail', 'send letter', 'open')], []],
    ['a success', [lessonOf('mail', 'send letter', 'right')], ['find mail send,letter']],
    ['a mismatch', [lessonOf('mail', 'send letter', 'wrong')], ['not-first mail send,letter']],
    [
      'the same words and skill count once',
      [lessonOf('mail', 'send letter', 'right', EARLIER), lessonOf('mail', 'send letter', 'right')],
      ['find mail send,letter'],
    ],
    [
      'a mismatch after a success',
      [lessonOf('mail', 'send letter', 'right', EARLIER), lessonOf('mail', 'send letter', 'wrong', LATER)],
      ['not-first mail send,letter'],
    ],
    [
      'a success after a mismatch, and then one that is undecided',
      [
        lessonOf('mail', 'send letter', 'wrong', EARLIER),
        lessonOf('mail', 'send letter', 'right'),
        lessonOf('mail', 'send letter', 'open', LATER),
      ],
      ['find mail send,letter'],
    ],
    [
      'two skills for the same words',
      [lessonOf('mail', 'send letter', 'right'), lessonOf('post', 'send letter', 'right')],
      ['find mail send,letter', 'find post send,letter'],
    ],
    [
      'words that read the same when they are put together',
      [lessonOf('a', 'b cd', 'right'), lessonOf('a', 'bc d', 'right'), lessonOf('ab', 'c d', 'right')],
      ['find a b,cd', 'find a bc,d', 'find ab c,d'],
    ],
  ])('%s', (_, lessons, expected) => {
    expect(told(casesFromUse(lessons))).toEqual(expected)
    // In whatever order they come.
    expect(casesFromUse(lessons.toReversed())).toEqual(casesFromUse(lessons))
  })

  test('of too many the newest are kept', () => {
    const at = (second: number) => new Date(Date.parse(NOW) + second * 1_000).toISOString()
    const lessons = Array.from({ length: USED_CASES_MAX + 3 }, (_, i) => lessonOf('mail', `word ${i}`, 'right', at(i)))
    const kept = new Set(casesFromUse(lessons).map(({ lesson }) => lesson.id))
    expect(kept.size).toBe(USED_CASES_MAX)
    expect(lessons.map(({ id }) => kept.has(id)).indexOf(true)).toBe(3)
  })
})

test('an id is the same for the same case everywhere, another for every other, and tells no word', () => {
  const use = (skill: string, stems: string, verdict: Lesson['verdict']) =>
    casesFromUse([lessonOf(skill, stems, verdict)])[0]!.id
  const ids = [
    use('mail', 'send letter', 'right'),
    use('mail', 'send letter', 'wrong'),
    use('post', 'send letter', 'right'),
    use('mail', 'send parcel', 'right'),
    caseFromFile('send letter', 'mail').id,
    caseFromFile(['send letter'], 'mail').id,
    caseFromFile(['send', 'letter'], 'mail').id,
    caseFromFile('send letter', undefined).id,
    ...everydayCases().map(({ id }) => id),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^(use|wrong|file|everyday)-[0-9a-f]{12}$/.test(id))).toEqual([])
  expect(use('mail', 'send letter', 'right')).toBe(ids[0])
})

describe('cases from a file', () => {
  const MAIL = '{"message": "send a letter", "skill": "mcp/mail"}'
  test.each<[string, string, string[], string[]]>([
    ['an empty file', '', [], []],
    ['a message', MAIL, ['find mcp/mail send a letter'], []],
    ['stems', '{"stems": ["send", "letter"], "skill": "mail"}', ['find mail send,letter'], []],
    ['a message that wants silence', '{"message": "thanks", "silent": true}', ['silence  thanks'], []],
    ['stems that want silence', '{"silent": true, "stems": ["thank"]}', ['silence  thank'], []],
    ['twice the same', `${MAIL}\n${MAIL}`, ['find mcp/mail send a letter'], []],
    ['a mark at the beginning, CRLF, empty lines', `\ufeff\r\n${MAIL}\r\n\r\n`, ['find mcp/mail send a letter'], []],
    [
      'a wrong line among right ones',
      `${MAIL}\n\nhm\n{"message": "x y", "silent": true}`,
      ['find mcp/mail send a letter', 'silence  x y'],
      ['3: one JSON object a line'],
    ],
    ['no object', '[1]\n"a"\nnull\n{', [], [1, 2, 3, 4].map((line) => `${line}: one JSON object a line`)],
    [
      'a key that means nothing',
      '{"message": "a b", "skil": "mail"}',
      [],
      ['1: only "message", "stems", "skill" and "silent"'],
    ],
    ['neither message nor stems', '{"skill": "mail"}', [], ['1: one of "message" and "stems"']],
    ['both of them', '{"message": "a", "stems": ["a"], "skill": "mail"}', [], ['1: one of "message" and "stems"']],
    ['neither skill nor silence', '{"message": "a"}', [], ['1: one of "skill" and "silent": true']],
    ['both of them', '{"message": "a", "skill": "mail", "silent": true}', [], ['1: one of "skill" and "silent": true']],
    ['silent: false', '{"message": "a", "silent": false}', [], ['1: "silent": true']],
    ['an empty message', '{"message": " ", "skill": "mail"}', [], ['1: "message": a text that is not empty']],
    ['a message that is no text', '{"message": 7, "skill": "mail"}', [], ['1: "message": a text']],
    ['no stem', '{"stems": [], "skill": "mail"}', [], ['1: "stems": at least one']],
    [
      'stems as one text',
      '{"stems": "send letter", "skill": "mail"}',
      [],
      ['1: "stems": a list of words of at most 64 characters'],
    ],
    [
      'a stem that is no word',
      '{"stems": ["send", 1], "skill": "mail"}',
      [],
      ['1: "stems": a list of words of at most 64 characters'],
    ],
    ['a name that no skill can have', '{"message": "a", "skill": "../Mail"}', [], ['1: "skill": a valid name']],
  ])('%s', (_, text, cases, faults) => {
    const read = readCaseFile(text)
    expect(told(read.cases)).toEqual(cases)
    expect(read.faults.map(({ line, expected }) => `${line}: ${expected}`)).toEqual(faults)
  })

  test('a file of something else is told in a few lines', () => {
    const { cases, faults } = readCaseFile('hm\n'.repeat(1_000))
    expect(cases).toEqual([])
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toMatchObject({ received: '980 more lines that are none' })
    expect(faults.at(-1)).not.toHaveProperty('line')
  })

  test('too many cases are cut, and it says where', () => {
    const line = (i: number) => `{"message": "message ${i}", "silent": true}\n`
    const { cases, faults } = readCaseFile(Array.from({ length: FILE_CASES_MAX + 2 }, (_, i) => line(i)).join(''))
    expect(cases).toHaveLength(FILE_CASES_MAX)
    expect(faults).toMatchObject([{ line: FILE_CASES_MAX + 1, expected: `at most ${FILE_CASES_MAX} cases` }])
  })
})

const [EVERYDAY] = everydayCases() as [RecallCase]
const FIND = caseFromFile('send a letter', 'mail')
const SILENT = caseFromFile('thanks a lot', undefined)
const [WRONG] = casesFromUse([lessonOf('mail', 'send letter', 'wrong')]) as [RecallCase]

function trial(each: RecallCase, byText: Place, byPast: Place = byText, confidence = 0.9): CaseTrial {
  const run = (place: Place) => ({ place, confidence, first: 'mail' })
  return { case: each, runs: { static: run(byText), withLearning: run(byPast) } }
}

test('measures count what was found within one, three and five, and what should not have come up', () => {
  const found = PLACES.map((place) => trial(FIND, 1, place, place === 6 ? 0.49 : 0.5))
  const trials = [...found, trial(SILENT, null, 1), trial(EVERYDAY, 1), trial(EVERYDAY, null), trial(WRONG, 1, 2)]
  expect(measuresOf(trials, 'withLearning')).toEqual({
    found: { cases: 6, at1: 1, at3: 2, at5: 3, answered: 5 },
    false: { everyday: { count: 1, of: 2 }, silent: { count: 1, of: 1 }, wrongFirst: { count: 0, of: 1 } },
  })
  expect(measuresOf(trials, 'static')).toMatchObject({
    found: { cases: 6, at1: 6, at3: 6, at5: 6 },
    false: { everyday: { count: 1, of: 2 }, silent: { count: 0, of: 1 }, wrongFirst: { count: 1, of: 1 } },
  })
})

test.each<[at5: number, cases: number, percent: number, expected: boolean | undefined]>([
  [9, 10, 90, true],
  [9, 10, 91, false],
  // 88.9, which is not 89.
  [8, 9, 89, false],
  [8, 9, 88, true],
  [29, 100, 29, true],
  [0, 3, 0, true],
  [0, 0, 0, undefined],
])('%i of %i reach %i percent: %s', (at5, cases, percent, expected) => {
  const trials = Array.from({ length: cases }, (_, i) => trial(FIND, i < at5 ? 5 : 6))
  expect(reaches(measuresOf([...trials, trial(EVERYDAY, null)], 'withLearning'), percent)).toBe(expected)
})

describe('what changed', () => {
  test.each<[CaseKind, RecallCase, Place[]]>([
    ['find', FIND, PLACES],
    ['not-first', WRONG, PLACES],
    ['silence', SILENT, [null, 1]],
  ])('%s: every place before against every place now, in one ranking or in both', (kind, each, places) => {
    for (const before of places) {
      for (const after of places) {
        const [was, is] = [isPassed(kind, before), isPassed(kind, after)]
        for (const moved of [['static'], ['withLearning'], ['static', 'withLearning']]) {
          const last = (ranking: string) => (moved.includes(ranking) ? before : after)
          const changes = changesSince({ [each.id]: { static: last('static'), withLearning: last('withLearning') } }, [
            trial(each, after),
          ])
          const said = `${before} to ${after} in ${moved}`
          expect(changes?.lost.length, said).toBe(was && !is ? 1 : 0)
          expect(changes?.won.length, said).toBe(!was && is ? 1 : 0)
        }
      }
    }
  })

  test('what is lost in one ranking and won in the other is told once, as lost', () => {
    const last = { [FIND.id]: { static: 1, withLearning: null } }
    const changes = changesSince(last, [trial(FIND, 8, 2)])
    expect(changes).toMatchObject({
      lost: [{ before: { static: 1, withLearning: null }, after: { static: 8, withLearning: 2 } }],
      won: [],
    })
  })

  test('new and vanished cases are counted, and the first time has nothing to compare', () => {
    const last: EvalResults = { gone: { static: 1, withLearning: 1 }, [FIND.id]: { static: 1, withLearning: 1 } }
    const trials = [trial(FIND, 1), trial(SILENT, null), trial(EVERYDAY, null)]
    expect(changesSince(last, trials)).toEqual({ lost: [], won: [], added: 2, removed: 1 })
    expect(changesSince({}, trials)).toBeUndefined()
    expect(changesSince(resultsOf(trials), trials)).toEqual({ lost: [], won: [], added: 0, removed: 0 })
  })

  test('an id that is a key of every object is an id like others', () => {
    const last: EvalResults = { other: { static: 1, withLearning: 1 } }
    expect(changesSince(last, [trial({ ...FIND, id: 'constructor' }, null)])).toMatchObject({ added: 1, lost: [] })
  })

  test('what is kept is read again as it was', () => {
    const results = resultsOf([trial(FIND, 3, 1), trial(SILENT, null), trial(WRONG, null, 20)])
    expect(evalResultsSchema.parse(JSON.parse(JSON.stringify(results)))).toEqual(results)
  })
})
