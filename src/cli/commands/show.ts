import { z } from 'zod'
import { loadOrder } from '../../domain/dependency-graph.ts'
import { dependencyWarnings, loadFirstSentence } from '../../domain/dependency-warnings.ts'
import { listedFile } from '../../domain/listed-file.ts'
import { printableLine } from '../../domain/printable.ts'
import { findingsOf } from '../../domain/scan-skill.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { writeSkillMd } from '../../domain/skill-md-writer.ts'
import { isExtracted } from '../../domain/summary.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { fileLines } from '../file-text.ts'
import { flag, parseArgument, parseOptions, wholeNumber } from '../parse-options.ts'
import { foundLines } from '../scan-text.ts'
import { fileAnswer } from '../shown-file.ts'
import { findDraft, findShown, type ShownSkill } from '../shown-skill.ts'
import { dateSentence, standingSentence, useSentence, wordingLines } from '../skill-sentences.ts'
import { policyText, standingLines } from '../standing-text.ts'
import { withHome } from '../with-home.ts'
import { day } from '../wording.ts'

const path = z.string({ error: 'the path of a file' }).min(1, { error: 'the path of a file' })
const optionsSchema = z.object({ raw: flag, draft: flag, file: path.optional() })
const versionSchema = wholeNumber(1, 1_000_000_000).optional()

export const show: Command = {
  usage: 'show <name> [version]',
  summary: 'show a skill: how it stands, then its text; also an archived one, or a former version',
  options: [
    ['--draft', 'the text that waits for a person, instead of what stands'],
    ['--raw', 'print its SKILL.md form instead, and nothing else; with --file the bytes as they are'],
    ['--file <path>', 'print one of its files instead, as they are listed there'],
  ],
  help: 'Looking at a skill here does not count as a use of it. Nothing of it is ever run.',
  async run([name = '', given], options, around) {
    const { raw, draft, file } = parseOptions(optionsSchema, options)
    const version = parseArgument('version', versionSchema, given)
    if (draft === true && version !== undefined) throw draftOrVersion(version)
    return withHome(around, options, async (home) => {
      const shown = draft === true ? await findDraft(home, name) : await findShown(home, name, version)
      if (file !== undefined) return fileAnswer(shown, file, home, { isRaw: raw === true, isScreen: around.isScreen })
      return raw === true ? rawAnswer(shown) : answer(shown, home)
    })
  },
}

function rawAnswer({ skill, version, which }: ShownSkill): CommandAnswer {
  const skillMd = writeSkillMd(skill)
  return { json: { name: skill.name, version, isLive: which === 'live', skillMd }, text: skillMd, isVerbatim: true }
}

function answer(shown: ShownSkill, home: CommandHome): CommandAnswer {
  const { version, which, standing, record, scan } = shown
  const { files: manifest, ...skill } = shown.skill
  const files = manifest.map(listedFile)
  const usage = home.usageOf(skill.name)
  const stats = { loads: usage?.loads ?? 0, lastUsedAt: usage?.lastUsedAt ?? null }
  const missing = skill.seeAlso.filter((name) => home.shelf.entry(name) === undefined)
  const needs = loadOrder(shown.skill, (name) => home.shelf.entry(name)?.skill)
  const loadFirst = loadFirstSentence(needs)
  const warnings = dependencyWarnings(needs)
  const text = [
    skill.name,
    printableLine(skill.summary),
    '',
    printableLine(standingSentence({ ...standing, mount: home.shelf.entry(skill.name)?.mount }, record)),
    ...standingLines(skill.name, standing, record),
    policyText(skill.policy),
    ...fileLines(files),
    ...foundLines(scan),
    versionSentence(shown),
    dateSentence(shown.skill),
    useSentence(stats),
    ...wordingLines(shown.skill).map(printableLine),
    ...(loadFirst === undefined ? [] : [`${loadFirst}.`]),
    ...warnings.map((warning) => `Warning: ${printableLine(warning)}.`),
    ...(missing.length === 0 ? [] : [`Not there: ${printableLine(missing.join(', '))}; see: skill-cortex check`]),
    '',
    '---',
    '',
    skill.content,
  ]
  const { author = null, archivedAt = null, via = null, approval: grant } = record ?? {}
  return {
    json: {
      skill,
      version,
      isLive: which === 'live',
      which,
      standing: {
        ...standing,
        ...{ author, archivedAt, via, approvedAt: grant?.at ?? null, summaryExtracted: isExtracted(shown.skill) },
        warnings: [...standing.warnings, ...warnings],
      },
      stats,
      files,
      dependencies: needs.names,
      ...findingsOf(scan),
    },
    text: text.join('\n'),
  }
}

function versionSentence({ skill: { name }, version, which, at }: ShownSkill): string {
  switch (which) {
    case 'live':
      return `This is version ${version}.`
    case 'draft':
      return `This is its draft, version ${version} of ${day(at)}, which does not stand; what it changes: skill-cortex diff ${name}`
    case 'former':
      return `This is version ${version} of ${day(at)}, which does not stand now; "skill-cortex restore ${name} ${version}" brings it back.`
  }
}

function draftOrVersion(version: number): SkillError {
  return new SkillError(
    'bad-input',
    `--draft: expected no version with it, got ${version}`,
    'Leave out one of the two; see: skill-cortex history <name>',
  )
}
