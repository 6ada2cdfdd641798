// Whether a message takes back what was just done ("no, not that one") or is content with it. Deterministic and cautious:
// only a sign at the beginning of the message counts, in words that people hardly use for a new request, so that
// "No idea how to" and "Great, now it fails" say nothing. A hint for folds, never an outcome. English, German, French and
// Spanish; what is said in others counts when a client reports it.
import { signsElsewhere } from './correction-languages.ts'

const CHARS_READ_MAX = 200
// What a sentence, or a part of one, ends with; a question is no verdict.
const END = String.raw`(?=\s*(?:[,.!;:–—]|$)|\s+-\s)`
const ELSEWHERE = signsElsewhere(END)
const OPENINGS = ['wait|hmm+|uh|um|oh|ugh|sorry|hey', ...ELSEWHERE.map(({ openings }) => openings)].join('|')
const OPENING = String.raw`^[\s"'*_>¡¿-]*(?:(?:${OPENINGS})[\s,.!]+)?`

const CORRECTIONS = [
  // Not "No worries", "No, thanks" or "No, go ahead", which answer a question.
  String.raw`no(?:pe)?(?:${END}|\s+(?:not|that|this|it|i|you|wait|don't|stop|use)\b)(?!\W*(?:thank|gracias|grazie|obrigad|hay problema|pasa nada|esta bien|sigue|continua|eso es todo|problem|worr|need|rush|go ahead|continue|proceed|keep|carry on|that's (?:all|it|fine|ok)))`,
  String.raw`wrong(?:\s+\w+)?${END}`,
  String.raw`(?:that|this|it)(?:'s|\s+is|\s+was)\s+(?:the\s+)?(?:wrong|incorrect)\b`,
  String.raw`(?:that|this|it)(?:'s\s+not|\s+(?:is|was)\s+not|\s+(?:isn't|wasn't))\s+(?:what|how|where|it|right|correct|true|the right|quite)\b`,
  String.raw`not\s+what\s+i\b`,
  String.raw`i\s+(?:already\s+|just\s+)?(?:told|asked)\s+you\b`,
  String.raw`i\s+(?:clearly\s+|just\s+)?said\b[^.!?]*(?:\bnot\b|n't\b)`,
  String.raw`i\s+meant\s+(?!to\b)`,
  String.raw`i\s+did(?:n't|\s+not)\s+(?:mean|ask)\b`,
  String.raw`i\s+did(?:n't|\s+not)\s+want\s+(?:that|this|you)\b`,
  String.raw`(?:please\s+)?(?:undo|revert)(?:\s+(?:that|this|it))?${END}`,
  String.raw`(?:please\s+)?(?:undo|revert)\s+(?:your|what\s+you)\b`,
  String.raw`(?:please\s+)?(?:stop|don't)\s+(?:doing|do)\s+(?:that|this|it)\b`,
  String.raw`stop(?:\s+(?:that|it))?${END}`,
  String.raw`why\s+(?:did|are)\s+you\b`,
  String.raw`you\s+(?:misunderstood|misread|should\s+have|should(?:n't|\s+not)\s+have|forgot|broke|ignored)\b`,
]

const PRAISES = [
  '(?:perfect|great|excellent|exactly|awesome|brilliant|wonderful|well done)',
  String.raw`(?:great|good|nice|excellent)\s+(?:job|work)`,
  String.raw`(?:thanks|thank\s+you|thx)(?:\s+(?:a\s+lot|so\s+much|very\s+much))?`,
  String.raw`(?:(?:that|this|it)\s+)?(?:works|worked|fixed\s+it|did\s+the\s+trick)(?:\s+(?:now|perfectly|great|fine))?`,
  String.raw`(?:that|this|it)(?:'s|\s+is|\s+was)\s+(?:perfect|great|exactly\s+(?:it|right|what\s+i\s+(?:wanted|needed|meant)))`,
]
// "Thanks, but it is still broken."
const BUTS = ['but|now|however|still|except|though|yet|only|although', ...ELSEWHERE.map(({ buts }) => buts)].join('|')
const BUT = String.raw`(?!\W*(?:${BUTS})\b)`

const CORRECTION = anyOf([...CORRECTIONS, ...ELSEWHERE.flatMap(({ corrections }) => corrections)], '')
const PRAISE = anyOf([...PRAISES, ...ELSEWHERE.flatMap(({ praises }) => praises)], `${END}${BUT}`)

export function feedbackIn(message: string): 'correction' | 'praise' | undefined {
  // Without accents, which many leave out.
  const beginning = message
    .trimStart()
    .slice(0, CHARS_READ_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
  if (CORRECTION.test(beginning)) return 'correction'
  return PRAISE.test(beginning) ? 'praise' : undefined
}

function anyOf(signs: readonly string[], after: string): RegExp {
  return new RegExp(`${OPENING}(?:${signs.join('|')})${after}`, 'i')
}
