// What `check` says of texts in which the scan finds something severe: one line a skill, whoever wrote it. What is merely
// notable is told where somebody looks at the skill itself; nothing is blocked here.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { SCAN_NOTE, type Scan } from '../domain/scan.ts'
import { severeRules } from '../domain/scan-skill.ts'
import type { Shelf } from './shelf.ts'
import type { Standings } from './standings.ts'

export async function scanFaults({
  shelf,
  standings,
}: {
  shelf: Pick<Shelf, 'entries'>
  standings: Pick<Standings, 'scanOf'>
}): Promise<Diagnostic[]> {
  const faults: Diagnostic[] = []
  for (const entry of shelf.entries()) {
    const fault = faultOf(entry.skill.name, await standings.scanOf(entry))
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

function faultOf(name: string, scan: Scan): Diagnostic | undefined {
  const [worst] = scan.findings
  if (worst === undefined || worst.severity !== 'severe') return undefined
  const others = severeRules(scan).slice(1)
  const more = others.length === 0 ? '' : `; also ${others.join(', ')}`
  return {
    ...({ severity: 'warning', code: 'scan-severe', file: `skills/${name}.json` } as const),
    expected: 'nothing that the scan calls severe, or a person who approved it',
    received: `${worst.rule} at ${worst.path}:${worst.line}: "${worst.excerpt}"${more}`,
    fix: `Look at it: skill-cortex show ${name}; approving it says that you have seen it. ${SCAN_NOTE}`,
  }
}
