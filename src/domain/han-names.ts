// Names in runs of Chinese and Japanese, which have neither spaces nor capitals: persons by what stands around them (an
// address behind, a preposition before and a word of doing behind), companies by their form, large cities by a list. It
// knows no dictionary: a name without such a mark stays, as the figures of test/domain/entity-examples.json say.

import { lazily } from './ascii.ts'

const SURNAMES =
  '王李张張刘劉陈陳杨楊赵趙吴吳徐孙孫朱胡郭何林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧田董潘袁蔡蒋蔣杜程魏苏蘇吕呂丁沈姚卢盧傅崔汪范陆陸廖韦夏秦邱侯邹孟'
/** Two-character words that begin like a surname and mean something else. */
const NO_NAMES = `程序 程度 范围 范本 许可 许多 何时 何处 何种 何人 夏天 夏季 陈列 陈述 杨树 田地 唐诗 宋体 韩国 韩语 韩文 曾经 陆续 丁香 苏打
  杜绝 傅立 胡同 林业 谢谢 梁柱 孙子 张贴 許可 何時`
const BEFORE = '给給和跟找问問请請叫与與向为為替约約对對系知诉訴'
const BEHIND = '的发發开開说說在到去和与與跟把写寫打讨討汇匯关關谈談约約是、，'

const CITIES =
  `北京 上海 广州 廣州 深圳 天津 重庆 重慶 成都 杭州 武汉 武漢 西安 南京 苏州 蘇州 郑州 长沙 青岛 青島 沈阳 大连 厦门 昆明 合肥
  福州 济南 宁波 无锡 佛山 东莞 哈尔滨 香港 澳门 台北 台湾 臺灣 高雄 东京 東京 大阪 京都 名古屋 横浜 札幌 神戸 福岡 広島 仙台 北海道 沖縄 千葉 埼玉
  首尔 釜山 新加坡 曼谷 伦敦 巴黎 柏林 纽约 洛杉矶 旧金山 悉尼 莫斯科 中国 中國 日本 韩国 韓国 美国 米国 英国 法国 德国 印度 俄罗斯`.split(
    /\s+/,
  )

// Made when such a script first comes, since a hook has no time for them. None can search far: every repetition is bounded.
const patterns = lazily(() => {
  // An address follows. "お客様" and "皆様" address nobody.
  const addressed = /(?<=^|[\p{sc=Hiragana}、，])(?![客皆])[\p{sc=Han}々]{1,5}(?=さん|様|氏|君|ちゃん|先生)/gu
  const addressedKatakana = /[\p{sc=Katakana}ー]{2,10}(?=さん|様|氏|ちゃん)/gu
  const titles = '先生|女士|小姐|老师|老師|经理|總監|总监|博士|医生|總|总$'
  const surname = `(?!${NO_NAMES.split(/\s+/).join('|')})[${SURNAMES}]`
  const titled = new RegExp(`${surname}\\p{sc=Han}{0,2}?(?=${titles})`, 'gu')
  const named = new RegExp(`(?<=^|[${BEFORE}])${surname}(?:\\p{sc=Han}{2}|\\p{sc=Han})(?=$|[${BEHIND}])`, 'gu')
  const company = new RegExp(
    `[^${BEFORE}的把\\s]{2,8}(?:有限公司|株式会社)|株式会社[\\p{sc=Han}\\p{sc=Katakana}ー]{2,8}`,
    'gu',
  )
  // The language of a country is none.
  const place = new RegExp(`(?:${CITIES.join('|')})(?![语語文])`, 'gu')
  return [addressed, addressedKatakana, titled, named, company, place]
})

export type Span = { start: number; end: number }

/** In order, without overlaps. @param run characters of such scripts alone. Linear in it. */
export function hanNames(run: string): Span[] {
  const found = patterns().flatMap((pattern) =>
    [...run.matchAll(pattern)].map(({ 0: name, index }) => ({ start: index, end: index + name.length })),
  )
  const spans: Span[] = []
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}
