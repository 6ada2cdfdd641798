// What can be wrong with a registry or with what it lists, said so that an agent knows whether to wait, to ask for something
// else or to give up. Of a registry's own words only short, visible pieces are repeated.
import type { RegistryPlace } from '../domain/registry-place.ts'
import { printRegistryRef, type RegistryRef } from '../domain/registry-ref.ts'
import { SkillError, shown } from '../domain/skill-error.ts'

const NOTHING_TAKEN = 'Nothing was taken.'
const VERSIONS_SHOWN_MAX = 5

/** @param came completes "expected JSON of its protocol, got …". */
export function noAnswerOfRegistry(host: string, came: string): SkillError {
  const message = `${shown(host)}: expected JSON of its protocol, got ${came}`
  return new SkillError('unreachable', message, 'Check the setting registries; it may be another kind of site.')
}

export function leftAlone(host: string, leftMs: number): SkillError {
  const message = `${shown(host)}: expected an answer, got the wish to be asked again in ${Math.ceil(leftMs / 1_000)} s`
  return new SkillError('unreachable', message, 'Try again then; until then it is not asked.')
}

export function registriesOff(): SkillError {
  return new SkillError(
    'refused',
    'expected leave to ask registries, got none: the setting allowNetwork is off',
    'Have a person start it with --allow-network, or set "allowNetwork": true in config.json.',
  )
}

export function unknownRegistry({ kind, host }: RegistryPlace): SkillError {
  const said = `${kind === 'wellknown' ? 'wellknown+' : ''}https://${host}`
  return new SkillError(
    'refused',
    `expected a registry of the setting registries, got "${shown(said)}", which is not in it`,
    `${NOTHING_TAKEN} Have a person add it there, if it is to be trusted that far.`,
  )
}

export function noSuchSkill(ref: RegistryRef): SkillError {
  const message = `expected a skill at "${shown(printRegistryRef(ref))}", got none there`
  return new SkillError('not-found', message, 'Look for it again with find_skill.')
}

/** @param others versions that are there, the newest first. */
export function noSuchVersion(ref: RegistryRef, others: readonly string[]): SkillError {
  const message = `"${shown(printRegistryRef(ref))}": expected a version that is published, got one that is not there or was withdrawn`
  const known = others.slice(0, VERSIONS_SHOWN_MAX).map(shown).join(', ')
  return new SkillError(
    'not-found',
    message,
    `${NOTHING_TAKEN} ${known === '' ? 'None is named.' : `There are: ${known}.`}`,
  )
}

export function otherBytes(ref: RegistryRef, expected: string, came: string): SkillError {
  return new SkillError(
    'refused',
    `"${shown(printRegistryRef({ ...ref, sha256: null }))}": expected bytes with sha256 ${expected}, got ${came}`,
    `${NOTHING_TAKEN} Somebody changed what stands there; look at it before you ask for it without that hash.`,
  )
}

export function withheldSkill(ref: RegistryRef, why: readonly string[]): SkillError {
  const reasons = why.slice(0, VERSIONS_SHOWN_MAX).map(shown).join(', ')
  return new SkillError(
    'refused',
    `"${shown(printRegistryRef(ref))}": expected one that its registry hands out, got a verdict against it (${reasons})`,
    `${NOTHING_TAKEN} Do not look for a way round it; tell the user.`,
  )
}

export function handedOn(ref: RegistryRef): SkillError {
  return new SkillError(
    'refused',
    `"${shown(printRegistryRef(ref))}": expected its files, got a note that they stand in a repository elsewhere`,
    `${NOTHING_TAKEN} Import it from there by URL, if you trust that place.`,
  )
}

/** @param came completes "expected …, got …". */
export function notPackage(ref: RegistryRef, expected: string, came: string): SkillError {
  const message = `"${shown(printRegistryRef({ ...ref, sha256: null }))}": expected ${expected}, got ${came}`
  return new SkillError('bad-input', message, NOTHING_TAKEN)
}
