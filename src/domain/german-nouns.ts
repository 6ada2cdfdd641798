// German writes every noun with a capital, so that a capital there tells less: a noun that follows an article or an
// adjective, or that is built like an abstract noun, is kept; any other capital in mid sentence is taken for a name.
// It knows no German dictionary, and takes some nouns for names ("Konvertiere Bilder").
import type { Token } from './entity-tokens.ts'

const FUNCTION_WORDS = new Set(
  `der das und ist nicht ein eine einen einem einer für fur mit auf den dem des zu von bitte ich mir wir im zum zur wie
  kannst du mein meine meinen auch aus bei nach oder wenn dass es sich alle aller als an vom beim unter`.split(/\s+/),
)
const FUNCTION_WORDS_MIN = 2
const DETERMINER =
  /^(?:der|die|das|den|dem|des|im|zum|zur|ins|vom|beim|am|ans|kein\w*|(?:d?ein|mein|sein|ihr|unser|euer)(?:e|en|em|er|es)?|all(?:e|en|er)|dies\w+|jed\w+|welch\w+)$/iu
const ADJECTIVE = /^\p{Ll}{2,}(?:e|en|er|es|em)$/u
const PREPOSITION = /^(?:an|für|von|mit|bei|nach|aus|über|unter|oder|aber|wer|hier|er)$/u
const ABSTRACT = /\p{L}{3}(?:ung|ungen|heit|keit|keiten|schaft|schaften|tion|tionen|ment|mente|tät|täten|nis|nisse)$/u
const ADJECTIVES_MAX = 3

/** At least two different function words, and more than the message has of English ones. */
export function isGerman(words: readonly string[], english: (word: string) => boolean): boolean {
  const lower = words.map((word) => word.toLowerCase())
  const german = lower.filter((word) => FUNCTION_WORDS.has(word))
  const foreign = lower.filter((word) => english(word) && !FUNCTION_WORDS.has(word) && word !== 'die' && word !== 'in')
  return new Set(german).size >= FUNCTION_WORDS_MIN && german.length > foreign.length
}

/** Whether the capitalised word at `i` can only be a noun. */
export function isGermanNoun(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]
  if (token?.kind !== 'word') return false
  if (ABSTRACT.test(token.text)) return true
  for (let before = i - 1; before >= 0 && i - before <= ADJECTIVES_MAX + 1; before--) {
    const word = tokens[before]
    if (word?.kind !== 'word') return false
    if (DETERMINER.test(word.text)) return true
    if (PREPOSITION.test(word.text) || !ADJECTIVE.test(word.text)) return false
  }
  return false
}
