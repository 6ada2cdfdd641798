import type { CommandHome, Surroundings } from './command.ts'

/** Opens the home, works on it, and closes it whatever happens: what was folded and written is kept then. */
export async function withHome<T>(
  around: Surroundings,
  options: Record<string, unknown>,
  work: (home: CommandHome) => Promise<T>,
): Promise<T> {
  const home = await around.open(options)
  try {
    return await work(home)
  } finally {
    await home.close()
  }
}
