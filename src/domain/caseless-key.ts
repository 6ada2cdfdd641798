// Other systems read the keys of their files without regard to case, so that both spellings stand in what they wrote.

/** The key as it stands: the very one, else the first that differs from it in case only. */
export function caselessKey(record: Record<string, unknown>, key: string): string | undefined {
  if (Object.hasOwn(record, key)) return key
  return Object.keys(record).find((other) => other.toLowerCase() === key.toLowerCase())
}
