// What was observed in a text, as lines for the person who is to say yes: what the policy does not declare comes first.
import { FACT_KINDS, type FactKind, type FactList, type ReviewFacts } from '../domain/review-facts.ts'
import { shown } from '../domain/skill-error.ts'
import { counted } from './wording.ts'

/** Of each kind; the rest is counted. */
const NAMES_SAID_MAX = 12

export function observedLines(facts: ReviewFacts): string[] {
  const said = FACT_KINDS.flatMap((kind) => (facts[kind].total === 0 ? [] : [kindText(kind, facts[kind])]))
  const { placeholders } = facts
  const standIns = placeholders.length === 0 ? [] : [`Read like stand-ins: ${names(placeholders.map(quotedName))}.`]
  if (said.length + standIns.length === 0) {
    return ['Observed in its text: no host, variable, credential, command or tool. That proves nothing.']
  }
  return [...said, ...standIns, 'This is observed, not authoritative: a text can hide what it does.']
}

const LABELS: Record<FactKind, string> = {
  hosts: 'hosts',
  environment: 'variables of the environment',
  credentials: 'credentials',
  commands: 'commands',
  tools: 'tools in its steps',
}

function kindText(kind: FactKind, { found, total }: FactList): string {
  const words = found.map(({ name, undeclared }) => `${quotedName(name)}${undeclared ? ' (undeclared)' : ''}`)
  return `Observed ${LABELS[kind]}: ${names(words, total)}.`
}

function names(words: string[], total = words.length): string {
  const left = total - Math.min(words.length, NAMES_SAID_MAX)
  return `${words.slice(0, NAMES_SAID_MAX).join(', ')}${left === 0 ? '' : ` and ${counted(left, 'other')}`}`
}

// A name of another form could read like a sentence of ours.
function quotedName(name: string): string {
  return /^[\w.:/*@~+-]{1,100}$/.test(name) ? name : `"${shown(name).replaceAll('"', "'")}"`
}
