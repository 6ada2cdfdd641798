import { type Diagnostic, diagnosticLine } from '../../domain/diagnostic.ts'
import { printableLine } from '../../domain/printable.ts'
import type { Command } from '../command.ts'
import { findFaults } from '../findings.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

export const check: Command = {
  usage: 'check',
  summary: 'say what is wrong with the files of the home, and how to mend it',
  help: 'Exit code 1 when a file is an error, that is, not served until mended; 0 when there are warnings only.',
  run: (_args, options, around) =>
    withHome(around, options, async (home) => {
      const findings = await findFaults(home)
      const errors = findings.filter((finding) => finding.severity === 'error').length
      const warnings = findings.length - errors
      const skills = home.shelf.size()
      return {
        json: { findings: findings.map(document), errors, warnings, skills },
        text: [
          ...findings.map((finding) => printableLine(diagnosticLine(finding))),
          ...(findings.length === 0 ? [] : ['']),
          `${counted(skills, 'skill')} served: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`,
        ].join('\n'),
        exit: errors === 0 ? 0 : 1,
      }
    }),
}

/** All keys in all findings, in one order, whoever made the diagnostic. */
function document({ file, line, severity, code, expected, received, fix }: Diagnostic) {
  return { file, line: line ?? null, severity, code, expected, received, fix }
}
