// Directives of a home, `cortex/directives.json`: offered by reflections and bindings, handed to one recall each, seen by who
// looks. Nothing here carries one out.
import { z } from 'zod'
import { beliefFault, DIRECTIVE_CHARS_MAX } from '../domain/belief-text.ts'
import {
  currentDirectives,
  type Directive,
  delivered,
  directiveSchema,
  type OfferedDirective,
  offered,
} from '../domain/directive-book.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'

const LEVEL_AGE_MS_MAX = 2_000

const documentSchema = z.object({ directives: z.array(directiveSchema) })

export type AgentDirectives = {
  /** Oldest first, with what time has done to them. */
  all(): Promise<Directive[]>
  /**
   * @returns whether it is new: the same text of the same source is there once.
   * @throws `bad-input` for what gives orders or is too long, `refused` when too many wait.
   */
  offer(directive: OfferedDirective): Promise<boolean>
  /**
   * Those to tell now. They count as delivered when this resolves: told once, by whichever process comes first, and never
   * again even if the answer is lost.
   */
  take(peers: readonly string[], session: string | null): Promise<Directive[]>
  /** @throws `not-found`. */
  done(id: string): Promise<Directive>
  /** Takes out what this source offered, unless it was delivered. */
  withdraw(source: string): Promise<boolean>
}

type DirectiveParts = {
  layout: Pick<HomeLayout, 'issuedDirectives' | 'leases'>
  newId: () => string
  now: () => Date
}

export function openDirectives({ layout, newId, now }: DirectiveParts): AgentDirectives {
  const place = { path: layout.issuedDirectives, lock: `${layout.leases}/directives.lock`, what: 'the directives' }
  const document = lockedDocument(place, documentSchema, () => ({ directives: [] }))
  let known: { directives: Directive[]; at: number } | undefined
  const read = async () => {
    const { directives } = await document.read()
    known = { directives, at: performance.now() }
    return directives
  }
  const at = () => now().toISOString()
  const hasOpen = (directives: readonly Directive[]) =>
    currentDirectives(directives, at()).some(({ state }) => state === 'open')
  return {
    all: async () => currentDirectives(await read(), at()),
    async offer(directive) {
      const fault = beliefFault(directive.text, DIRECTIVE_CHARS_MAX)
      if (fault !== undefined) throw new SkillError('bad-input', `directive: ${fault}`, 'Put it differently.')
      const text = directive.text.trim()
      const isNew = await document.update(({ directives }) => {
        const next = offered(directives, { ...directive, text }, { id: newId(), now: at() })
        if (typeof next === 'string') throw new SkillError('refused', next, 'Wait until they are delivered.')
        return next === undefined ? { result: false } : { value: { directives: next }, result: true }
      })
      known = undefined
      return isNew
    },
    async take(peers, session) {
      const isLevel = known !== undefined && performance.now() - known.at <= LEVEL_AGE_MS_MAX
      if (!hasOpen(isLevel ? known!.directives : await read())) return []
      const told = await document.update(({ directives }) => {
        const next = delivered(directives, peers, { session, now: at() })
        return next === undefined ? { result: [] } : { value: { directives: next.directives }, result: next.told }
      })
      known = undefined
      return told
    },
    async done(id) {
      const doneOne = await document.update(({ directives }) => {
        const one = currentDirectives(directives, at()).find((each) => each.id === id)
        if (one === undefined) throw noDirective(id)
        if (one.state === 'done') return { result: one }
        const done: Directive = { ...one, state: 'done', doneAt: at() }
        return { value: { directives: directives.map((each) => (each.id === id ? done : each)) }, result: done }
      })
      known = undefined
      return doneOne
    },
    async withdraw(source) {
      const isGone = await document.update(({ directives }) => {
        const isOver = ({ state }: Directive) => state === 'delivered' || state === 'done'
        const rest = directives.filter((each) => each.source !== source || isOver(each))
        if (rest.length === directives.length) return { result: false }
        return { value: { directives: rest }, result: true }
      })
      known = undefined
      return isGone
    },
  }
}

function noDirective(id: string): SkillError {
  return new SkillError('not-found', `no directive "${shown(id)}" is known`, 'GET /api/directives lists them.')
}
