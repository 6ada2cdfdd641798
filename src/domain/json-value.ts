// JSON values whose form nobody has checked yet: told apart, measured, and read from text without an exception.

/** Below what a whole skill file may nest, see json-fault.ts: what passes here can be stored there. */
export const JSON_DEPTH_MAX = 62

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for text that is no JSON or nests too deeply. `__proto__` keys are left out, see bounded-yaml.ts. */
export function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return nestsWithin(value, JSON_DEPTH_MAX) ? withoutProto(value) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether lists and maps stand at most `levels` deep. Looks no deeper than that, so the stack is safe. */
export function nestsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => nestsWithin(inner, levels - 1))
}

function withoutProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProto)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutProto(inner)]))
}
