import { z } from 'zod'
import { backupPath, carryOutSetup } from '../../clients/carry-out-setup.ts'
import type { ClientPlans } from '../../clients/client-plans.ts'
import type { ClientStatus } from '../../clients/client-status.ts'
import { isChange } from '../../clients/file-change.ts'
import type { Installation } from '../../clients/installation.ts'
import type { SetupFile, SetupPlan } from '../../clients/setup-plan.ts'
import { CLIENT_FACTS, CLIENTS, type Client } from '../../domain/client-channels.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { changesText, diffOf, nextSteps, passingWarning } from '../attach-text.ts'
import { clientNamed } from '../client-named.ts'
import { columns } from '../columns.ts'
import type { Command, CommandAnswer, Surroundings } from '../command.ts'
import { mayChange } from '../consent.ts'
import { flag, parseOptions } from '../parse-options.ts'

const optionsSchema = z.object({ dryRun: flag, yes: flag, print: flag, json: flag })
type Options = z.output<typeof optionsSchema>

export const setup: Command = {
  usage: 'setup [client]',
  summary: 'attach this server, and its hooks, to a client; without a name, list the clients',
  options: [
    ['--dry-run', 'show what would change as a diff, and change nothing'],
    ['--yes', 'do not ask; also replace a server of our name that setup did not write'],
    ['--print', 'print the block to paste, and look at no file'],
  ],
  help: [
    `Clients: ${CLIENTS.join(', ')}.`,
    "Writes to the client's own files, beside what stands there. A copy of each changed file is kept next to it until",
    '"skill-cortex disconnect <client>" brings back every byte.',
  ].join('\n'),
  async run([said], options, around) {
    const given = parseOptions(optionsSchema, options)
    const at = around.installation(options)
    const client = said === undefined ? undefined : clientNamed(said)
    const plans = await around.clientPlans()
    if (given.print === true) return blocks(client === undefined ? CLIENTS : [client], at, plans)
    if (client === undefined) return list(await plans.clientStatuses(at), at)
    const plan = await plans.planSetup(client, at, given.yes === true ? 'replace' : 'refuse')
    return carriedOut(plan, at, given, around)
  },
}

async function carriedOut(
  plan: SetupPlan,
  at: Installation,
  options: Options,
  around: Surroundings,
): Promise<CommandAnswer> {
  const { title } = CLIENT_FACTS[plan.client]
  const json = { client: plan.client, home: at.layout.home, formerHomes: plan.formerHomes }
  if (!plan.files.some(isChange)) {
    return {
      json: { ...json, changed: false, files: plan.files.map((file) => fileJson(file, at)), nextSteps: [] },
      text: [`${title} is attached to ${at.layout.home} already: nothing was changed.`, ...passingWarning(at)].join(
        '\n',
      ),
    }
  }
  const changes = [changesText(plan.files), ...passingWarning(at)].join('\n\n')
  if (options.dryRun === true) {
    const files = plan.files.map((file) => ({ ...fileJson(file, at), diff: diffOf(file) }))
    return { json: { ...json, changed: false, files, nextSteps: passingWarning(at) }, text: changes }
  }
  const question = `Write this to attach ${title} to ${at.layout.home}?`
  if (!(await mayChange(changes, question, options, around))) throw declined(title)
  await carryOutSetup(plan, at.layout, around.now())
  const steps = nextSteps(plan.client, at)
  const moved = plan.formerHomes.map((home) => `It was attached to ${home} before.`)
  return {
    json: { ...json, changed: true, files: plan.files.map((file) => fileJson(file, at)), nextSteps: steps },
    text: [
      `Attached ${title} to ${at.layout.home}.`,
      ...plan.files.filter(isChange).map((file) => fileLine(file, at)),
      ...moved,
      ...steps,
      `To undo: skill-cortex disconnect ${plan.client}`,
    ].join('\n'),
  }
}

function fileJson(file: SetupFile, { layout }: Installation) {
  const change = !isChange(file) ? 'none' : file.now === undefined ? 'created' : 'changed'
  const backup = isChange(file) && file.base !== undefined ? backupPath(file.path, layout) : null
  return { path: file.path, change, backup }
}

function fileLine(file: SetupFile, at: Installation): string {
  const { path, change, backup } = fileJson(file, at)
  return `  ${path}: ${change}${backup === null ? '' : `; as it was: ${backup}`}`
}

function declined(title: string): SkillError {
  return new SkillError('refused', `${title} was not attached: the answer was no`, 'Nothing was changed.')
}

function blocks(clients: readonly Client[], at: Installation, { clientBlocks }: ClientPlans): CommandAnswer {
  const all = clients.flatMap((client) => clientBlocks(client, at).map((block) => ({ client, ...block })))
  const texts = all.map(({ client, path, text }) => `${CLIENT_FACTS[client].title}, ${path}:\n\n${text}`)
  return { json: { blocks: all }, text: [...texts, ...passingWarning(at)].join('\n\n') }
}

const STATES: Record<ClientStatus['attached'], string> = {
  yes: 'yes',
  no: 'no',
  outdated: 'outdated: run setup again',
  elsewhere: 'to another home',
  taken: 'no: the name is taken',
  unreadable: 'cannot tell',
}

function list(clients: ClientStatus[], at: Installation): CommandAnswer {
  const rows = clients.map(({ client, found, attached, files }) => [
    client,
    found ? 'yes' : 'no',
    STATES[attached],
    files.join(', '),
  ])
  const notes = clients.filter(({ note }) => note !== undefined).map(({ client, note }) => `${client}: ${note}`)
  return {
    json: { home: at.layout.home, clients },
    text: [
      columns(['client', 'found', 'attached', 'files'], rows),
      '',
      ...notes,
      `To attach one to ${at.layout.home}: skill-cortex setup <client>`,
    ].join('\n'),
  }
}
