// What was answered, as text and as what a pass asked for. An object is read by way of its text: the same limits and the
// same digest, however it came.
import { parseAnswer } from '../domain/model-answer.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { Pass } from './pass.ts'

/** @throws `bad-input` for an object that cannot be written as text. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  try {
    return JSON.stringify(output) ?? ''
  } catch (error) {
    // Deeper than the stack, or no JSON at all.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
    throw new SkillError('bad-input', 'expected one JSON object, got what is no JSON or nests too deep', SEND_AGAIN)
  }
}

/** @throws `bad-input` with what would mend it. */
export function readOutput(pass: Pick<Pass, 'output'>, text: string): unknown {
  const read = parseAnswer(text)
  if (read.kind === 'fault') {
    const message = `expected one JSON object, got an answer of which ${read.fault}`
    throw new SkillError('bad-input', message, read.repairRequest)
  }
  const parsed = pass.output.safeParse(read.value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const at = shown(issue.path.join('.')) || 'the answer'
  throw new SkillError('bad-input', `${at}: ${shown(issue.message)}`, SEND_AGAIN)
}

const SEND_AGAIN = 'Send the whole answer again, as one JSON object that fits the schema.'
