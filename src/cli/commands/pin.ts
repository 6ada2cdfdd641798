import { pinning } from '../pinning.ts'

export const pin = pinning(true, {
  usage: 'pin <name>',
  summary: 'make a skill yours alone: what agents change becomes a draft, and no job puts it away',
})
