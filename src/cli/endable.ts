import { SkillError } from '../domain/skill-error.ts'

/** Long work that Ctrl+C ends in good order: what was begun is given up and said. A second Ctrl+C ends the process. */
export type Endable = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>

export const endable: Endable = async (work) => {
  const controller = new AbortController()
  const end = () => controller.abort(new SkillError('refused', 'the run was ended', 'What was applied before stands.'))
  process.once('SIGINT', end)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', end)
  }
}
