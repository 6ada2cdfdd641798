// The bindings as a small document that every process of the home reads: what a person adds beside a running server holds
// there at once. A change of it comes as a request, a person's yes to an agent's among them.
import { type Binding, type Bindings, bindingsSchema } from '../domain/binding.ts'
import { bindingOf, type Changed, withBinding, withChangedBinding, withoutBinding } from '../domain/binding-change.ts'
import { bindingText } from '../domain/binding-text.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { nearestNames } from '../domain/nearest-names.ts'
import type { BindingRequest } from '../domain/proposal.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import { notFound } from '../domain/skill-refusal.ts'
import type { Log } from '../events/log.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp } from '../files/read-file.ts'
import type { Caller } from '../library/change-skill.ts'
import type { CarryOutBinding } from '../library/requests.ts'
import { lockedDocument } from '../store/locked-document.ts'

export type BindingBook = {
  /** One look at the file while it has not changed. A document that cannot be read holds none, which is a fault. */
  read(): Promise<{ bindings: readonly Binding[]; fault: Diagnostic | undefined }>
  /** @throws `not-found`. */
  binding(id: string): Promise<Binding>
  carryOut: CarryOutBinding
  /** For one that is new. */
  newId(): string
}

export type BookParts = {
  layout: HomeLayout
  /** Whether it may be bound: any that stands, listed or not. */
  isThere: (skill: string) => Promise<boolean>
  names: () => string[]
  appendLedger: (event: NewLedgerEvent) => Promise<void>
  log: Log
  now: () => Date
  newId: () => string
}

// What the document reads as when it is not there or no such: known by being this very value.
const NONE: Bindings = { bindings: [] }

export function openBindingBook(parts: BookParts): BindingBook {
  const { bindings: path, leases } = parts.layout
  const place = { path, lock: `${leases}/binding-list.lock`, what: 'the list of bindings' }
  const document = lockedDocument(place, bindingsSchema, () => NONE)
  const isDamaged = (value: Bindings) => value === NONE && fileStamp(path) !== undefined
  let known: { stamp: string | undefined; value: Bindings } | undefined
  const stored = async (): Promise<Bindings> => {
    const stamp = fileStamp(path)
    if (known === undefined || known.stamp !== stamp) known = { stamp, value: await document.read() }
    return known.value
  }
  return {
    async read() {
      try {
        const value = await stored()
        return { bindings: value.bindings, fault: isDamaged(value) ? damagedBook('something else') : undefined }
      } catch (error) {
        if (!(error instanceof SkillError)) throw error
        return { bindings: [], fault: damagedBook(error.message) }
      }
    },
    newId: parts.newId,
    binding: async (id) => bindingOf(await stored(), id),
    async carryOut(request, caller) {
      await assertPossible(request, await stored(), caller, parts)
      const { binding, event } = await document.update((before) => {
        if (isDamaged(before)) throw notWrittenOver()
        const made = changed(before, request, parts.now().toISOString())
        return { value: made.bindings, result: made }
      })
      await tell(event, binding, caller.actor, parts)
      return { version: binding.version }
    },
  }
}

async function assertPossible(request: BindingRequest, before: Bindings, caller: Caller, parts: BookParts) {
  if (request.kind === 'bind' && !(await parts.isThere(request.spec.skill))) {
    throw notFound(request.spec.skill, nearestNames(request.spec.skill, parts.names()))
  }
  // The same refusals for whoever only asks: nobody waits for what cannot be.
  changed(before, request, parts.now().toISOString())
  if (caller.actor === 'operator') return
  throw new SkillError(
    'needs-person',
    `what is done with "${request.name}" when something happens is for a person to decide`,
    'Nothing was changed. Ask for it as a proposal.',
  )
}

type Told = 'binding-added' | 'binding-changed' | 'binding-removed'

function changed(before: Bindings, request: BindingRequest, now: string): Changed & { event: Told } {
  const { binding: id, base } = request
  if (request.kind === 'unbind') return { ...withoutBinding(before, id, base ?? undefined), event: 'binding-removed' }
  const { spec, by } = request
  if (base === null) return { ...withBinding(before, spec, { id, actor: by, now }), event: 'binding-added' }
  return { ...withChangedBinding(before, id, spec, base, now), event: 'binding-changed' }
}

// It is done, and must not be refused any more.
function tell(event: Told, binding: Binding, actor: Actor, { appendLedger, log }: BookParts): Promise<void> {
  return appendLedger({ event, actor, binding: binding.id, name: binding.skill, what: bindingText(binding) }).catch(
    (error) => log('bindings', `the ledger misses a line about binding ${binding.id}`, error),
  )
}

function damagedBook(received: string): Diagnostic {
  return {
    severity: 'error',
    code: 'bindings-damaged',
    file: 'cortex/bindings.json',
    expected: 'the list of bindings',
    received,
    fix: 'Mend it, or move it away and bind anew; until then none fires, and nothing is written over it.',
  }
}

function notWrittenOver(): SkillError {
  const message = 'cortex/bindings.json: expected the list of bindings, got something else'
  return new SkillError('damaged', message, 'Nothing was written over; mend the file, or move it away and bind anew.')
}
