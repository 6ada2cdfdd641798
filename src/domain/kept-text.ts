// Whether a text that takes the place of others still says what they say, and whether it says what none of them said. By
// facts, headings and words; what sentences mean nobody here can tell, so it leans towards refusing.
import { analyze } from './analyzer.ts'
import { MISSING_FACTS_MAX, missingFacts } from './kept-facts.ts'
import { markdownBlocks, markdownLines } from './markdown-blocks.ts'
import { factText } from './merged-skill.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'

/**
 * Names and headings that a rewriting may drop if it lists them. A command, a number or a link may never be dropped: whoever
 * follows the text cannot guess it.
 */
const DROPPED_FACTS_MAX = 3
/** Of the different words of each source: a rewording keeps most, and a text that lost a part does not. */
const KEPT_WORDS_SHARE_MIN = 0.6
const SAID_MAX = 5

/**
 * Why `next` must not take the place of `sources`; undefined when it may. Only their contents are compared: what else they
 * hold is carried over by code. @param dropped what its author says is left out.
 */
export function lostText(sources: readonly Skill[], next: Skill, dropped: readonly string[]): string | undefined {
  const texts = sources.map((source) => withoutMarkers(source.content))
  const text = withoutMarkers(next.content)
  const commands = new Set(texts.flatMap(commandsIn))
  const facts = missingFacts(texts, text)
  const precise = facts.filter((fact) => isPrecise(fact, commands))
  if (precise.length > 0) return `it loses what cannot be guessed: ${said(precise)}`
  const terms = termsOf(text)
  const missing = [...facts, ...missingHeadings(sources, terms)]
  const unlisted = missing.filter((fact) => !dropped.some((each) => each.includes(fact)))
  if (unlisted.length > 0) return `it loses ${said(unlisted)} and does not list it as dropped`
  if (missing.length > DROPPED_FACTS_MAX) {
    return `it drops ${missing.length} facts (${said(missing)}); at most ${DROPPED_FACTS_MAX} may go`
  }
  const thin = sources.find((_, i) => keptShare(texts[i]!, terms) < KEPT_WORDS_SHARE_MIN)
  return thin === undefined ? undefined : `too few words of "${thin.name}" are left in it`
}

/**
 * Commands, numbers and links of `next` that stand in none of the sources: made up, as far as anybody can tell.
 * @param isName of a skill that a text may name.
 */
export function madeUpFacts(sources: readonly Skill[], next: Skill, isName: (fact: string) => boolean): string[] {
  // Apart, since a code block that the text leaves open would take the rest for commands.
  const text = withoutMarkers(next.content)
  const commands = new Set(commandsIn(text))
  const known = sources
    .map((source) => withoutMarkers([source.name, source.name.replace(/[/-]+/g, ' '), factText(source)].join('\n\n')))
    .join('\n\n')
  const beside = [next.summary, ...next.triggers].join('\n\n')
  return missingFacts([text, beside], known).filter((fact) => isPrecise(fact, commands) && !isName(fact))
}

/** A few of them, for a reason. */
export function said(facts: readonly string[]): string {
  const named = facts.slice(0, SAID_MAX).map((fact) => `"${shown(fact)}"`)
  const count = facts.length >= MISSING_FACTS_MAX ? 'many' : `${facts.length - named.length}`
  return facts.length > named.length ? `${named.join(', ')} and ${count} more` : named.join(', ')
}

function isPrecise(fact: string, commands: ReadonlySet<string>): boolean {
  return commands.has(fact) || /\d|:\/\/|^-/.test(fact)
}

function commandsIn(text: string): string[] {
  const lines = markdownLines(text).filter(({ fenced, line }) => fenced && line.trim() !== '')
  return lines.map(({ line }) => line.replace(/\s+/g, ' ').trim())
}

// "10." before an item counts the items and says nothing.
function withoutMarkers(text: string): string {
  return markdownLines(text)
    .map(({ line, fence, fenced }) => (fence || fenced ? line : line.replace(/^(\s{0,12})\d{1,3}[.)](?=\s)/, '$1-')))
    .join('\n')
}

// A title is what the text is called, and one text has one.
function missingHeadings(sources: readonly Skill[], terms: ReadonlySet<string>): string[] {
  const headings = sources.flatMap(({ content }) =>
    markdownBlocks(content).flatMap((block) => (block.kind === 'heading' && block.level > 1 ? [block.text] : [])),
  )
  return [...new Set(headings)].filter((heading) => analyze(heading).some((term) => !terms.has(term)))
}

// Line by line, since the analyzer reads only so much of a text.
function termsOf(text: string): Set<string> {
  return new Set(text.split('\n').flatMap((line) => analyze(line)))
}

function keptShare(source: string, kept: ReadonlySet<string>): number {
  const terms = [...termsOf(source)]
  return terms.length === 0 ? 1 : terms.filter((term) => kept.has(term)).length / terms.length
}
