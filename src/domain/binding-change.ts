// The list of bindings after a change of it. Nothing here says who may: that is a request's (proposal.ts).
import { BINDINGS_MAX, type Binding, type BindingSpec, type Bindings, specOf } from './binding.ts'
import { spelledType } from './binding-types.ts'
import type { Actor } from './record.ts'
import { SkillError, shown } from './skill-error.ts'
import { parseSkillName } from './skill-name.ts'

export type Changed = { bindings: Bindings; binding: Binding }
export type Made = { id: string; actor: Actor; now: string }

/** In the one spelling that is kept and compared. @throws `bad-name`. */
export function spelledSpec(spec: BindingSpec): BindingSpec {
  return { ...spec, skill: parseSkillName(spec.skill), event: spelledType(spec.event) }
}

/** @throws `refused` when there are too many, `conflict` when the same one stands. */
export function withBinding({ bindings }: Bindings, asked: BindingSpec, { id, actor, now }: Made): Changed {
  const spec = spelledSpec(asked)
  if (bindings.length >= BINDINGS_MAX) {
    throw new SkillError(
      'refused',
      `expected at most ${BINDINGS_MAX} bindings, and there are ${bindings.length}`,
      'Nothing was written. Remove one that is not needed.',
    )
  }
  const same = bindings.find((other) => other.id === id || isSame(specOf(other), spec))
  if (same !== undefined) {
    throw new SkillError('conflict', `the same binding stands as "${same.id}"`, 'Nothing was written.')
  }
  const binding = { ...spec, id, version: 1, createdBy: actor, createdAt: now, updatedAt: null, since: now }
  return { bindings: { bindings: [...bindings, binding] }, binding }
}

/** @param base the version that the change was made from. @throws `not-found`, `conflict`. */
export function withChangedBinding(all: Bindings, id: string, asked: BindingSpec, base: number, now: string): Changed {
  const was = bindingOf(all, id)
  assertBase(was, base)
  const spec = spelledSpec(asked)
  if (isSame(specOf(was), spec)) return { bindings: all, binding: was }
  // Words and order alone may change while it waits; anything else begins anew.
  const waits = ({ event, conditions, enabled }: BindingSpec) => ({ event, conditions, enabled })
  const since = isSame(waits(specOf(was)), waits(spec)) ? was.since : now
  const binding: Binding = { ...was, ...spec, version: was.version + 1, updatedAt: now, since }
  return { bindings: { bindings: all.bindings.map((other) => (other === was ? binding : other)) }, binding }
}

/** @throws `not-found`, `conflict`. */
export function withoutBinding(all: Bindings, id: string, base: number | undefined): Changed {
  const binding = bindingOf(all, id)
  assertBase(binding, base)
  return { bindings: { bindings: all.bindings.filter((other) => other !== binding) }, binding }
}

/** @throws `not-found` with the ones that are there. */
export function bindingOf({ bindings }: Bindings, id: string): Binding {
  const found = bindings.find((binding) => binding.id === id)
  if (found !== undefined) return found
  const ids = bindings.slice(0, 10).map((binding) => binding.id)
  throw new SkillError(
    'not-found',
    `no binding "${shown(id)}"`,
    ids.length === 0 ? 'There is none yet.' : `There are: ${ids.join(', ')}${bindings.length > 10 ? ', …' : ''}.`,
  )
}

function assertBase({ id, version }: Binding, base: number | undefined): void {
  if (base === undefined || base === version) return
  throw new SkillError(
    'conflict',
    `binding "${id}": expected version ${base}, but it stands at ${version}`,
    'Nothing was changed. Look at what stands now and decide again.',
  )
}

// Keys of an action's object come in the order of who wrote it.
function isSame(one: unknown, other: unknown): boolean {
  return sortedJson(one) === sortedJson(other)
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
