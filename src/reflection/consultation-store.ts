// Decisions that were put to the judge, `cortex/consultations.json`: the last fifty with their verdicts, and those that wait.
import { z } from 'zod'
import {
  CONSULT_CONTEXT_CHARS_MAX,
  CONSULTATIONS_KEPT_MAX,
  CONSULTATIONS_OPEN_MAX,
  type Consultation,
  consultationSchema,
  currentConsultations,
  DECISION_CHARS_MAX,
  VERDICTS,
} from '../domain/consultation.ts'
import { keptLine } from '../domain/peer-text.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'

export type AskedConsultation = {
  decision: string
  context: string
  peers: readonly string[]
  author: string | null
}
export type ConsultationVerdict = Pick<Consultation, 'verdict' | 'reasoning' | 'suggestedResponse' | 'cycle'>

export type ConsultationBook = {
  /** Oldest first. */
  all(): Promise<Consultation[]>
  /** @throws `not-found`. */
  one(id: string): Promise<Consultation>
  /** @throws `bad-input` for a decision that says nothing, `refused` when too many wait. */
  ask(asked: AskedConsultation): Promise<Consultation>
  /** The first verdict stands. @returns false where there was one; throws `not-found`. */
  answer(id: string, verdict: ConsultationVerdict): Promise<boolean>
}

type BookParts = { layout: Pick<HomeLayout, 'consultations' | 'leases'>; newId: () => string; now: () => Date }

export function openConsultationBook({ layout, newId, now }: BookParts): ConsultationBook {
  const place = { path: layout.consultations, lock: `${layout.leases}/consultations.lock`, what: 'the consultations' }
  const document = lockedDocument(place, z.object({ consultations: z.array(consultationSchema) }), () => ({
    consultations: [],
  }))
  const all = async () => currentConsultations((await document.read()).consultations, now())
  const one = (consultations: readonly Consultation[], id: string) => {
    const found = consultations.find((each) => each.id === id)
    if (found !== undefined) return found
    throw new SkillError('not-found', `no consultation "${shown(id)}" was asked for here`, 'Ask anew, with a decision.')
  }
  return {
    all,
    one: async (id) => one(await all(), id),
    ask: ({ decision, context, peers, author }) =>
      document.update(({ consultations }) => {
        const said = keptLine(decision, DECISION_CHARS_MAX)
        if (said === '') throw nothingToDecide()
        const current = currentConsultations(consultations, now())
        if (current.filter(({ state }) => state === 'waiting').length >= CONSULTATIONS_OPEN_MAX) throw tooMany()
        const fresh: Consultation = {
          ...{ id: newId(), decision: said, context: keptLine(context, CONSULT_CONTEXT_CHARS_MAX), peers: [...peers] },
          ...{ author, askedAt: now().toISOString(), state: 'waiting', answeredAt: null, cycle: null },
          ...{ verdict: null, reasoning: null, suggestedResponse: null },
        }
        const kept = [...current, fresh].slice(-CONSULTATIONS_KEPT_MAX)
        return { value: { consultations: kept }, result: fresh }
      }),
    answer: (id, verdict) =>
      document.update(({ consultations }) => {
        const known = one(consultations, id)
        if (known.state === 'answered') return { result: false }
        const answered: Consultation = { ...known, ...verdict, state: 'answered', answeredAt: now().toISOString() }
        const next = consultations.map((each) => (each === known ? answered : each))
        return { value: { consultations: next }, result: true }
      }),
  }
}

/** As it stands in a plan on disk. */
export function verdictIn(value: unknown): Consultation['verdict'] {
  return z.enum(VERDICTS).parse(value)
}

function nothingToDecide(): SkillError {
  return new SkillError('bad-input', 'decision: expected what is to be decided, got nothing', 'Say it in a sentence.')
}

function tooMany(): SkillError {
  return new SkillError(
    'refused',
    `${CONSULTATIONS_OPEN_MAX} consultations wait for a verdict, which is the most`,
    'Have them answered with begin_cycle of the kind "consult", or decide without.',
  )
}
