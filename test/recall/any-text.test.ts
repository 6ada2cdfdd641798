// Whatever somebody pastes, a search answers, in time, and a skill is found by its own words in every script.
import { describe, expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import type { SkillIndex } from '../../src/recall/skill-index.ts'
import { skill } from './indexed-skill.ts'

// Every script of letters in Unicode 15.
const SCRIPTS = `
Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic
Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan
Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya
Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada
Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B
Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek
Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari
Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian
Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene
Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting
Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil
Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi
Zanabazar_Square
`
  .trim()
  .split(/\s+/)
// Dots and hand shapes are symbols to Unicode, and symbols are no words to us.
const WITHOUT_LETTERS = ['Braille', 'SignWriting']

// Two planes hold every script; surrogates are left out.
const CHARACTERS = Array.from({ length: 0x20000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .join('')

const ODD_TEXTS: [what: string, text: string][] = [
  ['nothing', ''],
  ['white space of all kinds', ' \t\r\n\u00a0\u2003\u3000\u2028\u2029\ufeff'],
  ['null characters', 'deploy\0 \0docker\0'],
  ['every control character', Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('deploy')],
  ['zero width', 'dep\u200bloy \u200d\u2060\ufeffdocker'],
  ['right to left, with overrides', '\u202edeploy\u202c \u2067docker\u2069 שלום مرحبا'],
  ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈 deploy 1️⃣ 🇩🇪 docker ☎︎'],
  ['marks without a letter', '\u0301\u0301\u064b deploy \u20dd'],
  ['a letter under a thousand marks', `deploy${'\u0301'.repeat(1_000)} docker`],
  ['half surrogates', '\ud83d deploy \ude00 docker \ud83d'],
  ['halves the wrong way round', '\ude00\ud83d'.repeat(100)],
  ['code points of no character', '\ufffe\uffff\u{1ffff}\u{10ffff} deploy'],
  ['private use', '\ue000\u{f0000} deploy'],
  ['one character that becomes eighteen', '\ufdfa'.repeat(5_000)],
  ['words that every object knows', 'constructor __proto__ prototype hasOwnProperty toString valueOf then length'],
  ['words of other engines', 'title:deploy +docker -server "quoted" foo* bar~2 (a OR b) AND NOT c ^5 \\'],
  ['patterns', '.* ^$ [a-z]+ (?:x) \\p{L} {0,5} $& $1'],
  ['a path', '../../etc/passwd C:\\Windows\\system32 https://deploy.example/docker?x=%00'],
  ['100 kB of one letter', 'a'.repeat(100_000)],
  ['100 kB of one word', 'deploy '.repeat(14_300)],
  ['100 kB of words', Array.from({ length: 11_000 }, (_, i) => `word${i}`).join(' ')],
  ['100 kB of mistyped words', Array.from({ length: 12_500 }, (_, i) => `dep${letters(i)}oy`).join(' ')],
  ['100 kB without spaces', '部署容器'.repeat(25_000)],
  ['100 kB of capitals and digits', 'aB1'.repeat(33_300)],
  ['100 kB of punctuation', '-_/.'.repeat(25_000)],
  ['100 kB of JSON', JSON.stringify(Array.from({ length: 2_500 }, (_, id) => ({ id, task: 'deploy docker' })))],
]

describe.each(['bm25f', 'wink'] as const)('%s', (engine) => {
  const deploy = skill('deploy-docker', 'Deploy a container', { triggers: ['部署容器'] })
  function indexOf(...skills: ReturnType<typeof skill>[]): SkillIndex {
    const index = createSkillIndex(engine)
    for (const each of skills) index.upsert(each)
    return index
  }

  test.each(ODD_TEXTS)('answers to %s, as a message and as a text', (_, text) => {
    const index = indexOf(
      deploy,
      skill('odd', text, { triggers: [text], tags: [text], content: text }),
      skill('other', 'x'),
    )
    const { hits, terms } = index.search(text, 10)
    expect(hits.every(({ score, coverage }) => score > 0 && coverage > 0 && coverage <= 1)).toBe(true)
    // A skill that is the message itself is found whenever the message says anything.
    expect(hits.some(({ name }) => name === 'odd')).toBe(terms.length > 0)
    const restored = createSkillIndex(engine)
    expect(restored.restore(index.snapshot())).toBe(true)
    expect(restored.search(text, 10)).toEqual(index.search(text, 10))
    index.remove('odd')
    expect(index.search('deploy docker', 10).hits.map(({ name }) => name)).toEqual(['deploy-docker'])
  })

  test.each(SCRIPTS)('finds a skill by its words in %s', (script) => {
    const word = new RegExp(`[\\p{sc=${script}}&&\\p{L}]{2,8}`, 'v').exec(CHARACTERS)?.[0]
    const sign = new RegExp(`\\p{sc=${script}}{2,8}`, 'u').exec(CHARACTERS)?.[0]
    const index = indexOf(deploy, skill('local', word ?? sign!), skill('other', 'x'))
    expect(word === undefined).toBe(WITHOUT_LETTERS.includes(script))
    const names = index.search(`please ${word ?? sign} now`, 5).hits.map(({ name }) => name)
    expect(names).toEqual(word === undefined ? [] : ['local'])
  })
})

// Three letters that tell numbers apart.
function letters(number: number): string {
  return [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(number / unit) % 26))).join('')
}
