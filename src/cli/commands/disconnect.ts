import { z } from 'zod'
import { carryOutDisconnect } from '../../clients/carry-out-disconnect.ts'
import type { DisconnectFile, DisconnectPlan } from '../../clients/disconnect-plan.ts'
import { isChange } from '../../clients/file-change.ts'
import { CLIENT_FACTS } from '../../domain/client-channels.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { changesText, diffOf } from '../attach-text.ts'
import { clientNamed } from '../client-named.ts'
import type { Command } from '../command.ts'
import { mayChange } from '../consent.ts'
import { flag, parseOptions } from '../parse-options.ts'

const optionsSchema = z.object({ dryRun: flag, yes: flag, json: flag })

export const disconnect: Command = {
  usage: 'disconnect <client>',
  summary: 'undo what setup did to a client',
  options: [
    ['--dry-run', 'show what would change as a diff, and change nothing'],
    ['--yes', 'do not ask'],
  ],
  help: [
    'A file that nobody changed since setup gets back every byte; from another one only our entries are taken out.',
    'Exit code 1 when there was nothing to undo.',
  ].join('\n'),
  async run([said = ''], options, around) {
    const given = parseOptions(optionsSchema, options)
    const at = around.installation(options)
    const client = clientNamed(said)
    const plan = await (await around.clientPlans()).planDisconnect(client, at)
    const { title } = CLIENT_FACTS[client]
    const changes = plan.files.some(isChange)
    if (given.dryRun === true) {
      const files = plan.files.map((file) => ({ ...fileJson(file), diff: diffOf(file) }))
      const text = changes ? changesText(plan.files) : `${title}: nothing would be changed.`
      return { json: { client, changed: false, files }, text }
    }
    if (changes) {
      const question = `Write this to disconnect ${title}?`
      if (!(await mayChange(changesText(plan.files), question, given, around))) throw declined(title)
    }
    await carryOutDisconnect(plan, at.layout)
    return {
      json: { client, changed: changes, files: plan.files.map(fileJson) },
      text: outcome(title, plan, at.layout.home),
      exit: changes || plan.attachment !== undefined ? 0 : 1,
    }
  },
}

function outcome(title: string, plan: DisconnectPlan, home: string): string {
  const lines = plan.files.map(fileLine).filter((line) => line !== undefined)
  if (plan.files.some(isChange)) return [`Disconnected ${title}.`, ...lines].join('\n')
  if (plan.attachment === undefined) return [`${title} is not attached to ${home}.`, ...lines].join('\n')
  return [`Nothing of ours was left in the files of ${title}; what was known of them is forgotten.`, ...lines].join(
    '\n',
  )
}

function fileJson(file: DisconnectFile) {
  const change = !isChange(file) ? 'none' : file.next === undefined ? 'removed' : 'changed'
  return { path: file.path, change, how: file.how, otherHome: file.otherHome ?? null }
}

function fileLine({ path, next, how, otherHome, recorded }: DisconnectFile): string | undefined {
  if (otherHome !== undefined) return `  ${path}: left as it is, it is attached to ${otherHome} by now`
  switch (how) {
    case 'nothing':
      return undefined
    case 'exact':
      return `  ${path}: ${next === undefined ? 'removed, as setup made it' : 'every byte as before setup'}`
    case 'ours':
      return recorded === undefined
        ? `  ${path}: our entries were taken out; there is no record of how it was before`
        : `  ${path}: changed since setup, so only our entries were taken out`
  }
}

function declined(title: string): SkillError {
  return new SkillError('refused', `${title} was not disconnected: the answer was no`, 'Nothing was changed.')
}
