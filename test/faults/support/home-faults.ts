// What is wrong with a home after a fault: the same questions for every way to die.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const recordSchema = z.object({
  versions: z.array(
    z.object({ version: z.number(), digest: z.string(), manifest: z.array(z.object({ sha256: z.string() })) }),
  ),
})

/**
 * Temporary files and locks that were left behind, skill files that are not whole, histories with a hole or with bytes
 * that are gone. Empty when all is well. Reads the disk, not the server.
 */
export function homeFaults(home: string): string[] {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  const left = files.filter((path) => /\.(tmp|lock|break)$/.test(path)).map((path) => `left behind: ${path}`)
  const skills = files.filter((path) => /^skills\/.*\.json$/.test(path))
  return [...left, ...skills.flatMap((path) => skillFaults(home, path.slice('skills/'.length, -'.json'.length)))]
}

function skillFaults(home: string, name: string): string[] {
  const bytes = readFileSync(join(home, 'skills', `${name}.json`))
  const skill = z.object({ name: z.literal(name), content: z.string() }).safeParse(parsedOrNothing(bytes))
  const record = recordSchema.safeParse(parsedOrNothing(readFileSync(join(home, 'cortex/records', `${name}.json`))))
  if (!skill.success) return [`torn: ${name}`]
  if (!record.success) return [`record torn: ${name}`]
  const { versions } = record.data
  const holes = versions.flatMap((v, i) => (v.version === versions[0]!.version + i ? [] : [`history of ${name}: hole`]))
  const gone = versions
    .flatMap((v) => v.manifest.map((entry) => entry.sha256))
    .filter((sha256) => sha256Of(readOrNothing(join(home, 'cortex/blobs', sha256))) !== sha256)
    .map((sha256) => `history of ${name}: bytes of ${sha256.slice(0, 8)} are gone`)
  const ahead = versions.at(-1)?.digest === sha256Of(bytes) ? [] : [`history of ${name}: ends with other bytes`]
  return [...holes, ...gone, ...ahead]
}

function parsedOrNothing(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
