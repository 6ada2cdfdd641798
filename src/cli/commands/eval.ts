import { z } from 'zod'
import { USED_CASES_MAX } from '../../domain/recall-case.ts'
import { reaches } from '../../domain/recall-measures.ts'
import { evalDocument } from '../../recall/eval-document.ts'
import type { Command } from '../command.ts'
import { evalText } from '../eval-text.ts'
import { flag, parseOptions, wholeNumber } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({ failUnder: wholeNumber(0, 100).optional(), dryRun: flag })

export const evalCommand: Command = {
  usage: 'eval',
  summary: 'whether recall still finds what it was right about, and what changed since the last time',
  options: [
    ['--fail-under <percent>', 'exit 1 when Recall@5 with learning is below it, or when there are no cases'],
    ['--dry-run', 'do not remember this run as the last time'],
  ],
  help: [
    'A case is a message, kept as stems, with the skill that was loaded for it and then reported as a success. A load',
    'that was reported as a mismatch is one too: that skill should not come first again. What is forgotten is no case.',
    `Of use the newest ${USED_CASES_MAX} are run.`,
    '',
    'Each case runs twice: static is by the text of the skills alone, with learning counts past messages as well, but',
    'not the one that the case came from. No model is asked and nothing is left to chance. Recall@5 is the share of',
    'cases whose skill is among the first five. Everyday messages are those that set the threshold of silence, so that',
    'up to half of them may be answered in a large library.',
    '',
    'Keep cases of your own in recall-cases.jsonl in the home, one a line, to be checked in with the skills:',
    '  {"message": "send an email to the team", "skill": "mcp/email"}',
    '  {"message": "thanks, that was great", "silent": true}',
    '"stems": ["email", "send"] may stand for the message. A line that is no case is named and passed over.',
  ].join('\n'),
  async run(_args, options, around) {
    const { failUnder, dryRun } = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      const evaluation = await home.evalRecall({ now: around.now(), isDryRun: dryRun === true })
      const isReached = failUnder === undefined ? undefined : reaches(evaluation.withLearning, failUnder)
      const bar = failUnder === undefined ? undefined : { percent: failUnder, isReached }
      return {
        json: {
          ...evalDocument(evaluation),
          failUnder: bar === undefined ? null : { percent: bar.percent, passed: bar.isReached === true },
        },
        text: evalText(evaluation, bar),
        exit: bar === undefined || bar.isReached === true ? 0 : 1,
      }
    })
  },
}
