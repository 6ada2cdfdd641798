import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * From now on this process kills itself with SIGKILL right before the nth call that changes something on the disk.
 * @param killAt 0: it comes to its end. @returns how many calls there were so far.
 */
export function killAtCall(killAt: number): () => number {
  let calls = 0
  const changing = [
    ...(['openSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'closeSync', 'fsync', 'fdatasync'] as const),
    ...(['mkdirSync', 'chmodSync', 'fchmodSync'] as const),
  ]
  for (const call of changing) {
    const real = fs[call] as (...args: unknown[]) => unknown
    const counted = (...args: unknown[]) => {
      if (++calls === killAt) process.kill(process.pid, 'SIGKILL')
      return real.apply(fs, args)
    }
    Object.assign(fs, { [call]: counted })
  }
  syncBuiltinESMExports()
  return () => calls
}
