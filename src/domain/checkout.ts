// What the server remembers of each skill that was copied into a workspace: the baseline against which what comes back is
// held. Kept here and not in the workspace, where whoever works could change it (lessons B, 4.4).
import { z } from 'zod'
import { manifestFileSchema } from './manifest.ts'
import { SkillError, shown } from './skill-error.ts'

/** With 512 files each the document stays below 10 MiB. */
export const CHECKOUTS_MAX = 100
export const RUN_ID_CHARS_MAX = 64

const checkoutSchema = z.object({
  runId: z.string(),
  /** Where the copy lies, without a link in the path. */
  dir: z.string(),
  name: z.string(),
  /** The text that was copied, or that the last extraction made of the copy. */
  version: z.number().int().min(1),
  contentHash: z.string().length(64),
  /** Of all that was copied: SKILL.md, policy.json, every further file. */
  manifest: z.array(manifestFileSchema),
  at: z.string(),
})
export type Checkout = z.infer<typeof checkoutSchema>

/** Oldest first. */
export const checkoutsSchema = z.object({ kept: z.array(checkoutSchema) })
export type Checkouts = z.infer<typeof checkoutsSchema>
export const noCheckouts = (): Checkouts => ({ kept: [] })

const RUN_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/

/** @throws `bad-input`. */
export function parseRunId(run: string): string {
  if (run.length <= RUN_ID_CHARS_MAX && RUN_PATTERN.test(run)) return run
  throw new SkillError(
    'bad-input',
    `run: expected letters, digits and . _ : -, at most ${RUN_ID_CHARS_MAX}, got "${shown(run)}"`,
    'Use the run that checkout_skill returned, or leave it out.',
  )
}

/** One copy of a skill in a run: a newer one takes its place. @property dropped those that had to make room. */
export function withCheckout({ kept }: Checkouts, next: Checkout): { checkouts: Checkouts; dropped: Checkout[] } {
  const others = kept.filter(({ runId, name }) => runId !== next.runId || name !== next.name)
  const all = [...others, next]
  const count = Math.max(0, all.length - CHECKOUTS_MAX)
  return { checkouts: { kept: all.slice(count) }, dropped: all.slice(0, count) }
}

/** @property runId undefined: nothing was ever copied there. @property baselines by the name of the skill. */
export type Run = { runId: string | undefined; baselines: ReadonlyMap<string, Checkout> }

/** The run that is named, else the one that last copied something into this folder. */
export function runAt({ kept }: Checkouts, dir: string, run: string | undefined, separator: string): Run {
  const isHere = (checkout: Checkout) => checkout.dir === dir || checkout.dir.startsWith(`${dir}${separator}`)
  const runId = run ?? kept.findLast(isHere)?.runId
  const own = kept.filter((checkout) => runId !== undefined && checkout.runId === runId)
  return { runId, baselines: new Map(own.map((checkout) => [checkout.name, checkout])) }
}
