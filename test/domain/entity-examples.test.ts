// Goal: how much of what names somebody goes, and how much of what says the task stays, on a hundred messages in ten
// languages that were labelled before the filter saw them. One half was never looked at when a rule was changed. Prints both;
// the bars are what was measured, rounded down: a change of the filter may not cost more than that.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutEntities } from '../../src/domain/entity-filter.ts'

type Example = {
  half: 'held-out' | 'tuned'
  language: string
  message: string
  /** By kind, the words that name somebody or something of somebody's. */
  entities: Record<string, string[]>
  /** The words without which nobody can tell what the task is. */
  keywords: string[]
}
// The test's own file: written by hand in this form.
const EXAMPLES = JSON.parse(readFileSync(new URL('./entity-examples.json', import.meta.url), 'utf8')) as Example[]

type Figures = { entities: number; removed: number; keywords: number; kept: number }

// Recall: what went of the entities. Precision: the share of entities in what went. Kept: what stayed of the keywords.
function measured(examples: readonly Example[]): { recall: number; precision: number; kept: number } {
  const all = examples.map(figuresOf)
  const total = (of: keyof Figures) => all.reduce((sum, one) => sum + one[of], 0)
  const [removed, lost] = [total('removed'), total('keywords') - total('kept')]
  return {
    recall: removed / total('entities'),
    precision: removed / (removed + lost),
    kept: total('kept') / total('keywords'),
  }
}

function figuresOf({ message, entities, keywords }: Example): Figures {
  const stays = stayingIn(withoutEntities(message, () => false))
  const named = Object.values(entities).flat()
  return {
    ...{ entities: named.length, removed: named.filter((word) => !stays(word)).length },
    ...{ keywords: keywords.length, kept: keywords.filter(stays).length },
  }
}

// Han and kana come in whole runs: there a word stays when it stands anywhere in one.
function stayingIn(kept: readonly string[]): (word: string) => boolean {
  const words = kept.map((word) => word.toLowerCase())
  const isRun = (word: string) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word)
  return (word) => (isRun(word) ? words.some((one) => one.includes(word)) : words.includes(word.toLowerCase()))
}

function half(of: Example['half']): Example[] {
  return EXAMPLES.filter((example) => example.half === of)
}

function printed(label: string, { recall, precision, kept }: ReturnType<typeof measured>): string {
  return `${label.padEnd(10)} entities gone ${recall.toFixed(3)}  of what went, entities ${precision.toFixed(3)}  keywords kept ${kept.toFixed(3)}`
}

test('of a hundred labelled messages nearly every entity goes and most keywords stay, in both halves', () => {
  const [heldOut, tuned] = [measured(half('held-out')), measured(half('tuned'))]
  const languages = [...new Set(EXAMPLES.map(({ language }) => language))]
  const rows = languages.map((of) => printed(of, measured(EXAMPLES.filter(({ language }) => language === of))))
  console.info([printed('held out', heldOut), printed('tuned', tuned), ...rows].join('\n'))
  expect(half('held-out')).toHaveLength(50)
  expect(half('tuned')).toHaveLength(50)
  expect(heldOut.recall).toBeGreaterThanOrEqual(0.97)
  expect(heldOut.precision).toBeGreaterThanOrEqual(0.97)
  expect(heldOut.kept).toBeGreaterThanOrEqual(0.97)
  expect(tuned.recall).toBeGreaterThanOrEqual(0.97)
  expect(tuned.precision).toBeGreaterThanOrEqual(0.95)
  expect(tuned.kept).toBeGreaterThanOrEqual(0.95)
})
