// What a person types of a binding, read into what it is: conditions as "field op value", an action by its name with what
// belongs to it. What belongs to another action is refused, since it would silently do nothing.
import { z } from 'zod'
import {
  ACTION_KINDS,
  type ActionKind,
  type BindingSpec,
  bindingSpecSchema,
  CONDITION_OPS,
  COOLDOWN_SECONDS_MAX,
  PRIORITY_MAX,
} from '../domain/binding.ts'
import { printableLine } from '../domain/printable.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { oneOf, parseOptions, wholeNumber } from './parse-options.ts'

export const BINDING_OPTIONS: [flags: string, description: string][] = [
  ['--skill <name>', 'add: the skill'],
  ['--event <type>', 'add, test: for example tool.called, skill.*, custom.deployed'],
  ['--when <condition...>', `add: "field op value", the op one of ${CONDITION_OPS.join(', ')}; all must hold`],
  ['--do <action>', `add: ${ACTION_KINDS.join(', ')}`],
  ['--text <text>', 'of inject_context and notify'],
  ['--tool <name>', 'of call_tool'],
  ['--arguments <json>', 'of call_tool'],
  ['--emit <type>', 'of emit_event: custom.<name>'],
  ['--payload <json>', 'of emit_event'],
  ['--priority <n>', 'of several that fire for one event the highest goes first'],
  ['--cooldown <seconds>', 'fires at most once in so many seconds'],
  ['--session <id>', 'test: the session of the event'],
  ['--fields <json>', 'test: what conditions look at, for example {"tool":"Bash","ok":false}'],
]

const optionsSchema = z.object({
  skill: z.string({ error: 'the name of a skill' }),
  event: z.string({ error: 'a type of event' }),
  when: z.array(z.string()).default([]),
  do: oneOf(ACTION_KINDS),
  text: z.string().optional(),
  tool: z.string().optional(),
  arguments: z.string().optional(),
  emit: z.string().optional(),
  payload: z.string().optional(),
  priority: z
    .string()
    .regex(/^-?\d{1,6}$/, { error: `a whole number from -${PRIORITY_MAX} to ${PRIORITY_MAX}` })
    .transform(Number)
    .optional(),
  cooldown: wholeNumber(0, COOLDOWN_SECONDS_MAX).optional(),
})
type Options = z.output<typeof optionsSchema>

const BELONGS: Record<ActionKind, readonly (keyof Options)[]> = {
  invoke_skill: [],
  inject_context: ['text'],
  emit_event: ['emit', 'payload'],
  call_tool: ['tool', 'arguments'],
  notify: ['text'],
}
const OF_ACTIONS = [...new Set(Object.values(BELONGS).flat())]

/** @throws `bad-input` that names the flag, or the part of the binding that cannot be. */
export function askedBinding(given: Record<string, unknown>): BindingSpec {
  const options = parseOptions(optionsSchema, given)
  const wrong = OF_ACTIONS.find((flag) => options[flag] !== undefined && !BELONGS[options.do].includes(flag))
  if (wrong !== undefined) {
    const message = `--${wrong}: it does not belong to ${options.do}`
    throw new SkillError('bad-input', message, 'Leave it out, or choose another action with --do.')
  }
  const parsed = bindingSpecSchema.safeParse({
    skill: options.skill,
    event: options.event,
    conditions: options.when.map(conditionOf),
    action: actionOf(options),
    priority: options.priority,
    cooldownSeconds: options.cooldown,
  })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw new SkillError(
    'bad-input',
    `${issue.path.join('.')}: ${printableLine(issue.message)}`,
    'Correct it; --help shows how.',
  )
}

function actionOf(options: Options): Record<string, unknown> {
  const { text, tool, emit } = options
  switch (options.do) {
    case 'invoke_skill':
      return { kind: options.do }
    case 'inject_context':
    case 'notify':
      return { kind: options.do, text }
    case 'emit_event':
      return { kind: options.do, type: emit, payload: jsonOption('payload', options.payload) }
    case 'call_tool':
      return { kind: options.do, tool, arguments: jsonOption('arguments', options.arguments) }
  }
}

/** The value may hold blanks; `true`, `false` and numbers are compared as they are written. */
function conditionOf(said: string) {
  const [, field, op, value] = /^\s*(\S+)\s+(\S+)\s+([\s\S]+?)\s*$/.exec(said) ?? []
  if (field !== undefined) return { field, op, value }
  throw new SkillError(
    'bad-input',
    `--when: expected "field op value", got "${shown(said)}"`,
    'For example --when "tool equals Bash".',
  )
}

/** @throws `bad-input` for what is no JSON object. */
export function jsonOption(flag: string, said: string | undefined): Record<string, unknown> | undefined {
  if (said === undefined) return undefined
  const parsed = z.record(z.string(), z.unknown()).safeParse(parsedJson(said))
  if (parsed.success) return parsed.data
  throw new SkillError('bad-input', `--${flag}: expected a JSON object, got "${shown(said)}"`, `For example {"a":1}.`)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
