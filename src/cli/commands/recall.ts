import { z } from 'zod'
import { printableLine } from '../../domain/printable.ts'
import { MESSAGE_CHARS_MAX, RECALL_HITS_MAX, recallRequestSchema } from '../../domain/recall-request.ts'
import type { RecallHit, RecallResult } from '../../recall/recall-skills.ts'
import type { Command } from '../command.ts'
import { flag, parseArgument, parseOptions, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const BODIES_MAX = 5

const messageSchema = z.string().max(MESSAGE_CHARS_MAX, { error: `at most ${MESSAGE_CHARS_MAX} characters` })
const optionsSchema = z.object({
  session: z.string().min(1, { error: 'a name' }).max(512, { error: 'at most 512 characters' }).optional(),
  limit: wholeNumber(1, RECALL_HITS_MAX).optional(),
  bodies: wholeNumber(0, BODIES_MAX).optional(),
  why: flag,
  force: flag,
})

export const recall: Command = {
  usage: 'recall <message...>',
  summary: 'what a message would bring up, best first, with the reason',
  options: [
    ['--session <id>', 'as this session: leave out what it has seen, and remember what is shown'],
    ['--limit <n>', `at most so many (default 5, at most ${RECALL_HITS_MAX})`],
    ['--why', 'add what each word contributes'],
    ['--force', 'also show what the session has seen'],
    ['--bodies <n>', 'add the text of that many of the best'],
  ],
  help: 'Without --session nothing counts as seen and nothing is written down.',
  async run(words, options, around) {
    const message = parseArgument('message', messageSchema, words.join(' '))
    const request = recallRequestSchema.parse({ message, ...parseOptions(optionsSchema, options) })
    return withHome(around, options, async (home) => {
      const result = await home.recall(request)
      return { json: result, text: asText(result) }
    })
  },
}

function asText({ hits, related, silent }: RecallResult): string {
  if (silent !== undefined) return `No skill recalled: ${silent}.`
  const see = related.map((skill) => `   ${printableLine(`${skill.name}: ${skill.summary}`)} (from ${skill.of})`)
  return [...hits.map(hitText), ...(see.length === 0 ? [] : [['See also:', ...see].join('\n')])].join('\n')
}

function hitText(hit: RecallHit, rank: number): string {
  const terms = hit.terms?.map(({ term, score, fields }) => `     ${term}: ${score} in ${fields.join(', ')}`) ?? []
  const lines = [
    `${rank + 1}. ${hit.name}: ${hit.summary}`,
    `   ${hit.reason}; score ${hit.score}, confidence ${hit.confidence}`,
    ...terms,
    ...(hit.warning === undefined ? [] : [`   Warning: ${hit.warning}`]),
  ].map(printableLine)
  const body = hit.body === undefined ? [] : ['', ...hit.body.split('\n').map((line) => `   | ${line}`), '']
  return [...lines, ...body].join('\n')
}
