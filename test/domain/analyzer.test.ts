import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyze, words } from '../../src/domain/analyzer.ts'
import { STOP_WORDS } from '../../src/domain/stop-words.ts'

const SEED = 20_260_701

// What is shown, the text, its terms joined by spaces.
const ROWS: [shows: string, text: string, terms: string][] = [
  ['nothing in, nothing out', '', ''],
  ['punctuation only', ' \t\n—…!? ()[]{}/\\', ''],
  ['lower case and stems', 'Deploying containers, deployed CONTAINER', 'deploy contain deploy contain'],
  ['repetitions stay', 'pdf pdf pdf', 'pdf pdf pdf'],
  ['stop words go, whatever their case', 'Can you PLEASE help me with the invoice?', 'invoic'],
  ['what an apostrophe leaves is a stop word', "I can't, I don't, we’ll, they've, isn't it", ''],
  ['a possessive leaves its noun', "the user's résumé", 'user resum'],
  ['technical two-letter words stay', 'ai ci db go js pr qa ts ui', 'ai ci db go js pr qa ts ui'],
  ['single letters and digits are noise', 'x y z 1 2 3 R c', ''],
  ['longer numbers stay', 'in 2024 the port 8080', '2024 port 8080'],

  ['camelCase parts, and the word in one piece', 'GitHub', 'git hub github'],
  ['a message in lower case meets it', 'github', 'github'],
  ['acronym before a word', 'HTTPServer', 'http server httpserver'],
  ['four parts and more: parts only', 'getUserAccountById', 'user account id'],
  ['plural of an acronym', 'APIs and PDFs', 'api pdf'],
  ['plurals without a vowel', 'pdf pdfs PRs vm vms css', 'pdf pdf pr vm vm css'],
  ['letters and digits part', 'python3 sha256', 'python python3 sha 256 sha256'],
  ['parts of one letter live on in the whole', 'k8s s3 e2e', 'k8s s3 e2e'],
  ['a name is split at / - _ and .', 'mcp/send-mail_to.node.js', 'mcp send mail node js'],

  ['C++, C# and F# are words', 'C++ c++17, (C#) f#: g++', 'c++ c++ 17 c# f# g++'],
  ['a hash or a plus elsewhere is none', '#include a+b issue#12', 'includ issu 12'],
  ['C++ in full width', 'Ｃ＋＋', 'c++'],

  ['accents fold', 'naïve café Ångström señor', 'naiv cafe angstrom senor'],
  ['composed and decomposed are one', 'caf\u00e9 cafe\u0301', 'cafe cafe'],
  ['ligatures, full width, fractions by NFKC', 'ﬁle ＰＤＦ', 'file pdf'],
  ['Turkish capital İ', 'İstanbul', 'istanbul'],
  ['an emoji does not stick to a word', '⚙️docker ❤️', 'docker'],

  ['Han in pairs', '发送邮件', '发送 送邮 邮件'],
  ['one Han character alone', '图', '图'],
  ['Han beside Latin', '用GitHub发邮件', '用 git hub github 发邮 邮件'],
  ['punctuation ends a run', '邮件，日历', '邮件 日历'],
  ['kana with sound mark; voicing stays', 'メール が', 'メー ール が'],
  ['half width kana', 'ﾒｰﾙ', 'メー ール'],
  ['Hangul in pairs, spaces part', '메일 보내기', '메일 보내 내기'],
  ['Han beyond 16 bits', '𠮷野家', '𠮷野 野家'],
  ['Thai has no spaces', 'ส่งเมล', 'ส่ ่ง งเ เม มล'],

  ['Cyrillic in whole words, ё as е', 'Отправить Ещё письмо', 'отправить еще письмо'],
  ['Greek with its final sigma', 'Λόγος ΛΌΓΟΣ', 'λογος λογος'],
  ['Arabic without its optional vowels', 'رِسَالَة رسالة', 'رسالة رسالة'],
  ['Hindi keeps its vowel signs', 'संदेश', 'संदेश'],

  ['words of objects are words', 'constructor __proto__ hasOwnProperty', 'constructor proto properti hasownproperti'],
  ['a key is not language', `token ${'x'.repeat(65)} ${'y'.repeat(64)}`, `token ${'y'.repeat(64)}`],
]

test.each(ROWS)('%s: %j', (_, text, terms) => {
  expect(analyze(text).join(' ')).toBe(terms)
})

test('words are what was written, accents aside, and their terms are the terms of the text', () => {
  expect(words("Deploy the café's GitHub, C++ 图表")).toEqual(['Deploy', 'the', 'cafe', 's', 'GitHub', 'C++', '图表'])
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.lorem(), fc.string({ maxLength: 60 }))
  fc.assert(
    fc.property(texts, (text) => {
      expect(words(text).flatMap(analyze)).toEqual(analyze(text))
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('any text gives terms that are not empty, hold no space and are no stop words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const term of analyze(text)) expect(term).toMatch(/^[^\s\p{Lu}]+$/u)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('a message means the same in upper case, as long as its words have no inner capitals', () => {
  const sentence = fc.array(fc.constantFrom('deploy', 'the', 'skill', 'über', 'письмо', '邮件', 'c++', 'go'))
  fc.assert(
    fc.property(sentence, (parts) => {
      expect(analyze(parts.join(' ').toUpperCase())).toEqual(analyze(parts.join(' ')))
    }),
    { seed: SEED },
  )
})

test('about 150 stop words, none of them technical', () => {
  expect(STOP_WORDS.size).toBeGreaterThan(140)
  expect(STOP_WORDS.size).toBeLessThan(200)
  const technical = ['ai', 'ci', 'cd', 'db', 'go', 'js', 'ml', 'os', 'pr', 'qa', 'ts', 'ui', 'vm']
  expect(technical.filter((word) => STOP_WORDS.has(word))).toEqual([])
})

test('only the first 20,000 characters are read, also when one becomes eighteen', () => {
  expect(analyze(`${'stamp '.repeat(3_332)}inside outside`)).toHaveLength(3_333)
  expect(analyze('\ufdfa'.repeat(20_000)).join('').length).toBeLessThanOrEqual(20_000)
})

test('a word that was forgotten is cut the same way again', () => {
  const before = analyze('Deploying GitHub')
  for (let i = 0; i < 30; i++) analyze(Array.from({ length: 3_000 }, (_, j) => `w${'x'.repeat(i)}q${j}z`).join(' '))
  expect(analyze('Deploying GitHub')).toEqual(before)
})

// 100,000 characters made to send a regular expression or the stemmer back and forth.
const ADVERSARIAL = {
  'one letter': 'a'.repeat(100_000),
  'one capital': 'A'.repeat(100_000),
  'capitals before a small letter': `${'A'.repeat(99_999)}a`,
  alternating: 'aB'.repeat(50_000),
  'almost plurals': 'ABCs1'.repeat(20_000),
  'letters and digits': 'a1'.repeat(50_000),
  'vowels and y': 'ayayay '.repeat(15_000),
  'plus signs': 'c+'.repeat(50_000),
  'combining marks': `e${'\u0301'.repeat(99_999)}`,
  'marks that stay': '\u0e31'.repeat(100_000),
  'unspaced script': '邮'.repeat(100_000),
  'half of a surrogate pair': '\ud83d'.repeat(100_000),
  spaces: ' '.repeat(100_000),
}

test.each(Object.entries(ADVERSARIAL))('%s does not hold it up', (_, text) => {
  const start = performance.now()
  expect(analyze(text).length).toBeLessThanOrEqual(20_000)
  // About 5 ms when nothing else runs. A quadratic search would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000)
})
