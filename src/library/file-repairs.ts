// Repairs of files as offers: what each would change, to be looked at first, and the carrying out of those that were
// wanted. Who may say yes, and how it is asked, is the surfaces'.
import { sha256Of } from '../domain/digest.ts'
import { unifiedDiff } from '../domain/line-diff.ts'
import { SkillError } from '../domain/skill-error.ts'

/** So many at once: a person reads them all before the yes. */
export const REPAIRS_MAX = 100
const DIFF_CHARS_MAX = 20_000

/** @property apply @throws when the file has changed since. */
export type OfferedRepair = {
  file: string
  before: string
  after: string
  repairs: string[]
  apply: () => Promise<void>
}
/** @property outcome `shown` is left as it is; `refused` for `reason`. */
export type DoneRepair = {
  file: string
  repairs: string[]
  diff: string
  outcome: 'repaired' | 'shown' | 'refused'
  reason: string | null
}

export function shownRepair({ file, before, after, repairs }: OfferedRepair): DoneRepair {
  const diff = unifiedDiff(before, after, { from: file, to: `${file} (repaired)`, charsMax: DIFF_CHARS_MAX })
  return { file, repairs, diff, outcome: 'shown', reason: null }
}

/** Names what a person has seen of an offer: the bytes before and after. */
export function repairHash({ file, before, after }: OfferedRepair): string {
  return sha256Of(JSON.stringify([file, before, after]))
}

/** Each for itself: one that is refused keeps no other. */
export async function applyRepairs(offered: readonly OfferedRepair[]): Promise<DoneRepair[]> {
  const done: DoneRepair[] = []
  for (const offer of offered) {
    const repair = shownRepair(offer)
    try {
      await offer.apply()
      done.push({ ...repair, outcome: 'repaired' })
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      done.push({ ...repair, outcome: 'refused', reason: `${error.message}. ${error.fix}` })
    }
  }
  return done
}
