// Words that what stands beside them marks as an entity, even where the library has the same word: "Dr Smith",
// "Acme Corp", "Alice's", "password: hunter", "New York", "5 March". Capitals alone are judged in entity-filter.ts.
import type { Token } from './entity-tokens.ts'
import { FIRST_NAMES, NUMBER_NEIGHBOURS, NUMBER_WORDS, nameKey, PLACE_PAIRS } from './name-lists.ts'
import { STOP_WORDS } from './stop-words.ts'
import { isTaskWord } from './task-words.ts'

type Word = Extract<Token, { kind: 'word' }>

const TITLES = new Set('mr mrs ms mx dr prof professor sir madam herr frau monsieur madame senor senora'.split(' '))
// In lower case too, since they mean nothing else.
const LOWER_TITLES = new Set('mr mrs dr prof herr'.split(' '))
const COMPANY_FORMS = new Set(
  'inc incorporated ltd limited llc llp plc gmbh ag kg corp corporation co sa sarl srl spa bv nv oy ab pty ug holdings'.split(
    ' ',
  ),
)
const LOWER_COMPANY_FORMS = new Set('inc ltd llc gmbh corp plc'.split(' '))
const FIELDS = new Set(
  `password passwd passphrase passcode pwd pw pin secret token apikey otp cvv ssn iban credentials name username user login
  surname firstname lastname nickname author owner assignee customer client company employer address city street phone
  account hostname`.split(/\s+/),
)
/** Of these also what comes after "is". */
const SAID_FIELDS = new Set('password passwd passphrase passcode pwd pin name username'.split(' '))
/** More words before "Inc" than this are no name. */
const NAME_WORDS_MAX = 4

/** For each token of a line whether it is marked. */
export function markedNames(tokens: readonly Token[]): boolean[] {
  const marked = tokens.map(() => false)
  let valueEnd = 0
  tokens.forEach((token, i) => {
    if (token.kind === 'gap') {
      if (token.number) markNeighbours(tokens, i, marked)
      return
    }
    const key = nameKey(token.text)
    if (NUMBER_WORDS.has(key)) markNeighbours(tokens, i, marked)
    // Alone they say nothing either, and could take a word with them when the filter runs again.
    if (LOWER_TITLES.has(key) || LOWER_COMPANY_FORMS.has(key)) marked[i] = true
    if (isTitle(token, key)) markTitled(tokens, i, key, marked)
    else if (isCompanyForm(token, key)) markCompany(tokens, i, marked)
    else if (isFirstName(token, key)) markPerson(tokens, i, marked)
    // A field inside of a value belongs to it.
    if (i >= valueEnd && FIELDS.has(key))
      valueEnd = markValue(tokens, i, SAID_FIELDS.has(key) ? 'said' : 'labelled', marked)
    const next = tokens[i + 1]
    if (next?.kind === 'word' && /^[ -]$/.test(token.after) && PLACE_PAIRS.has(`${key}-${nameKey(next.text)}`)) {
      marked[i] = marked[i + 1] = true
    }
  })
  return marked
}

/** Whether it begins with a capital letter. */
export function isCapital(token: Token | undefined): token is Word {
  return token?.kind === 'word' && /^\p{Lu}/u.test(token.text)
}

function wordAt(tokens: readonly Token[], i: number): string {
  const token = tokens[i]
  return token?.kind === 'word' ? token.text.toLowerCase() : ''
}

function markNeighbours(tokens: readonly Token[], i: number, marked: boolean[]): void {
  for (const neighbour of [i - 1, i + 1]) {
    const between = tokens[Math.min(i, neighbour)]?.after ?? ''
    const key = wordAt(tokens, neighbour)
    if (NUMBER_NEIGHBOURS.has(key) && /^[\s.,'’€$£-]{0,3}$/u.test(between)) marked[neighbour] = true
  }
}

function isTitle(token: Word, key: string): boolean {
  return TITLES.has(key) && (isCapital(token) || LOWER_TITLES.has(key)) && /^\.?\s+$/.test(token.after)
}

function markTitled(tokens: readonly Token[], i: number, key: string, marked: boolean[]): void {
  let next = i + 1
  if (LOWER_TITLES.has(key) && tokens[next]?.kind === 'word' && !isTaskWord(wordAt(tokens, next))) marked[next++] = true
  while (next - i < NAME_WORDS_MAX && isCapital(tokens[next]) && /^[\s.-]*$/.test(tokens[next - 1]!.after)) {
    marked[next++] = true
  }
  if (next > i + 1) marked[i] = true
}

function isCompanyForm(token: Word, key: string): boolean {
  return COMPANY_FORMS.has(key) && (isCapital(token) || LOWER_COMPANY_FORMS.has(key))
}

// "Email Acme Corp" keeps its verb; "Global Data Systems Inc" loses all of its words.
function markCompany(tokens: readonly Token[], i: number, marked: boolean[]): void {
  let first = i
  while (i - first < NAME_WORDS_MAX && /^[\s,&.+-]*$/.test(tokens[first - 1]?.after ?? '|')) {
    const before = tokens[first - 1]
    if (!isCapital(before) || STOP_WORDS.has(before.text.toLowerCase())) break
    if (before.opens && isTaskWord(before.text)) break
    first--
  }
  const before = wordAt(tokens, i - 1)
  if (first === i && before !== '' && !STOP_WORDS.has(before) && /^,? $/.test(tokens[i - 1]!.after)) first--
  if (first < i) marked.fill(true, first, i + 1)
}

function isFirstName(token: Word, key: string): boolean {
  return FIRST_NAMES.has(key) && isCapital(token)
}

function markPerson(tokens: readonly Token[], i: number, marked: boolean[]): void {
  const token = tokens[i]
  if (token?.kind !== 'word') return
  if (token.possessive) marked[i] = true
  const next = tokens[i + 1]
  // In a line of capitals the next word is anything: "EMAIL ALICE TODAY".
  if (token.after !== ' ' || isAllCapitals(token) || !isCapital(next) || next.opens) return
  if (!STOP_WORDS.has(next.text.toLowerCase())) marked[i] = marked[i + 1] = true
}

function isAllCapitals(token: Word): boolean {
  return token.text.length > 1 && token.text === token.text.toUpperCase()
}

// The next token, and what is stuck to it; returns where that ends.
function markValue(tokens: readonly Token[], i: number, form: 'said' | 'labelled', marked: boolean[]): number {
  const labelled = /^["'”’*_]*\s?[:=]/u.test(tokens[i]!.after)
  const said = form === 'said' && wordAt(tokens, i + 1) === 'is'
  if (!labelled && !said) return i
  let value = i + (labelled ? 1 : 2)
  if (said && !labelled) marked[i + 1] = true
  while (value < tokens.length) {
    marked[value] = true
    if (/^$|[\s,;]/.test(tokens[value++]!.after)) break
  }
  return value
}
