// What a text about skills does not say: it is read back line by line, as its reader would, and compared with all there
// was to say. Reading the text, and not the code that made it, is what makes this true after any cut.
import { analyze, words } from './analyzer.ts'

export type SummaryCut = {
  name: string
  /** Words of the summary that say something and stand nowhere in what is left of the line. */
  wordsLost: string[]
}
export type TextLoss = { skillsLeftOut: string[]; summariesCut: SummaryCut[] }

// As skill-index-text.ts and recall-block.ts write them.
const SKILL_LINE = /^- ([a-z0-9/-]+): (.*)$/
const NAMING_LINE = /^(?:Relevant skills for this message|Related skills \(see-also\)): (.*)$/
const FIRST_BODY = '\n\n<skill-reference '

/** @param skills all that there was to say, in order. @param text what arrived of it. */
export function textLoss(skills: { name: string; summary: string }[], text: string): TextLoss {
  const { rests, named } = read(text)
  const loss: TextLoss = { skillsLeftOut: [], summariesCut: [] }
  for (const { name, summary } of skills) {
    const rest = rests.get(name)
    if (rest === undefined && !named.has(name)) loss.skillsLeftOut.push(name)
    else if (rest === undefined || !rest.startsWith(oneLine(summary)))
      loss.summariesCut.push({ name, wordsLost: wordsLost(summary, `${name} ${rest ?? ''}`) })
  }
  return loss
}

/** How many characters of `whole` a server held back when it made `sent` of it, with marks such as "..." not counted. */
export function charsWithheld(whole: string, sent: string): number {
  if (whole === '') return 0
  const left = new Map<string, number>()
  for (const line of sent.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  const { rests } = read(sent)
  const headLines = whole.split(FIRST_BODY, 1)[0]!.split('\n').length
  let chars = 0
  for (const [i, line] of whole.split('\n').entries()) {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    if (count > 0) continue
    const [, name, rest] = (i < headLines && SKILL_LINE.exec(line)) || []
    const kept = name === undefined ? undefined : rests.get(name)
    chars += kept === undefined ? line.length + 1 : rest!.length - commonStart(rest!, kept)
  }
  return chars
}

// Behind the first body anything may stand, also what looks like a line of ours.
function read(text: string): { rests: Map<string, string>; named: Set<string> } {
  const rests = new Map<string, string>()
  const named = new Set<string>()
  for (const line of text.split(FIRST_BODY, 1)[0]!.split('\n')) {
    const [, name, rest] = SKILL_LINE.exec(line) ?? []
    if (name !== undefined) rests.set(name, rest!)
    for (const each of NAMING_LINE.exec(line)?.[1]?.split(', ') ?? []) named.add(each)
  }
  return { rests, named }
}

function wordsLost(summary: string, left: string): string[] {
  const kept = new Set(analyze(left))
  const lost = words(summary).filter((word) => analyze(word).some((term) => !kept.has(term)))
  return [...new Set(lost)]
}

function commonStart(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  return i
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
