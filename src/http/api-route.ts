// What an endpoint is here: data (method, path, who may, schemas) and one function. The list is api-routes.ts; the router
// and /openapi.json are made from it.
import { z } from 'zod'
import type { Bindings } from '../bindings/open-bindings.ts'
import type { ClientStatus } from '../clients/client-status.ts'
import type { Cycles } from '../cycles/open-cycles.ts'
import type { Client } from '../domain/client-channels.ts'
import type { ClientView } from '../domain/client-view.ts'
import type { HomeHealth } from '../domain/home-health.ts'
import type { RecallArguments } from '../domain/recall-request.ts'
import type { Actor } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import type { UsageReport } from '../domain/usage-fold.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Journal } from '../journal/journal.ts'
import type { HealthReport } from '../library/health-job.ts'
import type { SkillIndexText } from '../library/index-text.ts'
import type { Caller, Library, LibraryParts } from '../library/library.ts'
import type { Requests } from '../library/requests.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { SkillDetailParts } from '../library/skill-detail.ts'
import type { SkillListParts } from '../library/skill-list.ts'
import type { Standings } from '../library/standings.ts'
import type { FetchBytes } from '../net/fetcher.ts'
import type { Workspaces } from '../packages/workspaces.ts'
import type { CaseBook } from '../recall/case-book.ts'
import type { Evaluation } from '../recall/eval-recall.ts'
import type { CaseList } from '../recall/list-cases.ts'
import type { RecallResult } from '../recall/recall-result.ts'
import type { Ledger } from '../reflection/open-ledger.ts'
import type { SecondLoop } from '../reflection/open-reflection.ts'
import type { Routing } from '../routing/routing.ts'
import type { Mounts } from '../store/mounted-store.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { DayStats } from '../usage/day-stats.ts'
import type { TakeEvents } from '../usage/take-events.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What an endpoint may use. Features come as functions, so that no endpoint reaches into one. */
export type ApiParts = SkillDetailParts &
  SkillListParts & {
    library: Library
    review: Review
    requests: Requests
    standings: Standings
    shelf: Shelf
    store: SkillStore
    mounts: Pick<Mounts, 'report'>
    routing: Routing
    /** Peers: what passed, what was thought of them. */
    ledger: Pick<Ledger, 'recordAssessment' | 'peer' | 'peers'>
    /** Beliefs, directives and what came of reflections. */
    reflection: SecondLoop
    indexText: SkillIndexText
    /** Work that needs a model. */
    cycles: Cycles
    /** @param pairsMax of what was loaded together. */
    usageReport: (days: number, pairsMax?: number) => Promise<UsageReport>
    /** What happened day by day. */
    usageDays: DayStats
    /** How the home does, at a glance. */
    health: () => Promise<HomeHealth>
    /** How many other skills say nearly the same. Takes about 10 ms. */
    nearDuplicates: (skill: Skill) => number
    /** Which they are, nearest first. */
    nearTo: LibraryParts['nearTo']
    recallLab: RecallLab
    /** Read once, line by line, for what is wrong with it. */
    journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
    layout: Pick<HomeLayout, 'home' | 'skills'>
    /** How the clients on this machine are attached to this home. */
    clientStatuses: () => Promise<ClientStatus[]>
    recall: (
      request: RecallArguments,
      session: string | undefined,
      actor: Actor,
    ) => Promise<Omit<RecallResult, 'block'>>
    takeEvents: TakeEvents
    /** Of a registry. */
    install: Workspaces['install']
    bindings: Bindings
    /** Undefined where nothing may be fetched: the setting allowNetwork. */
    fetchBytes: FetchBytes | undefined
    /** Whether it lives, and what it serves. */
    liveness: () => { status: 'ok'; version: string; skills: number; faults: number; uptimeSeconds: number }
    runHealth: (request: { isDryRun: boolean }) => Promise<HealthReport>
    /** The operator's token for a ticket of `skill-cortex ui`; undefined for one that does not hold. */
    tokenFor: (ticket: string) => string | undefined
  }

/** For who looks into recall from outside of it. */
export type RecallLab = {
  clientSees(client: Client, message: string): Promise<ClientView>
  cases(): Promise<CaseList>
  addCase: CaseBook['add']
  removeCase: CaseBook['remove']
  evaluate(isDryRun: boolean): Promise<Evaluation>
}

export type ApiCall<Q, B> = {
  query: Q
  body: B
  /** `operator` with the operator's token, else `agent`. */
  caller: Caller
  headers: { ifMatch: string | undefined; ifNoneMatch: string | undefined; session: string | undefined }
}
/** Without `json` or `bytes` the body is empty. */
export type ApiAnswer<A> = { status?: number; json?: A; bytes?: Uint8Array; headers?: Record<string, string> }

export type ApiRoute<
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: string
  /** `operator`: with the operator's token alone. */
  who: 'anyone' | 'operator'
  summary: string
  query: Q
  /** Absent: none is read. */
  body?: B
  answer: A
  /** It answers with bytes, whose type a header says, and not with JSON. */
  isBytes?: boolean
  /** The statuses with which it succeeds. */
  statuses: readonly number[]
  run(call: ApiCall<z.output<Q>, z.output<B>>, parts: ApiParts): Promise<ApiAnswer<z.input<A>>>
}

type Described<Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType> = Omit<
  ApiRoute<Q, B, A>,
  'query' | 'statuses'
> & { query?: Q; statuses?: readonly number[] }

/** Keeps an endpoint's own types while the list holds them all as one. */
export function defineRoute<
  A extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
>({ query, statuses = [200], ...route }: Described<Q, B, A>): ApiRoute {
  const whole = { ...route, statuses, query: query ?? z.object({}) }
  // The router parses query and body by these very schemas before it calls.
  return whole as unknown as ApiRoute
}
