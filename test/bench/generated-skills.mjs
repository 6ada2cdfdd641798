// Skills as people write them, made from a seed: the same seed gives the same library on every machine. Names, summaries
// and texts share the words of their topic, so that recall has something to find and much to tell apart.
import { randomFrom } from './dice.mjs'

/** @typedef {{ name: string, summary: string, content: string, tags: string[], triggers: string[] }} GeneratedSkill */

const AREAS =
  'mail calendar billing deploy database search backup browser terminal translation testing security monitoring support hiring travel research design analytics finance storage network mobile writing'.split(
    ' ',
  )
const VERBS =
  'send plan review migrate restore rotate compare schedule publish archive audit import export merge verify repair draft summarize triage trace split rename upgrade measure clean convert sign release mirror index'.split(
    ' ',
  )
const OBJECTS =
  'invoice meeting branch schema certificate password newsletter report dashboard ticket contract container snapshot inbox spreadsheet changelog query pipeline webhook license survey budget roadmap incident transcript form cluster cache token queue template mailbox replica domain cookie playbook ledger vendor proposal gateway'.split(
    ' ',
  )
const MANNERS =
  'safely weekly by-hand in-bulk for-clients without-downtime from-scratch across-teams after-hours on-request'.split(
    ' ',
  )
const SENTENCES = [
  'Ask for the {o} first and write down which {a} account it belongs to, because two of them look alike.',
  'Open the {a} console, choose {x}, and wait until the {o} shows the state "ready" before you go on.',
  'Run the dry run; compare its {n} lines with the last {o} and stop when more than {n} of them differ.',
  'Keep a copy under {x}/{o}-{n}; it is the only way back when the {a} service refuses the second attempt.',
  'If the answer is {n}, the {o} is locked by another job: wait for {n} minutes and try once more, never in a loop.',
  'Tell the owner of the {o} what will change, with the date and the name of the {a} contact.',
  'The {x} tool takes the {o} as its first argument and silently ignores a missing region, so always give one.',
  'Check the result in {x}: the number of rows must be the same as before, and the newest {o} must open.',
  'Do not {v} the {o} on a Friday; the {a} team has no one on call until Monday morning.',
  'Note what was unusual in the {a} log, so that the next {o} takes half the time.',
]
const SYLLABLES = 'ka lo mi ra ten vor sel dun pra qui zan bel nor fi tu gra'.split(' ')

/**
 * @param {number} number which skill of the library; each has its own text, and its name is unique.
 * @param {{ seed?: number, chars?: number }} [options] `chars` is the length of the content, reached within a sentence.
 * @returns {GeneratedSkill}
 */
export function generatedSkill(number, { seed = 1, chars = 3_000 } = {}) {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ (number + 1))
  /** @type {(words: readonly string[]) => string} */
  const pick = (words) => words[Math.floor(random() * words.length)] ?? ''
  const [area, verb, object, manner] = [pick(AREAS), pick(VERBS), pick(OBJECTS), pick(MANNERS)]
  const product = `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}`
  const sentence = () =>
    pick(SENTENCES).replace(/\{(\w)\}/g, (_, slot) => {
      if (slot === 'o') return random() < 0.7 ? object : pick(OBJECTS)
      if (slot === 'a') return area
      if (slot === 'v') return verb
      return slot === 'x' ? product : String(Math.ceil(random() * 400))
    })
  const lines = [
    `# ${capital(verb)} a ${object} ${manner.replaceAll('-', ' ')}`,
    '',
    `Use this when someone wants to ${verb} a ${object} in ${area} with ${product}.`,
    '',
    '## Steps',
    '',
  ]
  let length = lines.join('\n').length
  for (let step = 1; length < chars - 300; step++) {
    const line = `${step}. ${sentence()} ${sentence()}`
    lines.push(line)
    length += line.length + 1
  }
  lines.push('', '## Pitfalls', '', `- ${sentence()}`, `- ${sentence()}`, '')
  return {
    name: `${area}/${verb}-${object}-${manner}-${number.toString(36)}`,
    summary: `${capital(verb)} a ${object} ${manner.replaceAll('-', ' ')} with ${product} in ${area}`,
    content: lines.join('\n').padEnd(chars, '.').slice(0, chars),
    tags: [area, object],
    triggers: [`${verb} the ${object}`],
  }
}

/** What a person would say who needs this skill; the words are the skill's, the sentence is not. @param {number} number */
export function messageFor(number) {
  const { name, summary } = generatedSkill(number)
  const [area, rest = ''] = name.split('/')
  const [verb, object] = rest.split('-')
  return `Could you please ${verb} the ${object} for me? It is about ${area}, we use ${summary.split(' with ')[1]?.split(' ')[0]}.`
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
