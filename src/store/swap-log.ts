// A change of a skill with further files takes several renames. What shall stand afterwards is written down before the first
// and taken away after the last, so that whoever finds it can finish what a killed process began.
import { join } from 'node:path'
import { z } from 'zod'
import { removeFile, writeDurably } from '../files/atomic-write.ts'
import { readRegularFileSync } from '../files/read-file.ts'
import { jsonPath } from './skill-paths.ts'

/** Digests of documents; null where nothing stands. `from` is what stood. */
const swapSchema = z.object({ from: z.string().nullable(), to: z.string().nullable() })
export type Swap = z.infer<typeof swapSchema>

const SWAP_BYTES_MAX = 4096

export type SwapLog = {
  begin(name: string, swap: Swap): Promise<void>
  /** What stands begun, or undefined. One look where nothing is. */
  begun(name: string): Swap | undefined
  /** Not durable: a swap that comes back after a power cut finds its work done. */
  end(name: string): Promise<void>
}

export function openSwapLog(cortexFolder: string): SwapLog {
  const pathOf = (name: string) => jsonPath(join(cortexFolder, 'swaps'), name)
  return {
    begin: (name, swap) => writeDurably(pathOf(name), `${JSON.stringify(swap)}\n`),
    begun(name) {
      const text = readRegularFileSync(pathOf(name), SWAP_BYTES_MAX)?.bytes.toString('utf8')
      return text === undefined ? undefined : parsed(text)
    },
    end: (name) => removeFile(pathOf(name)),
  }
}

// One that nobody can read was never begun: it is written whole before anything else happens.
function parsed(text: string): Swap | undefined {
  try {
    return swapSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
