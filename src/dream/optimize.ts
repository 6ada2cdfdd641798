// The pass "optimize": mends skills that something was told against, and fills in those that are too short to help. The model
// is shown each whole, with what was told; what it may make of that stands in domain/judge-optimize.ts.

import { z } from 'zod'
import type { Gathered, Pass } from '../cycles/pass.ts'
import { sha256Of } from '../domain/digest.ts'
import { judgeOptimize, type OptimizeAnswer, optimizeAnswerSchema } from '../domain/judge-optimize.ts'
import { markOf } from '../domain/mark.ts'
import { type OptimizeCandidates, optimizeCandidates, type Weak } from '../domain/optimize-candidates.ts'
import type { SessionTroubles, Trouble } from '../domain/skill-troubles.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { isChangeable } from './changeable-skill.ts'
import { skillOptimize } from './directives/skill-optimize.ts'
import type { DreamParts } from './dream-parts.ts'
import { fenced, MATERIAL_NOTE, skillInContext } from './skill-in-context.ts'
import type { Watermarks } from './watermarks.ts'

const USAGE_DAYS = 30

const stateSchema = z.object({ marks: z.array(z.string()) })

type OptimizeParts = Pick<DreamParts, 'usageReport'> & {
  shelf: Pick<DreamParts['shelf'], 'entries' | 'lookAround'>
  standings: Pick<DreamParts['standings'], 'of'>
  /** What each session tells against skills. */
  troubles: () => Promise<SessionTroubles[]>
  watermarks: Watermarks
}

export function optimizePass(parts: OptimizeParts): Pass<OptimizeAnswer> {
  const { shelf, usageReport, troubles, watermarks } = parts
  return {
    name: 'optimize',
    directive: { file: 'skill-optimize.md', builtIn: skillOptimize },
    output: optimizeAnswerSchema,
    async gather(now) {
      const read = await watermarks.read('optimize')
      const usage = await usageReport(USAGE_DAYS)
      const loads = new Map(usage.skills.map((each) => [each.name, each.loads]))
      const sessions = await troubles()
      await shelf.lookAround()
      const entries = new Map(shelf.entries().map((entry) => [entry.skill.name, entry]))
      const ours = [...entries.values()].flatMap((entry) => (isChangeable(entry) ? [entry.skill] : []))
      const isRead = (trouble: Trouble) => read.has(markOfTrouble(trouble))
      const found = optimizeCandidates(ours, sessions, isRead, (name) => loads.get(name) ?? 0, now)
      if (found.weak.length > 0) return { kind: 'work', gathered: gathered(found, entries, loads, parts) }
      const long = found.tooLong.length === 0 ? '' : `; too long to be shown: ${found.tooLong.join(', ')}`
      return { kind: 'skip', reason: `nothing new was told against a skill, and none is sparse${long}` }
    },
    judge: (answer, { seen }, library, now) => judgeOptimize(answer, { seen, library, now }),
    done: async ({ state }) => watermarks.add('optimize', stateSchema.parse(state).marks),
  }
}

// One event may tell against several skills, and each is looked at in its own time.
function markOfTrouble({ id, skill }: Trouble): string {
  return markOf(`${id} ${skill}`)
}

function gathered(
  { weak, tooLong }: OptimizeCandidates,
  entries: ReadonlyMap<string, ShelfEntry>,
  loads: ReadonlyMap<string, number>,
  { standings }: OptimizeParts,
): Gathered {
  const seen = Object.fromEntries(weak.map(({ skill }) => [skill.name, entries.get(skill.name)!.digest]))
  const marks = weak.flatMap(({ troubles }) => troubles.map(markOfTrouble))
  const texts = weak.map((each) => {
    const entry = entries.get(each.skill.name)!
    const approved = standings.of(entry).approval === 'approved'
    const notes = [`used ${loads.get(each.skill.name) ?? 0} times in ${USAGE_DAYS} days`]
    if (each.sparse) notes.push('sparse: it has little content; give it steps, examples and edge cases')
    const shown = skillInContext({ skill: each.skill, origin: entry.origin, approved, notes })
    return each.troubles.length === 0 ? shown : `${shown}\n\n${toldAgainst(each)}`
  })
  const long =
    tooLong.length === 0 ? [] : [`# Left out, too long to be shown\n${tooLong.map((name) => `- ${name}`).join('\n')}`]
  return {
    context: ['# Skills', MATERIAL_NOTE, ...texts, ...long].join('\n\n'),
    seen,
    fingerprint: sha256Of(JSON.stringify([Object.entries(seen), marks])),
    state: { marks },
  }
}

function toldAgainst({ skill, troubles, more }: Weak): string {
  const lines = troubles.map(({ at, kind, said }) => `- ${at.slice(0, 10)} ${kind}${said === '' ? '' : `: ${said}`}`)
  return fenced(`told against ${skill.name}`, [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
}
