// Most texts are ASCII throughout. A pattern for those alone spares a short-lived process the tables of Unicode, a
// millisecond for each pattern that asks for them.

/** Two patterns that find the same in every text that is ASCII throughout; the general one is made when it is needed. */
export type TextPattern = { any: () => RegExp; ascii: RegExp }

export function textPattern(ascii: RegExp, any: () => RegExp): TextPattern {
  return { ascii, any: lazily(any) }
}

export function patternFor(text: string, { any, ascii }: TextPattern): RegExp {
  return isAscii(text) ? ascii : any()
}

export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}

/** What `make` makes, made at the first call. */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
