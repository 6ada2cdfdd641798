// How many tokens a text is, roughly. Clients and models do not share a tokenizer, and none is worth its megabytes here,
// so this is an estimate and every surface that shows it says so. It deliberately knows nothing about any one model.

const ASCII_CHARS_PER_TOKEN = 4
const OTHER_CHARS_PER_TOKEN = 2

// Scripts whose characters are a token each, more or less.
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * tokens = ascii / 4 + other / 2 + dense, rounded up, counted by code point: "ascii" are the characters up to U+007F,
 * "dense" those of Han, kana, Hangul and the scripts of South-East Asia without spaces, "other" all the rest.
 * Meant for prose: JSON, code and rare words are more tokens than it says.
 */
export function estimateTokens(text: string): number {
  let [ascii, other, dense] = [0, 0, 0]
  for (const character of text) {
    if (character <= '\x7f') ascii++
    else if (DENSE.test(character)) dense++
    else other++
  }
  return Math.ceil(ascii / ASCII_CHARS_PER_TOKEN + other / OTHER_CHARS_PER_TOKEN + dense)
}
