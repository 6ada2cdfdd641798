// What a skill says that it does to the world, in the five classes of seed 000's plan. What cannot be read as harmless is
// not: an unknown tag counts as a write.

export const SIDE_EFFECT_CLASSES = ['read-only', 'write', 'destructive', 'credentials', 'shell'] as const
export type SideEffectClass = (typeof SIDE_EFFECT_CLASSES)[number]

const ENVIRONMENT = /^read:env:([A-Za-z_][A-Za-z0-9_]*)$/i

export function sideEffectClass(tag: string): SideEffectClass {
  if (ENVIRONMENT.test(tag)) return 'credentials'
  switch (tag.split(':')[0]!.toLowerCase()) {
    case 'read':
    case 'network':
      return 'read-only'
    case 'delete':
      return 'destructive'
    case 'shell':
      return 'shell'
    default:
      return 'write'
  }
}

/** Nothing declared says nothing, so it is not. */
export function onlyReads(tags: readonly string[]): boolean {
  return tags.length > 0 && tags.map(sideEffectClass).every((of) => of === 'read-only' || of === 'credentials')
}

/** Names of variables that a skill asks for, each once; never a value. */
export function environmentNames({
  credentials,
  sideEffects,
}: {
  credentials: string[]
  sideEffects: string[]
}): string[] {
  const tagged = sideEffects.flatMap((tag) => ENVIRONMENT.exec(tag)?.[1] ?? [])
  return [...new Set([...credentials, ...tagged])].sort()
}
