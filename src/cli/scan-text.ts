// What the scan found in a text, as lines for a person. Each place stands behind a sign, and its excerpt in quotes, so that
// no text can pass itself off as one of our own sentences.
import { printableLine } from '../domain/printable.ts'
import { SCAN_NOTE, type Scan } from '../domain/scan.ts'
import { findingText, scanCount } from '../domain/scan-skill.ts'

/** Also when there is nothing: whoever is about to say yes should know that it was looked for. */
export function scanLines(scan: Scan): string[] {
  const count = scanCount(scan)
  if (count === undefined) return [`Scan: nothing found. ${SCAN_NOTE}`]
  return [
    `Scan: ${count}. ${SCAN_NOTE}`,
    ...scan.findings.map((finding) => `  ! ${findingText(finding)}`),
    ...(scan.more === 0 ? [] : [`  ! and ${scan.more} more`]),
  ].map(printableLine)
}

/** Nothing where nothing was found. */
export function foundLines(scan: Scan): string[] {
  return scanCount(scan) === undefined ? [] : scanLines(scan)
}
