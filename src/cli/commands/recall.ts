import { z } from 'zod'
import { CLIENTS } from '../../domain/client-channels.ts'
import { clientView } from '../../domain/client-view.ts'
import { printableLine } from '../../domain/printable.ts'
import { MESSAGE_CHARS_MAX, RECALL_HITS_MAX, recallRequestSchema } from '../../domain/recall-request.ts'
import type { RecallHit, RecallResult } from '../../recall/recall-result.ts'
import { clientViewText } from '../client-view-text.ts'
import type { Command } from '../command.ts'
import { assertSkillKnown } from '../learning-source.ts'
import { flag, oneOf, parseArgument, parseOptions, someName, wholeNumber } from '../parse-options.ts'
import { indented, partsText, whyNotText, whyText } from '../why-text.ts'
import { withHome } from '../with-home.ts'

const BODIES_MAX = 5

const messageSchema = z.string().max(MESSAGE_CHARS_MAX, { error: `at most ${MESSAGE_CHARS_MAX} characters` })
const optionsSchema = z.object({
  session: someName('session').optional(),
  limit: wholeNumber(1, RECALL_HITS_MAX).optional(),
  bodies: wholeNumber(0, BODIES_MAX).optional(),
  why: flag,
  skill: someName('skill').optional(),
  force: flag,
  as: oneOf(CLIENTS).optional(),
})

export const recall: Command = {
  usage: 'recall <message...>',
  summary: 'what a message would bring up, best first, with the reason',
  options: [
    ['--session <id>', 'as this session: leave out what it has seen, and remember what is shown'],
    ['--limit <n>', `at most so many (default 5, at most ${RECALL_HITS_MAX})`],
    ['--why', 'add what each word contributes, and why other skills were not recalled'],
    ['--skill <name>', 'with --why, also how this skill stands to the message'],
    ['--force', 'also show what the session has seen, and what fits poorly'],
    ['--bodies <n>', 'add the text of that many of the best'],
    ['--as <client>', `show what the model of that client sees: ${CLIENTS.join(', ')}`],
  ],
  help: 'Without --session nothing counts as seen and nothing is written down.',
  async run(words, options, around) {
    const message = parseArgument('message', messageSchema, words.join(' '))
    const { as: client, ...asked } = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      if (asked.skill !== undefined) await assertSkillKnown(home, asked.skill)
      // Who asks about one skill asks why.
      const why = asked.why ?? asked.skill !== undefined
      const request = recallRequestSchema.parse({ message, ...asked, why })
      const result = await home.recall(request)
      if (client !== undefined) {
        const view = clientView(client, home.offered(client), result)
        return { json: view, text: clientViewText(view) }
      }
      return { json: result, text: asText(result) }
    })
  },
}

function asText({ hits, related, silent, why }: RecallResult): string {
  const see = related.map((skill) => `   ${printableLine(`${skill.name}: ${skill.summary}`)} (from ${skill.of})`)
  const answer =
    silent !== undefined
      ? [`No skill recalled: ${silent}.`]
      : [...hits.map(hitText), ...(see.length === 0 ? [] : [['See also:', ...see].join('\n')])]
  const found = answer.join(why === undefined ? '\n' : '\n\n')
  if (why === undefined) return found
  return [whyText(why), found, whyNotText(why)].filter((part) => part !== undefined).join('\n\n')
}

function hitText(hit: RecallHit, rank: number): string {
  const lines = [
    `${rank + 1}. ${hit.name}: ${hit.summary}`,
    `   ${hit.reason}; score ${hit.score}, confidence ${hit.confidence}`,
    ...(hit.warning === undefined ? [] : [`   Warning: ${hit.warning}`]),
  ].map(printableLine)
  const parts = partsText(hit)
  const body = hit.body === undefined ? [] : ['', ...hit.body.split('\n').map((line) => `   | ${line}`), '']
  return [...lines, ...(parts === undefined ? [] : [indented(parts, '     ')]), ...body].join('\n')
}
