// The setting that says which registries may be asked, in the form that config.ts holds all settings in. Whether they are
// is another one: allowNetwork.
import { z } from 'zod'
import { REGISTRIES_DEFAULT, REGISTRIES_MAX, registryPlace } from '../domain/registry-place.ts'

const REGISTRY = {
  error: 'expected a list of https origins without a path, with wellknown+ before one that publishes its own skills',
}

export const REGISTRY_SETTINGS = {
  registries: {
    schema: z.preprocess(
      commaList,
      z.array(z.string(REGISTRY).refine(isRegistry, REGISTRY), REGISTRY).max(REGISTRIES_MAX, REGISTRY),
    ),
    fallback: REGISTRIES_DEFAULT,
    env: 'SKILL_CORTEX_REGISTRIES',
  },
} as const

function isRegistry(text: string): boolean {
  return registryPlace(text) !== undefined
}

// "none" is the empty list: an empty variable counts as unset.
function commaList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === 'none') return []
  return value.split(',').flatMap((part) => part.trim() || [])
}
