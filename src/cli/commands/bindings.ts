import { z } from 'zod'
import { bindRequest, rebindRequest, unbindRequest } from '../../domain/binding-request.ts'
import type { BindingRequest } from '../../domain/proposal.ts'
import { shown } from '../../domain/skill-error.ts'
import { askedBinding, BINDING_OPTIONS, jsonOption } from '../binding-options.ts'
import { bindingsText, firedText, testedText } from '../binding-report-text.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions } from '../parse-options.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const ACTIONS = ['list', 'add', 'remove', 'enable', 'disable', 'log', 'test'] as const
const actionSchema = oneOf(ACTIONS).default('list')
const idSchema = z.string({ error: 'the id of a binding' }).min(1).max(100)
const testSchema = z.object({
  event: z.string({ error: 'a type of event' }),
  session: z.string().optional(),
  fields: z.string().optional(),
})
const LOG_EVENTS = 200

type Given = { id: string | undefined; options: Record<string, unknown>; around: Surroundings }

export const bindings: Command = {
  usage: 'bindings [action] [id]',
  summary: 'what is done with which skill when something happens: list, add, remove, enable, disable, log, test',
  options: BINDING_OPTIONS,
  help: [
    'skill-cortex bindings add --skill deploy --event tool.called --when "tool equals Bash" "args contains deploy" \\',
    '  --do invoke_skill --cooldown 600',
    'skill-cortex bindings test --event tool.called --fields \'{"tool":"Bash","args":"deploy"}\'',
    '',
    'invoke_skill puts the text of the skill before the model, inject_context a text of yours, call_tool a suggestion, each',
    'with the next recall of the session; emit_event emits custom.<name> for other bindings; notify tells the stream. They',
    'fire while a server runs, once per event. Changing them takes a person: a terminal at both ends.',
  ].join('\n'),
  async run([said, id], options, around) {
    const action = parseArgument('action', actionSchema, said)
    return withHome(around, options, (home) => RUN[action](home, { id, options, around }))
  },
}

const RUN: Record<(typeof ACTIONS)[number], (home: CommandHome, given: Given) => Promise<CommandAnswer>> = {
  async list(home, { around }) {
    const report = await home.bindings.report()
    return { json: report, text: bindingsText(report, around.now()), exit: report.status.fault === null ? 0 : 1 }
  },
  async log(home, { around }) {
    const report = await home.bindings.report(LOG_EVENTS)
    return { json: { recent: report.recent }, text: firedText(report, around.now()) }
  },
  async test(home, { options }) {
    const { event, session, fields } = parseOptions(testSchema, options)
    const tested = await home.bindings.test({ type: event, session, fields: jsonOption('fields', fields) })
    const fires = tested.filter((each) => each.fires).length
    return { json: { fires, bindings: tested }, text: testedText(event, tested), exit: fires > 0 ? 0 : 1 }
  },
  async add(home, { options, around }) {
    const spec = askedBinding(options)
    await assertPerson('bindings add …', home, around)
    const request = bindRequest(spec, home.bindings.book.newId(), { by: OPERATOR.actor, reason: null })
    return done(home, request, `Bound as ${request.binding}.`)
  },
  async remove(home, { id: said, around }) {
    const id = parseArgument('id', idSchema, said)
    const was = await home.bindings.book.binding(id)
    await assertPerson(`bindings remove ${shown(id)}`, home, around)
    return done(home, unbindRequest(was, undefined, null), `Removed binding ${id}. What it has fired stays in the log.`)
  },
  enable: (home, given) => switched(home, given, true),
  disable: (home, given) => switched(home, given, false),
}

async function switched(home: CommandHome, { id: said, around }: Given, enabled: boolean): Promise<CommandAnswer> {
  const id = parseArgument('id', idSchema, said)
  const was = await home.bindings.book.binding(id)
  const word = enabled ? 'on' : 'off'
  if (was.enabled === enabled) {
    return { json: { id, changed: false }, text: `Binding ${id} is switched ${word} already.`, exit: 1 }
  }
  await assertPerson(`bindings ${enabled ? 'enable' : 'disable'} ${shown(id)}`, home, around)
  const request = rebindRequest(was, { enabled }, undefined, { by: OPERATOR.actor, reason: null })
  return done(home, request, `Binding ${id} is switched ${word}.`)
}

async function done(home: CommandHome, request: BindingRequest, text: string): Promise<CommandAnswer> {
  const { version } = await home.requests.carryOut(request, OPERATOR)
  return { json: { id: request.binding, skill: request.name, version, changed: true }, text }
}
