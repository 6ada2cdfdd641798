// Regions by wording: the words by which a region is known, for it and against it. Learned ones are a view on the lessons of
// recall (domain/lesson.ts), so what is forgotten there is gone here; a person writes others. A region is suggested only when
// at least two words agree, which are no small part of what was said, and no stronger evidence stands against it (DESIGN 3.4;
// over a simulated year the share brought false suggestions from 13 to 2 in a hundred: npm run bench routing-year).
import type { Lesson } from './lesson.ts'
import { byCodeUnit } from './routing-prune.ts'
import type { RoutingSettings } from './routing-settings.ts'

/** Stems. @property against those of messages for which a skill of the region turned out wrong. */
export type Signals = { for: string[]; against: string[] }

/** @param regionOf the region that a lesson's load belongs to. */
export function learnedSignals(
  lessons: readonly Lesson[],
  regionOf: (lesson: Lesson) => string,
  settings: Pick<RoutingSettings, 'signalsMax' | 'signalsPerMessageMax'>,
): Map<string, Signals> {
  const byRegion = new Map<string, Lesson[]>()
  const regionsOfStem = new Map<string, Set<string>>()
  for (const lesson of lessons) {
    const region = regionOf(lesson)
    byRegion.set(region, [...(byRegion.get(region) ?? []), lesson])
    if (lesson.verdict === 'wrong') continue
    for (const stem of lesson.stems) regionsOfStem.set(stem, (regionsOfStem.get(stem) ?? new Set()).add(region))
  }
  const elsewhere = (stem: string) => (regionsOfStem.get(stem)?.size ?? 0) - 1
  return new Map(
    [...byRegion].map(([region, own]) => {
      const right = own.filter(({ verdict }) => verdict !== 'wrong')
      const positive = newestSignals(right, elsewhere, settings)
      const wrong = own.filter(({ verdict }) => verdict === 'wrong')
      const spoken = new Set(right.flatMap(({ stems }) => stems))
      // What is said for the region as well tells nothing against it.
      const against = newestSignals(wrong, () => 0, settings).filter((stem) => !spoken.has(stem))
      return [region, { for: positive, against }]
    }),
  )
}

export type Perceived = { region: string; agreeing: string[]; against: string[] }

/** Best first: by what speaks for it less what speaks against it, then by name. @param stems of the task. */
export function perceiveRegions(
  signals: ReadonlyMap<string, Signals>,
  stems: readonly string[],
  { signalsAgreeingMin, signalsShareMin }: Pick<RoutingSettings, 'signalsAgreeingMin' | 'signalsShareMin'>,
): Perceived[] {
  const said = new Set(stems)
  const agreeingMin = Math.max(signalsAgreeingMin, signalsShareMin * said.size)
  const net = ({ agreeing, against }: Perceived) => agreeing.length - against.length
  return [...signals]
    .map(([region, own]) => ({
      region,
      agreeing: own.for.filter((stem) => said.has(stem)),
      against: own.against.filter((stem) => said.has(stem)),
    }))
    .filter((perceived) => perceived.agreeing.length >= agreeingMin && net(perceived) >= 0)
    .sort((a, b) => net(b) - net(a) || byCodeUnit(a.region, b.region))
}

// Each message adds the few words that tell this region from others; of more than fit those go that were added longest ago,
// and a word that is said again is added anew.
function newestSignals(
  lessons: readonly Lesson[],
  elsewhere: (stem: string) => number,
  { signalsMax, signalsPerMessageMax }: Pick<RoutingSettings, 'signalsMax' | 'signalsPerMessageMax'>,
): string[] {
  const counts = new Map<string, number>()
  for (const { stems } of lessons) for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const telling = (stem: string) => counts.get(stem)! / (1 + Math.max(0, elsewhere(stem)))
  const added = new Set<string>()
  for (const { stems } of [...lessons].sort((a, b) => byCodeUnit(a.at, b.at) || byCodeUnit(a.id, b.id))) {
    const best = [...new Set(stems)].sort((a, b) => telling(b) - telling(a) || byCodeUnit(a, b))
    for (const stem of best.slice(0, signalsPerMessageMax)) {
      added.delete(stem)
      added.add(stem)
    }
  }
  return [...added].slice(-signalsMax)
}
