// What a text says that wants to be more than a procedure: to overrule the instructions that an agent has, or to be kept
// from the person. Few languages and few wordings; a phrase that is put differently is not found.
import { anyOf, near } from './scan-find.ts'

const OLD = '(?:previous|prior|earlier|above|preceding|foregoing)'
const FILLERS = '(?:(?:all|any|every|the|your|of|my|these|those|its)\\s{1,4}){0,4}'
const ORDERS =
  '(?:(?:system|user|safety|security)\\s{1,4}){0,2}(?:instructions?|prompts?|rules|directions|directives|guidelines)'

const OVERRIDES: RegExp[] = [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass)\\s{1,4}${FILLERS}${OLD}\\s{1,4}${ORDERS}\\b`, 'gi'),
  new RegExp(
    `\\b(?:ignore|disregard|override|bypass)\\s{1,4}${FILLERS}(?:system\\s{1,4}prompts?|safety\\s{1,4}(?:rules|guidelines))\\b`,
    'gi',
  ),
  /\b(?:ignore|disregard|forget)\s{1,4}(?:everything|all)\s{1,4}(?:that\s{1,4}came\s{1,4})?(?:above|before|you\s{1,4}(?:were|have\s{1,4}been)\s{1,4}told)\b/gi,
  /<\|im_start\|>\s{0,4}system|\[\s{0,2}system\s{1,2}override\s{0,2}\]/gi,
  /\bignorier(?:e|en\s{1,4}sie|t)\s{1,4}(?:(?:alle|die|deine|ihre)\s{1,4}){0,3}(?:vorherigen|bisherigen|vorigen|obigen|früheren)\s{1,4}(?:anweisungen|anleitungen|regeln|vorgaben)/gi,
  /\bignor[ae](?:z|d)?\s{1,4}(?:(?:todas|toutes|as|las|les|tes|vos|tus|sus)\s{1,4}){0,3}(?:instrucciones|instructions|instruções)\s{1,4}(?:anteriores|previas|prévias|précédentes|antérieures)/gi,
  /игнорируй(?:те)?\s{1,4}(?:все\s{1,4})?предыдущие\s{1,4}инструкции/gi,
  /(?:忽略|无视)(?:所有|全部)?(?:之前|以上|先前|上述)的?(?:所有|全部)?(?:指令|指示|说明)|(?:以前|これまで|上記)の(?:すべての)?指示を(?:すべて)?無視/g,
]

const PERSON = '(?:the\\s{1,4}|your\\s{1,4})?(?:users?|humans?|operators?)'
const NOT = "(?:do\\s{1,4}not|don['’]t|never|must\\s{1,4}not)\\s{1,4}(?:ever\\s{1,4})?"

const CONCEALMENTS: RegExp[] = [
  // "Do not tell the user to restart" is an honest rule of manners; what is kept from the user is not.
  new RegExp(
    `\\b${NOT}(?:tell|inform|notify|alert|warn)\\s{1,4}${PERSON}(?=\\s{0,2}(?:[.,;!"'\`)*]|$)|\\s{1,4}(?:about|of)\\s{1,4}(?:this|these|it|any\\s{1,4}of\\s{1,4}this)\\b)`,
    'gim',
  ),
  new RegExp(
    `\\b${NOT}(?:mention|reveal|show|disclose|report|say)\\s{1,4}(?:this|that|it|these|any\\s{1,4}of\\s{1,4}this)(?:\\s{1,4}\\w{1,14}){0,2}\\s{1,4}to\\s{1,4}${PERSON}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:hide|conceal)\\s{1,4}(?:this|that|it|these|all\\s{1,4}of\\s{1,4}this)(?:\\s{1,4}\\w{1,14}){0,2}\\s{1,4}from\\s{1,4}${PERSON}`,
    'gi',
  ),
  new RegExp(
    `\\bwithout\\s{1,4}(?:telling|informing|notifying|alerting)\\s{1,4}${PERSON}|\\bwithout\\s{1,4}${PERSON}(?:['’]s)?\\s{1,4}(?:knowledge|knowing|noticing)\\b`,
    'gi',
  ),
  /(?:sag|sage|erzähl|erzähle|verrate)\s{1,4}(?:es\s{1,4})?dem\s{1,4}(?:nutzer|benutzer|anwender)\s{1,4}(?:nichts|nicht)|ohne\s{1,4}(?:es\s{1,4})?dem\s{1,4}(?:nutzer|benutzer|anwender)\s{1,4}(?:etwas\s{1,4})?zu\s{1,4}sagen/gi,
  /\bno\s{1,4}(?:se\s{1,4}lo\s{1,4}|le\s{1,4}|lo\s{1,4})?(?:digas|informes|menciones|cuentes)\s{1,4}(?:(?:esto|nada|eso)\s{1,4})?al\s{1,4}usuario/gi,
  /\bne\s{1,4}(?:le\s{1,4}|l['’])?(?:dis|dites|mentionne|mentionnez)\s{1,4}(?:(?:pas|rien|cela|ceci)\s{1,4}){1,2}à\s{1,4}l['’]utilisateur/gi,
  /不要(?:告诉|通知|告知)用户|(?:ユーザー|ユーザ)に(?:は)?(?:言わない|知らせない|伝えない)/g,
]

const OVERRIDING = [
  'ignor',
  'disregard',
  'forget',
  'overrid',
  'bypass',
  'im_start',
  '忽略',
  '无视',
  '無視',
  'игнорируй',
]
const PERSONS = ['user', 'human', 'operator', 'nutzer', 'anwender', 'usuario', 'utilisateur', '用户', 'ユーザ']
const DENIALS = [
  'not ',
  "don't",
  'don’t',
  'never ',
  'hide',
  'conceal',
  'without ',
  'nicht',
  'ohne ',
  'no ',
  'ne ',
  '不要',
  'ない',
]

export const findOverrides = near(OVERRIDING, 200, anyOf(...OVERRIDES))
export const findConcealments = near(PERSONS, 100, near(DENIALS, 100, anyOf(...CONCEALMENTS)))
