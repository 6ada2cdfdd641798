// What is wrong with the files of the home and what can be repaired without a guess, as `check` and `check --fix` say it;
// and how the clients on this machine are attached. All of it names files, so it is the operator's alone.
import { z } from 'zod'
import { CLIENTS } from '../../domain/client-channels.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { applyRepairs, type OfferedRepair, REPAIRS_MAX, repairHash, shownRepair } from '../../library/file-repairs.ts'
import { findFaults } from '../../library/find-faults.ts'
import { findLibraryRepairs } from '../../library/library-repairs.ts'
import { type ApiCall, type ApiParts, defineRoute } from '../api-route.ts'

const repairShape = z.object({
  file: z.string(),
  repairs: z.array(z.string()),
  diff: z.string(),
})

export const doctor = defineRoute({
  method: 'GET',
  path: '/api/doctor',
  who: 'operator',
  summary:
    'What is wrong with the files of the home and how to mend it; as check. Reads every file and journal line once',
  answer: z.object({
    findings: z.array(diagnosticShape),
    errors: z.number(),
    warnings: z.number(),
    skills: z.number().describe('How many are served.'),
    repairs: z.array(repairShape.extend({ hash: z.string().describe('Names this very repair; send it to fix it.') })),
    moreRepairs: z.number().describe('Further ones, told once these are done.'),
  }),
  async run({ caller }, parts) {
    await parts.level()
    const findings = await findFaults(parts)
    const errors = findings.filter(({ severity }) => severity === 'error').length
    const offered = await offeredTo(caller, parts)
    const repairs = offered.slice(0, REPAIRS_MAX).map((offer) => {
      const { file, repairs: put, diff } = shownRepair(offer)
      return { file, repairs: put, diff, hash: repairHash(offer) }
    })
    const moreRepairs = offered.length - repairs.length
    const counts = { errors, warnings: findings.length - errors, skills: parts.shelf.entries().length }
    return { json: { findings, ...counts, repairs, moreRepairs } }
  },
})

export const fix = defineRoute({
  method: 'POST',
  path: '/api/doctor/fix',
  who: 'operator',
  summary: 'Repair files exactly as was shown; as check --fix. What was there before stays in the history',
  body: z.object({
    repairs: z
      .array(z.object({ file: z.string().min(1).max(4_096), hash: z.string().min(1).max(128) }))
      .min(1)
      .max(REPAIRS_MAX),
  }),
  answer: z.object({
    done: z.array(
      repairShape.extend({ outcome: z.enum(['repaired', 'shown', 'refused']), reason: z.string().nullable() }),
    ),
  }),
  async run({ body: { repairs }, caller }, parts) {
    const offered = new Map((await offeredTo(caller, parts)).map((offer) => [offer.file, offer]))
    const wanted = repairs.map(({ file, hash }) => ({ file, hash, offer: offered.get(file) }))
    const same = wanted.flatMap(({ hash, offer }) => (offer && repairHash(offer) === hash ? [offer] : []))
    const done = await applyRepairs(same)
    const stale = wanted.filter(({ offer }) => offer === undefined || !same.includes(offer)).map(({ file }) => file)
    // What could not be read before is served from now on.
    await parts.level()
    return { json: { done: [...done, ...stale.map(notAsShown)] } }
  },
})

const clientShape = z.object({
  client: z.enum(CLIENTS),
  title: z.string(),
  found: z.boolean().describe('It is in use on this machine.'),
  attached: z
    .enum(['yes', 'no', 'outdated', 'elsewhere', 'taken', 'unreadable'])
    .describe(
      'outdated: not as setup would write it today. elsewhere: to another home. taken: something else has our name.',
    ),
  files: z.array(z.string()),
  note: z.string().optional(),
})

export const clients = defineRoute({
  method: 'GET',
  path: '/api/clients',
  who: 'operator',
  summary: 'How each client on this machine stands to this home; as setup without a name. Attaching takes a terminal',
  answer: z.object({ home: z.string(), clients: z.array(clientShape) }),
  run: async (_call, { clientStatuses, layout }) => ({
    json: { home: layout.home, clients: await clientStatuses() },
  }),
})

function offeredTo(caller: ApiCall<unknown, unknown>['caller'], parts: ApiParts): Promise<OfferedRepair[]> {
  return findLibraryRepairs(parts, caller)
}

function notAsShown(file: string) {
  const reason = 'It is not as it was shown any more. Look once more.'
  return { file, repairs: [], diff: '', outcome: 'refused' as const, reason }
}
