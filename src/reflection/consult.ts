// Consulting as one asks for it: the decision is written down, the provider is asked where there is one, and whoever asked
// gets a verdict or a holding answer with an id.
import type { Cycles } from '../cycles/open-cycles.ts'
import type { Consultation } from '../domain/consultation.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { AskedConsultation, ConsultationBook } from './consultation-store.ts'

const RUNS_MAX = 3

export type Consult = {
  /** @returns with a verdict, or waiting. Takes hardly longer than the setting says. @throws as ConsultationBook.ask. */
  ask(asked: AskedConsultation): Promise<Consultation>
  /** @throws `not-found`. */
  one(id: string): Promise<Consultation>
}

export type ConsultingParts = {
  consultations: ConsultationBook
  run: Cycles['run']
  hasProvider: () => boolean
  /** How long whoever asks is kept waiting. */
  secondsMax: () => number
  log: Log
}

export function consulting(parts: ConsultingParts): Consult {
  const { consultations, hasProvider, log } = parts
  return {
    async ask(asked) {
      const { id } = await consultations.ask(asked)
      if (!hasProvider()) return consultations.one(id)
      try {
        await askProvider(id, parts)
      } catch (error) {
        if (!(error instanceof SkillError)) throw error
        log('reflection', 'no verdict could be had', error)
      }
      return consultations.one(id)
    },
    one: consultations.one,
  }
}

// The one that waits for longest is answered first, which may be another's; all of it within the time of one.
async function askProvider(id: string, { consultations, run, secondsMax }: ConsultingParts): Promise<void> {
  const ending = new AbortController()
  const late = new SkillError('busy', 'no verdict came in time', 'Ask again with the id.')
  const timer = setTimeout(() => ending.abort(late), secondsMax() * 1_000).unref()
  try {
    for (let i = 0; i < RUNS_MAX && (await consultations.one(id)).state === 'waiting'; i++) {
      const [done] = await run({ passes: ['consult'], author: 'consult', signal: ending.signal })
      if (done?.kind !== 'applied') return
    }
  } finally {
    clearTimeout(timer)
  }
}
