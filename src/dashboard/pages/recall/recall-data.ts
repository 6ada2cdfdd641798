// What the endpoints of recall answer, and how parts of it are read. Pure.

/** As POST /api/recall says it with `why`. */
export type Hit = {
  name: string
  summary: string
  score: number
  confidence: number
  reason: string
  terms?: { term: string; score: number; fields: string[] }[]
  learned?: { score: number; messages: number }
  warning?: string
}
export type Loser = { name: string; score: number; confidence: number; reason: string }
export type Why = {
  terms: string[]
  repairs: { word: string; term: string; meant: string }[]
  threshold: number
  confidence: number
  confidenceNeeded: number
  learned: { lessons: number; likenessBest: number }
  others: Loser[]
}
export type Answer = {
  hits: Hit[]
  related: { name: string; summary: string; of: string }[]
  silent?: string
  why?: Why
}

/** A part of a hit's score. @property share of the score, 0 to 1; what speaks against it has none. */
export type Share = { label: string; where: string; score: number; share: number }

/** What makes up the score of a hit: its words, the strongest first, and what was learned. */
export function sharesOf({ terms = [], learned }: Hit): Share[] {
  const past = learned === undefined || learned.messages === 0 ? [] : [learned]
  const parts = [
    ...terms.map(({ term, score, fields }) => ({ label: term, where: `in ${fields.join(', ')}`, score })),
    ...past.map(({ score, messages }) => ({
      label: 'learned',
      where: `from ${messages} similar ${messages === 1 ? 'message' : 'messages'}`,
      score,
    })),
  ]
  const whole = parts.reduce((sum, { score }) => sum + Math.max(0, score), 0)
  return parts
    .sort((a, b) => b.score - a.score)
    .map((part) => ({ ...part, share: whole === 0 ? 0 : Math.max(0, part.score) / whole }))
}

export type Place = number | null
export type CaseKind = 'find' | 'not-first' | 'silence'
type Named = {
  id: string
  kind: CaseKind
  source: 'use' | 'file' | 'everyday'
  skill: string | null
  words: string | string[]
}
export type ListedCase = Named & { places: Place[] }
export type Run = {
  at: string
  cases: number
  at1: number
  at3: number
  at5: number
  staticAt5: number
  falseRecalls: number
}
export type CaseList = {
  cases: ListedCase[]
  total: number
  runs: Run[]
  faults: { line?: number; expected: string; received: string; fix: string }[]
}
type CaseRun = { place: Place; confidence: number; first: string | null }
export type Noted = Named & { static: CaseRun; withLearning: CaseRun; reason: string }
type Places = { static: Place; withLearning: Place }
export type Changed = Named & { before: Places; after: Places }
/** As POST /api/recall/eval says it. */
export type Evaluation = {
  changes: { lost: Changed[]; won: Changed[]; added: number; removed: number } | null
  missed: Noted[]
  silent: Noted[]
  falseRecalls: Noted[]
  gone: string[]
  learning: 'on' | 'paused' | 'off'
}

/** As domain/recall-case.ts has it: found within five, not first, or silent. */
export function isPassed(kind: CaseKind, place: Place): boolean {
  if (kind === 'find') return place !== null && place <= 5
  return kind === 'not-first' ? place !== 1 : place === null
}

/** What became of a case, in words. */
export function placeText(kind: CaseKind, place: Place): string {
  if (kind === 'silence') return place === null ? 'silent' : 'recalled something'
  if (kind === 'not-first') return place === 1 ? 'first again' : 'not first'
  return place === null ? 'not found' : `place ${place}`
}

export function wordsText(words: string | readonly string[]): string {
  return typeof words === 'string' ? words : words.join(' ')
}
