// What `eval` tells a person: how many cases there are, how well they do, what changed, and what to look at.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { printableLine } from '../domain/printable.ts'
import type { Place, RecallCase } from '../domain/recall-case.ts'
import { CASE_FILE } from '../domain/recall-case-file.ts'
import { CONFIDENCE_MIN } from '../domain/recall-confidence.ts'
import { type Change, type Changes, type Measures, RANKINGS, type Share } from '../domain/recall-measures.ts'
import type { Evaluation, Noted } from '../recall/eval-recall.ts'
import { columns } from './columns.ts'
import { counted, listed, shortened } from './wording.ts'

const CASES_SHOWN_MAX = 20
const SKILLS_SHOWN_MAX = 5
const WORDS_CHARS_MAX = 80

/** What --fail-under asked for. `isReached` is undefined when there was nothing to measure. */
export type Bar = { percent: number; isReached: boolean | undefined }

export function evalText(evaluation: Evaluation, bar: Bar | undefined): string {
  const { counts, missed, silent, falseRecalls, faults } = evaluation
  const isEmpty = counts.used + counts.wrong + counts.kept + counts.keptSilent === 0
  const shouldBeSilent = falseRecalls.filter((each) => each.case.source !== 'everyday')
  const paragraphs = isEmpty
    ? [noCases(), learningNote(evaluation), goneNote(evaluation)]
    : [
        casesSentence(counts),
        learningNote(evaluation),
        goneNote(evaluation),
        measuresTable(evaluation.static, evaluation.withLearning),
        changesText(evaluation.changes),
        caseList('Not among the first five', missed),
        caseList('Found, but recall would be silent', silent),
        caseList('Recalled, and should not be', shouldBeSilent),
        everydayText(falseRecalls),
      ]
  return [...paragraphs, faultsText(faults), barText(evaluation, bar)]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function noCases(): string {
  return [
    'There are no cases yet. They come about by themselves: an agent asks recall_skills or list_skills, loads the skill',
    'with get_skill, follows it, and reports success with report_outcome. From then on the words of that message should',
    `bring up that skill. You can also write cases into ${CASE_FILE}; --help shows how.`,
  ].join('\n')
}

function casesSentence({ used, wrong, kept, keptSilent, everyday }: Evaluation['counts']): string {
  const parts = [
    ...(used === 0 ? [] : [`${used} from confirmed ${used === 1 ? 'use' : 'uses'}`]),
    ...(wrong === 0 ? [] : [`${wrong} where the skill was the wrong one`]),
    ...(kept + keptSilent === 0 ? [] : [`${kept + keptSilent} from ${CASE_FILE}`]),
  ]
  const total = used + wrong + kept + keptSilent
  return `${counted(total, 'case')}: ${listed(parts)}.\nTried as well: ${everyday} everyday messages that no skill is for.`
}

function learningNote({ learning }: Evaluation): string {
  switch (learning) {
    case 'on':
      return ''
    case 'paused':
      return 'Learning is paused: what was learned counts, and use makes no new cases.'
    case 'off':
      return 'The setting recall.learn is off: what was learned does not count, and use makes no new cases.'
  }
}

function goneNote({ gone }: Evaluation): string {
  if (gone.length === 0) return ''
  const more = gone.length - CASES_SHOWN_MAX
  const names = more > 0 ? [...gone.slice(0, CASES_SHOWN_MAX), `${more} more`] : gone
  return `Not run: the cases of ${listed(names)}, no longer in the library.`
}

function measuresTable(byText: Measures, byPast: Measures): string {
  const row = (label: string, of: (measures: Measures) => string) => [label, of(byText), of(byPast)]
  const found = (label: string, key: 'at1' | 'at3' | 'at5' | 'answered') =>
    row(label, (measures) => percentText({ count: measures.found[key], of: measures.found.cases }))
  const failed = (label: string, key: keyof Measures['false']) =>
    byText.false[key].of === 0 ? [] : [row(label, (measures) => shareText(measures.false[key]))]
  const rows = [
    ...(byText.found.cases === 0
      ? []
      : [
          found('skill first (Recall@1)', 'at1'),
          found('within three (Recall@3)', 'at3'),
          found('within five (Recall@5)', 'at5'),
          found(`answered (confidence ${CONFIDENCE_MIN} or more)`, 'answered'),
        ]),
    ...failed('false recalls: wrong skill first', 'wrongFirst'),
    ...failed(`false recalls: silent in ${CASE_FILE}`, 'silent'),
    ...failed('false recalls: everyday messages', 'everyday'),
  ]
  return columns(['measure', 'static', 'with learning'], rows)
}

// Rounded down, so that what fails under 90 does not read as 90.
function percentText({ count, of }: Share): string {
  return `${Math.floor((100 * count) / of)}% (${shareText({ count, of })})`
}

function shareText({ count, of }: Share): string {
  return `${count} of ${of}`
}

function changesText(changes: Changes | undefined): string {
  if (changes === undefined) return 'This is the first run: there is nothing to compare it with.'
  const isOwn = (change: Change) => change.case.source !== 'everyday'
  const [lost, won] = [changes.lost.filter(isOwn), changes.won.filter(isOwn)]
  const everyday = [changes.lost.length - lost.length, changes.won.length - won.length] as const
  const lines = [
    ...shownOf(lost.map((change) => `lost: ${changeText(change)}`)),
    ...shownOf(won.map((change) => `won: ${changeText(change)}`)),
    ...(changes.added === 0 ? [] : [`${counted(changes.added, 'new case')}`]),
    ...(changes.removed === 0 ? [] : [`${counted(changes.removed, 'case')} no longer there`]),
    ...(everyday[0] + everyday[1] === 0
      ? []
      : [`everyday messages: ${everyday[0]} newly answered, ${everyday[1]} answered no more`]),
  ]
  return lines.length === 0 ? 'Since the last run: no change.' : indented('Since the last run:', lines)
}

function changeText({ case: each, before, after }: Change): string {
  const said = (place: Place) => {
    if (each.kind === 'silence') return place === null ? 'silent' : 'answered'
    return place === null ? (each.kind === 'find' ? 'not found' : 'not shown') : `place ${place}`
  }
  const [byText, byPast] = RANKINGS.map((ranking) => {
    const [was, is] = [said(before[ranking]), said(after[ranking])]
    return was === is ? `still ${is}` : `${was} before and ${is} now`
  })
  const places = byText === byPast ? byText : `static ${byText}; with learning ${byPast}`
  return `${caseName(each)}: ${places}`
}

function caseName(each: RecallCase): string {
  const { words } = each
  const said = typeof words === 'string' ? `"${shortened(words, WORDS_CHARS_MAX)}"` : words.join(' ')
  return each.kind === 'silence' ? said : `${each.skill}, for ${shortened(said, WORDS_CHARS_MAX)}`
}

function caseList(title: string, noted: readonly Noted[]): string {
  if (noted.length === 0) return ''
  const lines = noted.map(({ case: each, reason }) => `${caseName(each)}: ${reason}`)
  return indented(`${title} (${noted.length}):`, shownOf(lines))
}

// One by one they say little; which skills they bring up says which descriptions are too wide.
function everydayText(falseRecalls: readonly Noted[]): string {
  const counts = new Map<string, number>()
  for (const { case: each, runs } of falseRecalls) {
    const { first } = runs.withLearning
    if (each.source === 'everyday' && first !== null) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  if (counts.size === 0) return ''
  const most = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, SKILLS_SHOWN_MAX)
  const names = most.map(([name, count]) => `${name} (${count})`)
  const rest = counts.size > most.length ? [`${counts.size - most.length} more`] : []
  return `With learning, everyday messages bring up ${listed([...names, ...rest])}.`
}

function shownOf(lines: string[]): string[] {
  const more = lines.length - CASES_SHOWN_MAX
  return more <= 0 ? lines : [...lines.slice(0, CASES_SHOWN_MAX), `and ${more} more; --json lists all`]
}

function indented(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${printableLine(line)}`)].join('\n')
}

// A wrong line is rarely alone, and one remedy fits them all.
function faultsText(faults: readonly Diagnostic[]): string {
  if (faults.length === 0) return ''
  const lines = faults.map(({ file, line, expected, received }) => {
    return `${line === undefined ? file : `${file}:${line}`}: expected ${expected}, got ${received}`
  })
  return indented('Passed over:', [...lines, ...new Set(faults.map(({ fix }) => fix))])
}

function barText({ withLearning: { found } }: Evaluation, bar: Bar | undefined): string {
  if (bar === undefined) return ''
  const asked = `--fail-under ${bar.percent}`
  if (bar.isReached === undefined)
    return `${asked}: failed, because there are no cases in which a skill should be found.`
  const reached = `Recall@5 with learning is ${percentText({ count: found.at5, of: found.cases })}`
  return `${asked}: ${bar.isReached ? 'passed' : 'failed'}, ${reached}.`
}
