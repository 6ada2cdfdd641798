import { z } from 'zod'
import { printableLine } from '../../domain/printable.ts'
import type { Skill } from '../../domain/skill.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { writeSkillMd } from '../../domain/skill-md-writer.ts'
import { isExtracted } from '../../domain/summary.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { readFormerSkill } from '../former-skill.ts'
import { flag, parseArgument, parseOptions, wholeNumber } from '../parse-options.ts'
import {
  dateSentence,
  type Standing,
  standingOf,
  standingSentence,
  useSentence,
  wordingLines,
} from '../skill-sentences.ts'
import { withHome } from '../with-home.ts'
import { day } from '../wording.ts'

const optionsSchema = z.object({ raw: flag })
const versionSchema = wholeNumber(1, 1_000_000_000).optional()

type Shown = { skill: Skill; version: number; isLive: boolean; at: string; standing: Standing }

export const show: Command = {
  usage: 'show <name> [version]',
  summary: 'show a skill: how it stands, then its text; also an archived one, or a former version',
  options: [['--raw', 'print its SKILL.md form instead, and nothing else']],
  help: 'Looking at a skill here does not count as a use of it.',
  async run([name = '', given], options, around) {
    const { raw } = parseOptions(optionsSchema, options)
    const version = parseArgument('version', versionSchema, given)
    return withHome(around, options, async (home) => {
      const shown = await find(home, name, version)
      return raw === true ? rawAnswer(shown) : answer(shown, home)
    })
  },
}

async function find(home: CommandHome, name: string, version: number | undefined): Promise<Shown> {
  try {
    const entry = await home.library.get(name)
    const { skill, origin, lifecycle, record } = entry
    if (version === undefined || version === entry.version) {
      const standing = standingOf(origin, lifecycle, record)
      return { skill, version: entry.version, isLive: true, at: entry.modifiedAt, standing }
    }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    // Nothing stands there that could be shown; a version that stood may, if there was one.
    const isPast = error.code === 'not-found' || error.code === 'damaged'
    const record = isPast ? await home.store.record(name) : undefined
    if (record === undefined || (version === undefined && record.lifecycle !== 'archived')) throw error
  }
  return findFormerly(home, name, version)
}

async function findFormerly({ store, shelf }: CommandHome, name: string, version: number | undefined): Promise<Shown> {
  const former = await readFormerSkill(store, name, version)
  const record = await store.record(name)
  const origin = shelf.entry(name)?.origin ?? record?.origin ?? 'human'
  return {
    skill: former.skill,
    version: former.version.version,
    isLive: false,
    at: former.version.at,
    standing: standingOf(origin, record?.lifecycle ?? 'archived', record),
  }
}

function rawAnswer({ skill, version, isLive }: Shown): CommandAnswer {
  const skillMd = writeSkillMd(skill)
  return { json: { name: skill.name, version, isLive, skillMd }, text: skillMd, isVerbatim: true }
}

function answer({ skill, version, isLive, at, standing }: Shown, home: CommandHome): CommandAnswer {
  const usage = home.usageOf(skill.name)
  const stats = { loads: usage?.loads ?? 0, lastUsedAt: usage?.lastUsedAt ?? null }
  const missing = skill.seeAlso.filter((name) => home.shelf.entry(name) === undefined)
  const text = [
    skill.name,
    printableLine(skill.summary),
    '',
    standingSentence(standing),
    isLive ? `This is version ${version}.` : formerSentence(skill.name, version, at),
    dateSentence(skill),
    useSentence(stats),
    ...wordingLines(skill).map(printableLine),
    ...(missing.length === 0 ? [] : [`Not there: ${printableLine(missing.join(', '))}; see: skill-cortex check`]),
    '',
    '---',
    '',
    skill.content,
  ]
  return {
    json: {
      skill,
      version,
      isLive,
      standing: { ...standing, summaryExtracted: isExtracted(skill) },
      stats,
    },
    text: text.join('\n'),
  }
}

function formerSentence(name: string, version: number, at: string): string {
  return `This is version ${version} of ${day(at)}, which does not stand now; "skill-cortex restore ${name} ${version}" brings it back.`
}
