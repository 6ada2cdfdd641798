// The folders that are mounted, and what of them is not served. Mounting takes a person at a terminal: skill-cortex mount.
import { z } from 'zod'
import { CLIENTS } from '../../domain/client-channels.ts'
import { diagnosticShape } from '../../domain/diagnostic-shape.ts'
import { copyName } from '../../domain/mount.ts'
import { defineRoute } from '../api-route.ts'

const mounted = z.object({
  source: z.string(),
  path: z.string(),
  prefix: z.string().nullable(),
  client: z.enum(CLIENTS).nullable().describe('That lists these skills by itself, so that its index leaves them out.'),
  skills: z.number().describe('How many are served.'),
  shadowed: z.array(z.object({ name: z.string(), readAs: z.string(), servedFrom: z.string(), file: z.string() })),
  faults: z.array(diagnosticShape),
})

export const mounts = defineRoute({
  method: 'GET',
  path: '/api/mounts',
  // Where people keep their files is theirs to know.
  who: 'operator',
  summary: 'The folders of skills that are mounted, copies that are not served under their name, and what is not taken',
  answer: z.object({ mounts: z.array(mounted), faults: z.array(diagnosticShape) }),
  async run(_call, parts) {
    const { mounts: all, fault } = await parts.mounts.report()
    return {
      json: {
        mounts: all.map(({ mount, skills, shadowed, diagnostics }) => {
          const { source, path, prefix = null, client = null } = mount
          const copies = shadowed.map(({ name, servedFrom, textPath }) => ({
            ...{ name, readAs: copyName(name, source), servedFrom, file: textPath },
          }))
          return { source, path, prefix, client, skills, shadowed: copies, faults: diagnostics }
        }),
        faults: fault === undefined ? [] : [fault],
      },
    }
  },
})
