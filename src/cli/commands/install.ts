import { z } from 'zod'
import type { Offers } from '../../domain/registry-offer.ts'
import { SkillError } from '../../domain/skill-error.ts'
import type { FetchBytes } from '../../net/fetcher.ts'
import type { InstallReport } from '../../packages/install-skill.ts'
import { registriesOff } from '../../registry/registry-faults.ts'
import type { Command, CommandAnswer, Surroundings } from '../command.ts'
import { importText } from '../import-text.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'

const optionsSchema = z.object({
  search: z.string().optional(),
  prefix: z.string().optional(),
  dryRun: flag,
  update: flag,
})

export const install: Command = {
  usage: 'install [ref]',
  summary: 'take a skill of a registry into the library: clawhub:@owner/slug, or wellknown+host:name',
  options: [
    ['--search <words>', 'look for one instead: three to five plain words, which are all that is sent'],
    ['--prefix <name>', 'put this before its name: work makes work/pdf of pdf'],
    ['--dry-run', 'download and judge it, and take nothing'],
    ['--update', 'take another version of what was installed from there'],
    ['--allow-network', 'let the registry be asked; also the setting allowNetwork'],
  ],
  help: [
    'A ref may say a version and the hash of the bytes, clawhub:@owner/slug@1.2.0#sha256: then nothing else is taken. The',
    'registry must stand in the setting registries (skill-cortex config shows it). What it withholds is refused.',
    'What is installed is a candidate that nobody reviewed: it is loaded by name only, until you say yes to it.',
  ].join('\n'),
  async run([ref], options, around) {
    const { search, prefix, update, dryRun } = parseOptions(optionsSchema, options)
    if ((ref === undefined) === (search === undefined)) {
      const came = ref === undefined ? 'neither' : 'both'
      throw new SkillError('bad-input', `expected a ref or --search, got ${came}`, 'Nothing was asked. Give one.')
    }
    const fetchBytes = await permittedFetcher(options, around)
    return withHome(around, options, async (home) => {
      if (ref === undefined) return offersAnswer(await home.offers(search ?? '', fetchBytes))
      const asked = { ref, prefix, update: update === true, isDryRun: dryRun === true }
      return installAnswer(await home.install(asked, fetchBytes), asked.isDryRun)
    })
  },
}

/** @throws `refused` unless the network is allowed. */
async function permittedFetcher(
  options: Record<string, unknown>,
  { settings, fetcher }: Surroundings,
): Promise<FetchBytes> {
  const allowed = settings(options).settings.find(({ key }) => key === 'allowNetwork')?.value
  if (allowed === true) return fetcher()
  const { code, message } = registriesOff()
  throw new SkillError(code, message, 'Add --allow-network, or set "allowNetwork": true in config.json.')
}

function installAnswer(report: InstallReport, dryRun: boolean): CommandAnswer {
  const { ref, renamedFrom, verdict, why, bytes, from } = report
  const reasons = why.length === 0 ? '' : ` (${why.join(', ')})`
  const head = [
    ...(renamedFrom === undefined ? [] : [`${renamedFrom} has another name by now.`]),
    `${ref}\n${bytes} bytes from ${from}; its registry calls it ${verdict}${reasons}.`,
  ].join('\n')
  return {
    json: { dryRun, ...report },
    text: `${head}\n\n${importText(report, dryRun)}`,
    exit: report.taken.length === 0 ? 1 : 0,
  }
}

function offersAnswer(found: Offers): CommandAnswer {
  const { offers, asked, faults, silent } = found
  const shown = offers.map(
    ({ ref, title, summary, verdict, why }) =>
      `${ref}\n  ${verdict}${why.length === 0 ? '' : ` (${why.join(', ')})`}; they say: ${title}: ${summary}`,
  )
  const text = [
    ...(asked.length === 0 ? [] : [`Asked with: ${asked.join(' ')}`]),
    ...(shown.length === 0 ? [] : [shown.join('\n')]),
    ...(silent === undefined ? [] : [`Nothing fits: ${silent}.`]),
    ...faults.map((fault) => `A registry failed: ${fault}`),
  ].join('\n\n')
  return { json: found, text, exit: offers.length === 0 ? 1 : 0 }
}
