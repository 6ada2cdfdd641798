// Goal: a region is suggested by two words that agree, not by one, and not against stronger evidence; of words the newest
// stay, at most ten.
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/lesson.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'
import { learnedSignals, perceiveRegions } from '../../src/domain/routing-signals.ts'

let lessons = 0
const lesson = (skill: string, stems: string, verdict: Lesson['verdict'] = 'open'): Lesson => {
  const at = new Date(Date.parse('2026-06-01T10:00:00.000Z') + ++lessons * 60_000).toISOString()
  return { id: `turn${lessons}/${skill}`, skill, session: 's', at, how: 'by-name', stems: stems.split(' '), verdict }
}
const signalsOf = (...own: Lesson[]) => learnedSignals(own, ({ skill }) => skill, S)
const perceived = (said: string, ...own: Lesson[]) =>
  perceiveRegions(signalsOf(...own), said.split(' '), S).map(({ region }) => region)

describe('a region', () => {
  const resize = lesson('resize', 'compress imag photo')
  test('is seen by two words, and not by one', () => {
    expect(perceived('imag photo sky', resize)).toEqual(['resize'])
    expect(perceived('imag sky', resize)).toEqual([])
  })
  test('is not seen by two words of a long task, which say little', () => {
    expect(perceived('imag photo sky sea sand beach', resize)).toEqual(['resize'])
    expect(perceived('imag photo sky sea sand beach sun', resize)).toEqual([])
    expect(perceived('compress imag photo sky sea sand beach sun', resize)).toEqual(['resize'])
  })
  test('is not seen when more speaks against it, and is when as much does', () => {
    const wrong = lesson('resize', 'frame hang wall', 'wrong')
    expect(perceived('frame hang imag photo wall', resize, wrong)).toEqual([])
    expect(perceived('frame hang imag photo', resize, wrong)).toEqual(['resize'])
  })
  test('is not spoken against by words that speak for it as well', () => {
    expect(signalsOf(resize, lesson('resize', 'imag photo wall', 'wrong')).get('resize')!.against).toEqual(['wall'])
  })
  test('learns nothing for itself from a message for which its skill was wrong', () => {
    expect(perceived('frame wall', lesson('resize', 'frame wall', 'wrong'))).toEqual([])
  })
})

test('the region with the most agreement comes first, and of equals the first by name', () => {
  const own = [lesson('b', 'one two three'), lesson('a', 'one two four'), lesson('c', 'one two three five')]
  expect(perceived('one two three five', ...own)).toEqual(['c', 'b', 'a'])
  expect(perceived('one two', ...own)).toEqual(['a', 'b', 'c'])
})

test('a message adds at most four words, those that tell its region from others', () => {
  const common = 'file make new thing'
  const own = [lesson('mail', `${common} letter send`), lesson('tea', `${common} boil leaf`), lesson('tax', common)]
  expect(signalsOf(...own).get('mail')!.for).toEqual(expect.arrayContaining(['letter', 'send']))
  expect(signalsOf(...own).get('mail')!.for).toHaveLength(4)
})

test('of more than ten words the oldest go', () => {
  const own = Array.from({ length: 4 }, (_, i) => lesson('mail', `w${i}a w${i}b w${i}c w${i}d`))
  const words = signalsOf(...own).get('mail')!.for
  expect(words).toHaveLength(10)
  expect(words.filter((word) => word.startsWith('w0'))).toEqual([])
  expect(words.filter((word) => word.startsWith('w3'))).toHaveLength(4)
})

test('a word that is said again and again stays, whatever else comes', () => {
  const first = lesson('mail', 'letter first words here')
  const others = Array.from({ length: 4 }, (_, i) => lesson('mail', `letter w${i}a w${i}b w${i}c`))
  const words = signalsOf(first, ...others).get('mail')!.for
  expect(words).toHaveLength(10)
  expect(words).toContain('letter')
  expect(words).not.toContain('first')
})
