// A change of the bindings as a request: carried out for a person, a proposal for anybody else. Whoever changes one says of
// which version.
import type { Binding, BindingPatch, BindingSpec } from './binding.ts'
import { specOf } from './binding.ts'
import { spelledSpec } from './binding-change.ts'
import type { BindingRequest } from './proposal.ts'
import type { Actor } from './record.ts'
import { SkillError } from './skill-error.ts'

export type Asking = { by: Actor; reason: string | null }

/** @throws `bad-name`. */
export function bindRequest(said: BindingSpec, id: string, { by, reason }: Asking): BindingRequest {
  const spec = spelledSpec(said)
  return { kind: 'bind', name: spec.skill, binding: id, base: null, spec, by, reason }
}

/** @throws `bad-input` when nothing is to be changed; `conflict` when another version was meant. */
export function rebindRequest(
  was: Binding,
  patch: BindingPatch,
  expectedVersion: number | undefined,
  { by, reason }: Asking,
): BindingRequest {
  assertVersion(was, expectedVersion)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) {
    const fix = 'Give skill, event, conditions, action, priority, cooldownSeconds or enabled.'
    throw new SkillError('bad-input', `binding "${was.id}": expected something to change, got the id alone`, fix)
  }
  const spec = spelledSpec({ ...specOf(was), ...given })
  return { kind: 'bind', name: spec.skill, binding: was.id, base: was.version, spec, by, reason }
}

/** @throws `conflict` when another version was meant. */
export function unbindRequest(
  was: Binding,
  expectedVersion: number | undefined,
  reason: string | null,
): BindingRequest {
  assertVersion(was, expectedVersion)
  return { kind: 'unbind', name: was.skill, binding: was.id, base: was.version, reason }
}

function assertVersion({ id, version }: Binding, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  throw new SkillError(
    'conflict',
    `binding "${id}": expected version ${expected}, but it stands at ${version}`,
    'Nothing was changed. Look at what stands now and decide again.',
  )
}
