// The end of a reflection: beliefs whose time is over go, the history gets its line, whoever follows is told. Once a cycle,
// however often it is gone on with.
import type { NoteCycle, NoteDone } from '../cycles/pass.ts'
import type { NoteChange } from '../domain/pass-change.ts'
import { reflectionStateSchema } from '../domain/reflection-answer.ts'
import { rounded } from '../domain/rounded.ts'
import type { Publish } from '../events/bus.ts'
import type { Beliefs } from './belief-store.ts'
import type { Reflection, ReflectionBook } from './reflection-book.ts'

export type ConcludeParts = {
  beliefs: Pick<Beliefs, 'expire'>
  book: ReflectionBook
  publish: Publish
  now: () => Date
}

export async function conclude({ note }: NoteChange, cycle: NoteCycle, parts: ConcludeParts): Promise<NoteDone> {
  const { id, at, state, applied } = cycle
  const { number, triggers } = reflectionStateSchema.parse(state)
  const named = (kind: string, created?: boolean) =>
    applied.filter((item) => item.kind === kind && (created === undefined || item.created === created))
  const reflection: Reflection = {
    ...{ id, cycle: number, triggers, at, summary: String(note.summary) },
    elapsedSeconds: rounded(Math.abs(parts.now().getTime() - Date.parse(at)) / 1_000),
    peersAssessed: named('assess').map(({ name }) => name),
    beliefsAdded: named('believe', true).map(({ name }) => name),
    beliefsReaffirmed: named('believe', false).map(({ name }) => name),
    beliefsExpired: await parts.beliefs.expire(),
    directivesIssued: named('direct').length,
  }
  const isNew = await parts.book.note(reflection)
  if (isNew) {
    const payload = afterReflect(reflection)
    parts.publish({ kind: 'live-event', type: 'cortex.after_reflect', payload, correlationId: id })
  }
  return { created: true }
}

// The seed says it twice, with other names; whoever follows either finds them.
function afterReflect(reflection: Reflection): Record<string, unknown> {
  const { cycle, id, triggers, peersAssessed, beliefsAdded, beliefsReaffirmed, beliefsExpired } = reflection
  const { directivesIssued, summary, elapsedSeconds } = reflection
  const trigger = triggers.join(',') || 'asked'
  return {
    ...{ cycle, cycle_id: id, trigger, trigger_reason: trigger },
    ...{ peers_assessed: peersAssessed, assessments_produced: peersAssessed.length },
    ...{ beliefs_added: beliefsAdded, beliefs_reaffirmed: beliefsReaffirmed, beliefs_expired: beliefsExpired },
    ...{ beliefs_updated: [...beliefsAdded, ...beliefsReaffirmed], directives_issued: directivesIssued },
    ...{ summary, reflection_summary: summary, elapsed_seconds: elapsedSeconds, duration_seconds: elapsedSeconds },
  }
}
