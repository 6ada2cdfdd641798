import { pinning } from '../pinning.ts'

export const unpin = pinning(false, { usage: 'unpin <name>', summary: 'let others change a pinned skill again' })
