import { z } from 'zod'
import { CLIENTS, type Client } from '../domain/client-channels.ts'
import { parseArgument } from './parse-options.ts'

const clientSchema = z.preprocess(
  (said) => (said === 'claude' ? 'claude-code' : said),
  z.enum(CLIENTS, { error: `one of ${CLIENTS.join(', ')}` }),
)

/** @throws `bad-input` that lists them. */
export function clientNamed(said: string): Client {
  return parseArgument('client', clientSchema, said)
}
