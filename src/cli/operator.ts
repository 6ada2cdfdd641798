import type { Caller } from '../library/library.ts'

/** Who acts at a command line: whoever has the shell is the person (DESIGN 1.4). */
export const OPERATOR: Caller = { actor: 'operator', via: 'cli', author: null }
