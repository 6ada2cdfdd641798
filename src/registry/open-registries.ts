// The registries of the setting, put together: asked at once for a task, and each by itself for what it lists. Where the
// network is off, none is asked, not even its name looked up.
import { setTimeout as delay } from 'node:timers/promises'
import { isSamePlace, type RegistryPlace, registryPlace } from '../domain/registry-place.ts'
import type { RegistryRef } from '../domain/registry-ref.ts'
import type { FetchBytes } from '../net/fetcher.ts'
import { type AskParts, askRegistry } from './ask-registry.ts'
import { openClawhub } from './clawhub.ts'
import type { Registry } from './registry.ts'
import { registriesOff, unknownRegistry } from './registry-faults.ts'
import { openWellKnown } from './well-known.ts'

export type Registries = {
  /** In the order of the setting; none where the network is off. */
  all: readonly Registry[]
  isOn: boolean
  /** The one that lists it. @throws `refused` where the network is off, and for one that is not in the setting. */
  of(ref: RegistryRef): Registry
}

/** @property fetchBytes undefined: nothing may be fetched. @property dice, sleep for tests. */
export type RegistryInputs = Pick<AskParts, 'now'> &
  Partial<Pick<AskParts, 'dice' | 'sleep'>> & { registries: readonly string[]; fetchBytes: FetchBytes | undefined }

export function openRegistries({ registries, fetchBytes, now, ...over }: RegistryInputs): Registries {
  const { dice = Math.random, sleep = (ms) => delay(ms) } = over
  const places = registries.flatMap((text) => registryPlace(text) ?? [])
  const all = fetchBytes === undefined ? [] : places.map((place) => openOne(place, { fetchBytes, now, dice, sleep }))
  return {
    all,
    isOn: fetchBytes !== undefined,
    of(ref) {
      if (fetchBytes === undefined) throw registriesOff()
      const registry = all.find((each) => isSamePlace(each, ref))
      if (registry === undefined) throw unknownRegistry(ref)
      return registry
    },
  }
}

function openOne(place: RegistryPlace, parts: AskParts): Registry {
  const ask = askRegistry(place.host, parts)
  switch (place.kind) {
    case 'clawhub':
      return openClawhub(place, ask)
    case 'wellknown':
      return openWellKnown(place, ask)
  }
}
