import { z } from 'zod'
import { type Compared, skillDiff, skillDiffText } from '../../domain/skill-diff.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { mergeSkills, type SkillMerge } from '../../domain/three-way.ts'
import { comparable } from '../../library/diff-texts.ts'
import { compareSides, draftSides, type Side, type SideName } from '../../library/skill-sides.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { conflictsText } from '../conflict-text.ts'
import { flag, parseArgument, parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

const optionsSchema = z.object({ draft: flag })
const error = 'a version number, "draft" or "live"'
const sideSchema = z
  .string({ error })
  .regex(/^(?:draft|live|[1-9]\d{0,8})$/, { error })
  .transform((word): SideName => (word === 'draft' || word === 'live' ? word : Number(word)))
  .optional()

export const diff: Command = {
  usage: 'diff <name> [a] [b]',
  summary: 'what differs between two texts of a skill, as a unified diff',
  options: [
    ['--draft', 'show a draft three-way: what it was made from, what is live, what it says, and whether they merge'],
  ],
  help: [
    'A text is a version number, "draft" or "live". Without any: what the draft changes if one waits, else what the newest',
    'version changed; with one: from that version to what is live. Dates are left out. See: skill-cortex history <name>',
  ].join('\n'),
  async run([name = '', a, b], options, around) {
    const { draft } = parseOptions(optionsSchema, options)
    const [from, to] = [parseArgument('a', sideSchema, a), parseArgument('b', sideSchema, b)]
    if (draft === true && from !== undefined) throw tooMany()
    return withHome(around, options, (home) => (draft === true ? threeWay(home, name) : twoSides(home, name, from, to)))
  },
}

async function twoSides(home: CommandHome, name: string, a?: SideName, b?: SideName): Promise<CommandAnswer> {
  const { from, to } = await compareSides(home, name, a, b)
  const compared = await comparedSides(home, name, from, to)
  const text = textBetween(compared, from, to)
  return {
    json: { name, from: told(from), to: told(to), files: skillDiff(compared) },
    text: text === '' ? `${name}: ${from.label} and ${to.label} say the same.` : text,
  }
}

async function threeWay(home: CommandHome, name: string): Promise<CommandAnswer> {
  const { base, live, draft, isStale } = await draftSides(home, name)
  const merge =
    base.skill && live.skill && draft.skill
      ? mergeSkills({ base: base.skill, ours: live.skill, theirs: draft.skill })
      : undefined
  const changes = {
    live: await comparedSides(home, name, base, live),
    draft: await comparedSides(home, name, base, draft),
  }
  const text = [
    `The draft of ${name} (${draft.label}) was made from: ${base.label}. Live now: ${live.label}.`,
    ...(isStale ? [section('Changed since in what is live', textBetween(changes.live, base, live))] : []),
    section('Changed by the draft', textBetween(changes.draft, base, draft)),
    isStale ? await outcomeText(home, live, merge) : 'It was made from what is live: nothing has to be merged.',
  ]
  return {
    json: {
      name,
      ...{ isStale, base: base.version, live: live.version, draft: draft.version },
      liveChanges: skillDiff(changes.live),
      draftChanges: skillDiff(changes.draft),
      merges: isStale ? merge?.kind === 'merged' : true,
      conflicts: merge?.kind === 'conflict' ? merge.conflicts : [],
    },
    text: text.join('\n\n'),
    exit: isStale && merge?.kind !== 'merged' ? 1 : 0,
  }
}

async function outcomeText(home: CommandHome, live: Side, merge: SkillMerge | undefined): Promise<string> {
  if (merge === undefined) return 'They cannot be merged: one of the three is not there.'
  if (merge.kind === 'conflict') {
    const { conflicts } = merge
    const places = conflictsText(conflicts, { ours: 'live', theirs: 'draft' })
    return `They do not merge: both changed ${counted(conflicts.length, 'place')} differently.\n\n${places}`
  }
  const merged: Side = { label: 'merged', version: null, skill: merge.skill }
  const text = textBetween(await comparedSides(home, merge.skill.name, live, merged), live, merged)
  return text === ''
    ? 'They merge: what is live says all of it already.'
    : `They merge. Merged, this would change what is live:\n\n${text}`
}

function section(title: string, text: string): string {
  return text === '' ? `${title}: nothing.` : `${title}:\n\n${text}`
}

function comparedSides({ store }: CommandHome, name: string, from: Side, to: Side): Promise<Compared> {
  return comparable(store, name, { before: from.skill, after: to.skill })
}

function textBetween(compared: Compared, from: Side, to: Side): string {
  return skillDiffText(compared, { before: from.label, after: to.label })
}

function told({ version, label }: Side) {
  return { version, label }
}

function tooMany(): SkillError {
  return new SkillError(
    'bad-input',
    '--draft: expected the name alone, got a version as well',
    'Leave out the version, or --draft and name two texts.',
  )
}
