// How numbers, days and parts are said, alike on every page.

/** `1 skill`, `2 skills`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** `0.734` as `73%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `3 days ago`; `never` for null; `unknown` for what is no date. */
export function ago(iso: string | null | undefined): string {
  if (iso === null || iso === undefined || iso === '') return 'never'
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return 'unknown'
  const age = Date.now() - time
  const step = STEPS.find(([, ms]) => Math.abs(age) >= ms)
  return step === undefined ? 'just now' : relative.format(-Math.trunc(age / step[1]), step[0])
}

/** The day and minute in the reader's own zone, for a title or a table. */
export function at(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time)
    ? 'unknown'
    : new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte')
  return bytes < 999_950 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
