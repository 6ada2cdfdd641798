import { homedir } from 'node:os'
import { z } from 'zod'
import { type Diagnostic, diagnosticLine } from '../../domain/diagnostic.ts'
import { printableLine } from '../../domain/printable.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { outsidePlace } from '../../files/outside-folder.ts'
import type { DoneRepair } from '../../library/file-repairs.ts'
import { findFaults } from '../../library/find-faults.ts'
import { findLibraryRepairs } from '../../library/library-repairs.ts'
import { readPackages } from '../../packages/read-package.ts'
import { applyPackageRepair, findPackageRepairs } from '../../packages/repair-packages.ts'
import type { ReadContext } from '../../store/read-found.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { carryOutRepairs } from '../repairs.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

const optionsSchema = z.object({ fix: flag, yes: flag, json: flag })
type Options = z.output<typeof optionsSchema>

export const check: Command = {
  usage: 'check [path]',
  summary: 'say what is wrong with the files of the home, or with SKILL.md folders, and how to mend it',
  options: [
    ['--fix', 'show what can be repaired without a guess, and write it after a yes'],
    ['--yes', 'with --fix: write it without asking; in a home that takes a person'],
  ],
  help: [
    'Exit code 1 when a file is an error, that is, not served until mended, or could be repaired and was not; else 0.',
    'A path is a folder with a SKILL.md, or one of several such folders, as for "skill-cortex import".',
    'In a home what a repaired file said before stays in its history: skill-cortex history NAME.',
  ].join('\n'),
  async run([path], given, around) {
    const options = parseOptions(optionsSchema, given)
    if (options.yes === true && options.fix !== true) throw yesWithoutFix()
    if (path !== undefined) return ofPackages(path, options, around)
    return withHome(around, given, async (home) => {
      const repaired = options.fix === true ? await repairHome(home, options, around) : undefined
      const skills = home.shelf.size()
      return answer(await findFaults(home), repaired, { skills }, `${counted(skills, 'skill')} served`)
    })
  },
}

type Repaired = { done: DoneRepair[]; text: string }

async function repairHome(home: CommandHome, options: Options, around: Surroundings): Promise<Repaired> {
  const may = () => assertPerson('check --fix', home, around)
  const repaired = await carryOutRepairs(await findLibraryRepairs(home, OPERATOR), options, around, may)
  // What could not be read before is served from now on.
  if (repaired.done.some(({ outcome }) => outcome === 'repaired')) await home.shelf.lookAround()
  return repaired
}

// What an import would say of them. The files are the user's own, so it takes a yes and no operator.
async function ofPackages(path: string, options: Options, around: Surroundings): Promise<CommandAnswer> {
  const userHome = around.env.HOME || homedir()
  const context = {
    ...{ userHome: outsidePlace(userHome)?.place ?? userHome, folder: process.cwd() },
    now: around.now().toISOString(),
  }
  const repaired = options.fix === true ? await repairPackages(path, context, options, around) : undefined
  const { packages, diagnostics } = readPackages(path, context)
  const findings = [...packages.flatMap((each) => each.diagnostics), ...diagnostics]
  return answer(findings, repaired, { packages: packages.length }, `${counted(packages.length, 'package')} looked at`)
}

function repairPackages(path: string, context: ReadContext, options: Options, around: Surroundings): Promise<Repaired> {
  const offers = findPackageRepairs(path, context).map((repair) => ({
    ...repair,
    apply: () => applyPackageRepair(repair),
  }))
  return carryOutRepairs(offers, options, around, () => Promise.resolve())
}

function answer(
  findings: Diagnostic[],
  repaired: Repaired | undefined,
  counts: Record<string, number>,
  what: string,
): CommandAnswer {
  const errors = findings.filter((finding) => finding.severity === 'error').length
  const warnings = findings.length - errors
  const fixes = repaired === undefined ? {} : { fixes: repaired.done }
  const isLeft = repaired?.done.some(({ outcome }) => outcome !== 'repaired') === true
  return {
    json: { findings: findings.map(document), errors, warnings, ...counts, ...fixes },
    text: [
      ...(repaired === undefined ? [] : [repaired.text, '']),
      ...findings.map((finding) => printableLine(diagnosticLine(finding))),
      ...(findings.length === 0 ? [] : ['']),
      `${what}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`,
    ].join('\n'),
    exit: errors === 0 && !isLeft ? 0 : 1,
  }
}

/** All keys in all findings, in one order, whoever made the diagnostic. */
function document({ file, line, severity, code, expected, received, fix }: Diagnostic) {
  return { file, line: line ?? null, severity, code, expected, received, fix }
}

function yesWithoutFix(): SkillError {
  return new SkillError(
    'bad-input',
    'expected --fix beside --yes, got --yes alone',
    'Say: skill-cortex check --fix --yes',
  )
}
