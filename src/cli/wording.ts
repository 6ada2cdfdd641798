// How numbers, days and lists are said, in one place, so that every command says them alike.

/** `1 skill`, `2 skills`. For nouns that take an s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The day as 2026-11-21, in UTC, the same in every place. Dates come from files: what is no date is said so. */
export function day(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? 'unknown day' : new Date(time).toISOString().slice(0, 10)
}

const AGES: [unit: string, ms: number][] = [
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
// Up to so many of a unit are said in it: "47 hours ago" says more than "1 day ago".
const UNITS_MIN = 2

/** `just now`, `5 minutes ago`, `3 days ago`. What lies ahead is a clock that was wrong, and is just now. */
export function ago(iso: string, now: Date): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return 'unknown'
  const age = now.getTime() - time
  const [unit, ms] = AGES.find((each) => age >= UNITS_MIN * each[1]) ?? AGES.at(-1)!
  const count = Math.floor(age / ms)
  return count < 1 ? 'just now' : `${counted(count, unit)} ago`
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte')
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** At most that many characters, never half of one, with a mark where something was left out. */
export function shortened(text: string, charsMax: number): string {
  const characters = [...text]
  return characters.length <= charsMax
    ? text
    : `${characters
        .slice(0, charsMax - 1)
        .join('')
        .trimEnd()}…`
}

const TIER_MAX = 4

/** `★★☆☆`: the tier of a skill, at one width. */
export function stars(tier: number): string {
  return '★'.repeat(tier) + '☆'.repeat(TIER_MAX - tier)
}
