// The scan of a skill: the fields that a reader follows, each as a part of its own, as they are and not as a file escapes
// them, and the files beside them as far as the caller has read them.
import { FINDINGS_MAX, type Finding, type Scan, type ScanPart, scanText } from './scan.ts'
import { type FileTexts, NO_FILES } from './scan-files.ts'
import type { Skill } from './skill.ts'
import { isExtracted } from './summary.ts'

/** The gravest first; what is said of whole files comes last, for it is never severe. */
export function scanSkill(skill: Skill, files: FileTexts = NO_FILES): Scan {
  const { findings, more } = scanText([...partsOf(skill), ...files.texts], skill.policy)
  const all = [...findings, ...files.findings]
  return { findings: all.slice(0, FINDINGS_MAX), more: more + files.more + Math.max(0, all.length - FINDINGS_MAX) }
}

/** Rules that found something severe, the gravest first; each once. */
export function severeRules({ findings }: Scan): string[] {
  return [...new Set(findings.filter(isSevere).map(({ rule }) => rule))]
}

/** "3 findings, the gravest: secret (severe)"; undefined when there is none. */
export function scanCount({ findings, more }: Scan): string | undefined {
  const [first] = findings
  if (first === undefined) return undefined
  const all = findings.length + more
  return all === 1
    ? `1 finding: ${first.rule} (${first.severity})`
    : `${all} findings, the gravest: ${first.rule} (${first.severity})`
}

/** As answers hold it. */
export function findingsOf({ findings, more }: Scan): { findings: Finding[]; moreFindings: number } {
  return { findings, moreFindings: more }
}

/** What an agent is told that loads it; none where nothing was found. */
export function scanWarnings(scan: Scan): string[] {
  const count = scanCount(scan)
  return count === undefined ? [] : [`the scan of its text has ${count}; no finding would not mean safe`]
}

/** One line for a person. */
export function findingText({ rule, severity, path, line, excerpt, reason }: Finding): string {
  return `${severity} ${rule} at ${path}:${line}: ${reason}: "${excerpt}"`
}

function isSevere({ severity }: Finding): boolean {
  return severity === 'severe'
}

function partsOf(skill: Skill): ScanPart[] {
  const { content, triggers, steps } = skill
  // One that was taken from the text stands there already.
  const summary = isExtracted(skill) ? '' : skill.summary
  const inSteps = steps.flatMap(({ action, description = '', tool = '' }) => [action, description, tool])
  const parts: [path: string, text: string][] = [
    ['content', content],
    ['summary', summary],
    ['triggers', triggers.join('\n')],
    ['steps', inSteps.join('\n')],
  ]
  return parts.filter(([, text]) => text !== '').map(([path, text]) => ({ path, text }))
}
