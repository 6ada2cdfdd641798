import { z } from 'zod'
import { printable } from '../../domain/printable.ts'
import { SkillError, shown } from '../../domain/skill-error.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { inReviewText } from '../review-text.ts'
import { readInReview, type TextInReview } from '../text-in-review.ts'
import { withHome } from '../with-home.ts'
import { day, stars } from '../wording.ts'

/** So much of a hash says that somebody has seen it. */
const HASH_CHARS_MIN = 12
const error = `${HASH_CHARS_MIN} to 64 hexadecimal digits`
const hashSchema = z
  .string({ error })
  .regex(/^[0-9a-f]{12,64}$/i, { error })
  .transform((hash) => hash.toLowerCase())
const optionsSchema = z.object({ hash: hashSchema.optional(), json: flag })

export const approve: Command = {
  usage: 'approve <name>',
  summary: 'say yes to the text that waits: a draft, or what stands and nobody approved yet',
  options: [
    [
      '--hash <hash>',
      `do not ask; approve only if this is the hash of what stands (at least ${HASH_CHARS_MIN} digits)`,
    ],
  ],
  help: [
    'Without --hash it shows what would be approved and asks. Approved are exactly the bytes that were shown.',
    'It takes a person: a terminal at both ends. An approved skill may be run by a host, within its policy.',
  ].join('\n'),
  async run([name = ''], options, around) {
    const given = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      await assertPerson(`approve ${shown(name)}`, home, around)
      const hash =
        given.hash === undefined ? await askedHash(name, home, given, around) : await fullHash(name, given.hash, home)
      const { version } = await home.review.approve(name, hash, OPERATOR)
      return answer(name, { version, hash }, home)
    })
  },
}

async function askedHash(
  name: string,
  home: CommandHome,
  { json }: { json?: boolean | undefined },
  around: Surroundings,
): Promise<string> {
  if (!around.isTerminal || json === true) {
    throw new SkillError(
      'bad-input',
      'expected --hash, because there is nobody here who could be asked',
      'See what waits, and its hash, with: skill-cortex review --list --json',
    )
  }
  const text = await readInReview(home, name)
  if (text.which === 'live' && text.standing?.approval === 'approved') throw approvedAlready(text)
  around.writeError(`${printable(inReviewText(text, around.now()))}\n\n`)
  if (await around.ask(`Approve ${name}, just as it is shown here?`)) return text.hash
  throw new SkillError('refused', `${name} was not approved: the answer was no`, 'Nothing was changed.')
}

function approvedAlready({ name, record }: TextInReview): SkillError {
  const since = record.approval === null ? '' : `, since ${day(record.approval.at)}`
  return new SkillError('conflict', `"${name}" is approved already, just as it stands${since}`, 'Nothing was changed.')
}

// A prefix is read as what stands now, or as nothing.
async function fullHash(name: string, typed: string, { review }: CommandHome): Promise<string> {
  const { hash } = await review.look(name)
  return hash.startsWith(typed) ? hash : typed
}

async function answer(
  name: string,
  { version, hash }: { version: number; hash: string },
  { library, standings }: CommandHome,
): Promise<CommandAnswer> {
  const { tier, lifecycle, approval, executable, exposure } = standings.of(await library.get(name))
  const runs = executable
    ? 'Its policy applies now, and a host may run its scripts.'
    : 'Its policy does not apply: it is put away.'
  return {
    json: { name, version, hash, tier, lifecycle, approval, executable, exposure },
    text: `Approved ${name}: version ${version}, tier ${tier} of 4 (${stars(tier)}), ${lifecycle}. ${runs}`,
  }
}
