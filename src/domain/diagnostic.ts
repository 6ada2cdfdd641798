// What is wrong with something on disk, said so that a person can mend it. Content from outside never throws:
// readers return a value where they can and diagnostics for the rest, and `check` prints them.

export type Diagnostic = {
  /** `error`: not served until mended. `warning`: served, but look at it. */
  severity: 'error' | 'warning'
  /** Stable, for filters and tests: `json-syntax`, `duplicate-key`, `name-mismatch`, ... */
  code: string
  /** Path relative to the home, with `/`. */
  file: string
  /** 1-based; absent when the fault has no place. */
  line?: number
  expected: string
  received: string
  /** What to do, one sentence. */
  fix: string
}

/** One line for a terminal or a log. */
export function diagnosticLine(d: Diagnostic): string {
  const place = d.line === undefined ? d.file : `${d.file}:${d.line}`
  return `${place}: ${d.severity} ${d.code}: expected ${d.expected}, got ${d.received}. ${d.fix}`
}
