// The text of a skill that takes in another: its own text untouched, then what the other says beyond it under a heading
// of its own. A paragraph is left out only when the text says the same already, in the same words. Nothing is reworded.
import { analyze } from './analyzer.ts'
import { factsMissingFrom } from './kept-facts.ts'
import { type Block, type Heading, markdownBlocks, openFence, type Paragraph } from './markdown-blocks.ts'
import type { Skill } from './skill.ts'

/** A shorter paragraph ("Run it again.") means something else under another heading. */
const SELF_CONTAINED_WORDS_MIN = 8
const FROM_LEVEL = 2
const LEVEL_MAX = 6

export type MergedWords = Pick<Skill, 'name' | 'summary' | 'content'>

export function mergedContent(target: MergedWords, source: MergedWords): string {
  const rest = restOf(source, target.content)
  if (rest.length === 0) return target.content
  const own = target.content.trimEnd()
  const fence = openFence(own)
  const head = fence === undefined ? own : `${own}\n${fence}`
  return `${[head, `${'#'.repeat(FROM_LEVEL)} From ${source.name}`, ...rest].join('\n\n')}\n`
}

/** What the source says that the text does not, piece by piece, its headings below the one that they come under. */
function restOf(source: MergedWords, content: string): string[] {
  const pieces = newPieces(markdownBlocks(source.content), content)
  const summary = source.summary.trim()
  const isSaid = summary === '' || !saysMore(summary, saidBy([content, ...pieces].join('\n\n')))
  return isSaid ? pieces : [summary, ...pieces]
}

function newPieces(blocks: Block[], content: string): string[] {
  const said = saidBy(content)
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? block.level : []))
  const shift = Math.max(0, FROM_LEVEL + 1 - Math.min(...levels, LEVEL_MAX))
  const written = ({ level, text }: Heading) => `${'#'.repeat(Math.min(LEVEL_MAX, level + shift))} ${text}`
  const pieces: string[] = []
  // Headings above the place reached that are not written yet: they are once anything below them is new.
  let waiting: Heading[] = []
  let nearest: Heading = { kind: 'heading', level: 0, text: '' }
  for (const block of blocks) {
    if (block.kind === 'heading') {
      waiting = [...waiting.filter(({ level }) => level < block.level), block]
      nearest = block
    }
    const isNew = block.kind === 'heading' ? saysMore(block.text, said) : isNewParagraph(block, nearest, said)
    if (!isNew) continue
    pieces.push(...waiting.map(written))
    waiting = []
    if (block.kind === 'paragraph') pieces.push(block.text)
  }
  return pieces
}

/** A text, read for what it says. */
type Said = {
  terms: Set<string>
  lacks: (text: string) => string[]
  /** Its paragraphs, each with the headings under which it stands. */
  paragraphs: Map<string, Set<string>>
}

function saidBy(text: string): Said {
  const paragraphs = new Map<string, Set<string>>()
  let heading = ''
  for (const block of markdownBlocks(text)) {
    if (block.kind === 'heading') heading = headingKey(block)
    else paragraphs.set(paragraphKey(block), (paragraphs.get(paragraphKey(block)) ?? new Set()).add(heading))
  }
  // Line by line, since the analyzer reads only so much of a text.
  const terms = new Set(text.split('\n').flatMap((line) => analyze(line)))
  return { terms, lacks: factsMissingFrom(text), paragraphs }
}

function isNewParagraph(paragraph: Paragraph, under: Heading, said: Said): boolean {
  const key = paragraphKey(paragraph)
  const headings = said.paragraphs.get(key)
  if (headings === undefined || said.lacks(paragraph.text).length > 0) return true
  if (headings.has(headingKey(under)) || headingKey(under) === '') return false
  const isSelfContained = key.split(/\s+/).length >= SELF_CONTAINED_WORDS_MIN
  return !isSelfContained || analyze(under.text).some((term) => !said.terms.has(term))
}

/** Whether a line has a word or a fact that the text lacks. */
function saysMore(line: string, { terms, lacks }: Said): boolean {
  return analyze(line).some((term) => !terms.has(term)) || lacks(line).length > 0
}

// The title of the whole says where we are, but not more.
function headingKey({ level, text }: Heading): string {
  return level <= 1 ? '' : plainWords(text)
}

// Code to the letter; prose without case, articles and marks.
function paragraphKey({ lines, text }: Paragraph): string {
  const key = lines
    .map(({ line, fence, fenced }) => (fence ? '```' : fenced ? line.trimEnd() : plainWords(line)))
    .join('\n')
  return key.trim() === '' ? text.trim() : key
}

function plainWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !ARTICLES.has(word)).join(' ')
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])
